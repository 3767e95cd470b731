"""A repair that waits for a person, made without a network."""

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import EngineState
from tests.wrappers.stored_engine import store_engine
from wrappers.models import Proposal, SamplePage, WrapperVersion


def store_proposal() -> WrapperVersion:
    """Store an engine that is broken, and a version that waits for a decision; return it."""
    used = store_engine()
    engine = used.engine
    engine.state = EngineState.BROKEN
    engine.save()
    pages = list(used.samples.all())
    proposed = WrapperVersion.objects.get(pk=used.pk)
    proposed.pk, proposed.number, proposed.is_active = None, 2, False
    proposed.proposal = Proposal.OPEN
    proposed.proposed_because = "of 8 records 0 have an address; 0% of the titles differ, 90% did"
    proposed.reason = "mends version 1 (learn_anew)"
    form = ConnectionDescription(template="http://one.example/search?q={searchTerms}")
    proposed.description = to_xml(form).decode()
    proposed.save()
    for page in pages:
        SamplePage.objects.create(
            job=page.job, version=proposed, role=page.role, query=page.query, url=page.url,
            content_type=page.content_type, body=page.body,
        )  # fmt: skip
    return proposed
