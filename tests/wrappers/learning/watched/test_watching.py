"""Sites whose results scripts fill: learned in a browser once, then asked without one."""

import os

import pytest

from discovery.connection.description_xml import from_xml
from discovery.models import EngineState
from tests.discovery.web.rendering.test_rendering import browsers_of
from tests.wrappers.asking import answer_of
from tests.wrappers.scripted_site import SITES, matches, serve_scripted
from wrappers.extraction.answers.kinds import AnswerKind
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("name", SITES)
def test_the_request_behind_the_page_is_learned(name, settings):
    site = SITES[name]
    with serve_scripted(site) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        settings.METASEARCH_BROWSER = ""
        job = add_engine(address)
        assert job.engine.state == EngineState.ACTIVE, (job.engine.reason, job.log)
        assert not browsers_of(os.getpid())
        assert from_xml(job.engine.description.encode()).exact
        settings.METASEARCH_BROWSER = "off"
        for query in ("castle", "haven", "quiet castle"):
            answer = answer_of(job.engine, query)
            truth = [thing["title"] for thing in matches(query)]
            found = [record.title for record in answer.records]
            assert found == truth[: len(found)] and found, (query, answer.reason, answer.detail)
            assert len(found) >= min(len(truth), 10)
        assert answer_of(job.engine, "qzxwvkjhgf").kind is AnswerKind.NO_RESULTS
        if name in ("catalogue", "cursor"):
            second = answer_of(job.engine, "water", 2)
            truth = [thing["title"] for thing in matches("water")]
            assert [record.title for record in second.records] == truth[10:20]


def test_without_a_browser_scripts_are_named_at_once(settings):
    settings.METASEARCH_BROWSER = "off"
    with serve_scripted(SITES["catalogue"]) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        job = add_engine(address)
    assert job.engine.state == EngineState.JAVASCRIPT_ONLY, job.log
    assert "METASEARCH_BROWSER" in job.engine.reason
