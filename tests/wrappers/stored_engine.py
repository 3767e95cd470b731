"""An engine in use with its stored pages, made without a network."""

from collections.abc import Mapping
from functools import cache

from django.utils import timezone

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import Engine, EngineState
from discovery.pages.page import parse_page
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper
from wrappers.induction.samples import Sample
from wrappers.models import LearningJob, Proposal, SamplePage, SampleRole, WrapperVersion

ADDRESS = "http://one.example/search"
DESCRIPTION_XML = "<search-engine/>"
_PAGE = (
    "<html><body><ul class=nav>{nav}</ul><h1>Found</h1><div id=main>{records}</div>"
    "<p><a href='/'>Home</a></p></body></html>"
)
_RECORD = "<div class=hit><a href='/doc/{0}-{1}'>{0} part {1}</a><p>All of {0}, number {1}.</div>"


def result_page(*words: str) -> bytes:
    records = [_RECORD.format(word, number) for word in words for number in range(4)]
    nav = "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("home", "help", "about"))
    return _PAGE.format(nav=nav, records="".join(records)).encode()


PAGES: Mapping[str, bytes] = {
    "vector": result_page("vector", "iterator"),
    "template": result_page("template", "vector"),
}


@cache
def _learned(pages: tuple[tuple[str, bytes], ...]) -> LearnedWrapper:
    return learn_wrapper([Sample(parse_page(body, ADDRESS), query) for query, body in pages])


def store_engine(pages: Mapping[str, bytes] = PAGES, slug: str = "one") -> WrapperVersion:
    """Store an engine that was learned from result `pages` by query; return its version."""
    learned = _learned(tuple(pages.items()))
    engine = Engine.objects.create(
        slug=slug, name=slug.title(), home_url=f"http://{slug}.example/", state=EngineState.ACTIVE
    )
    version = WrapperVersion.objects.create(
        engine=engine,
        number=1,
        wrapper=learned.wrapper.to_json(),
        description=DESCRIPTION_XML,
        formula=learned.wrapper.formula,
        inducer=learned.inducer,
        support=learned.support,
        reason="learned",
        is_active=True,
    )
    job = LearningJob.objects.create(engine=engine, finished_at=timezone.now())
    for query, body in pages.items():
        SamplePage.objects.create(
            job=job,
            version=version,
            role=SampleRole.RESULTS,
            query=query,
            url=ADDRESS,
            content_type="text/html",
            body=SamplePage.compress(body),
        )
    return version


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
        page.pk, page.version = None, proposed
        page.save()
    return proposed
