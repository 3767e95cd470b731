"""Another of a site's forms is chosen in the console; advice says what can be done."""

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from lxml import html

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import ALLOWED_CHANGES, Engine, EngineState
from metasearch.console.engines import ADVICE
from wrappers.models import LearningJob

pytestmark = pytest.mark.django_db

XML = {
    name: to_xml(
        ConnectionDescription(
            site_name="One",
            home_url="http://one.example/",
            template=f"http://one.example/{name}?q={{searchTerms}}",
        )
    ).decode()
    for name in ("goods", "help")
}


@pytest.fixture
def engine() -> Engine:
    engine = Engine.objects.create(
        slug="one", name="One", home_url="http://one.example/", state=EngineState.NO_RECORDS
    )
    candidates = [{"xml": xml, "cues": ["type=search", name]} for name, xml in XML.items()]
    LearningJob.objects.create(
        engine=engine,
        finished_at=engine.created_at,
        progress={
            "candidates": candidates,
            "candidate": 1,
            "failures": [{"state": "NO_RECORDS", "reason": "No records there.", "evidence": {}}],
        },
    )
    return engine


def address(engine: Engine) -> str:
    return reverse("admin:discovery_engine_forms", args=[engine.pk])


def test_all_forms_are_shown_and_what_to_do_in_trouble(admin_client, engine):
    page = html.fromstring(admin_client.get(address(engine)).content)
    rows = [row.text_content() for row in page.xpath("//tbody/tr")]
    assert "goods" in rows[0] and "type=search" in rows[0] and "tried last" in rows[1]
    assert "No records there." in page.text_content()
    for form in ("2", "-1", "x", "", "9" * 5_000):
        assert admin_client.post(address(engine), {"form": form}).status_code == 404
    page = admin_client.get(reverse("admin:discovery_engine_change", args=[engine.pk])).content
    assert ADVICE[EngineState.NO_RECORDS].encode() in page
    LearningJob.objects.all().delete()
    assert b"Upload a connection description" in admin_client.get(address(engine)).content
    without = {state for state in ALLOWED_CHANGES if state not in ADVICE}
    assert without == {EngineState.ACTIVE, EngineState.LEARNING}


def test_the_form_chosen_is_learned_and_nothing_else_begun_meanwhile(admin_client, engine):
    admin_client.post(address(engine), {"form": "0"})
    job = LearningJob.objects.unfinished().get(engine=engine)
    assert "goods" in str(job.progress)
    assert LogEntry.objects.filter(object_id=str(engine.pk)).exists()
    job.log = [{"name": "connect", "seconds": 1, "outcome": "so far"}]
    job.progress |= {"candidates": [{"xml": XML["help"], "cues": []}], "candidate": 0}
    job.save()
    response = admin_client.post(address(engine), {"form": "0"}, follow=True)
    assert b"being learned" in response.content
