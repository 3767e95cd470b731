"""No site is sent more requests for one learning than a setting says, however learning goes on."""

from collections import Counter
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured
from yarl import URL

from discovery.engines.registration import register_engine
from discovery.models import EngineState
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import RequestBudget, open_sync_fetcher
from metasearch.settings.environment import CONTACT_ADDRESS, read_text
from samples import SITES
from tests.small_server import Reply, serving_site
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, STEPS, add_engine
from wrappers.models import LearningJob

pytestmark = pytest.mark.django_db(transaction=True)


def test_each_site_has_its_own():
    budget = RequestBudget(2, Counter({"a.example": 1}))
    budget.take(URL("https://x.a.example/1"))
    budget.take(URL("https://b.example/1"))
    with pytest.raises(FetchError) as refused:
        budget.take(URL("http://a.example/"))
    assert refused.value.reason is AnswerReason.OVERLOADED
    assert str(refused.value) == budget.refusal != ""
    assert budget.sent == {"a.example": 2, "b.example": 1}
    RequestBudget().take(URL("http://a.example/"))


def test_learning_that_asks_too_often_ends_and_says_so(samples, settings, admin_client):
    whole = add_engine(samples[SITES[0].name])
    assert whole.outcome == EngineState.ACTIVE
    host = urlsplit(samples[SITES[0].name]).netloc
    needed = whole.state.requests[host]
    assert 10 < needed < 100
    page = admin_client.get(f"/admin/wrappers/learningjob/{whole.pk}/change/").content.decode()
    assert f"{needed} to {host}" in page
    settings.REQUESTS_OF_A_LEARNING = needed
    assert add_engine(samples[SITES[0].name]).outcome == EngineState.ACTIVE
    for most in (needed - 1, needed // 2, 1):
        settings.REQUESTS_OF_A_LEARNING = most
        job = add_engine(samples[SITES[0].name])
        assert job.outcome == EngineState.FAILED
        assert job.reason == f"{host} was sent {most} requests, {job.reason.split(', ')[1]}"
        assert "REQUESTS_OF_A_LEARNING" in job.reason
        assert job.state.requests[host] == most
        # What is in use stays.
        assert job.engine.state == EngineState.ACTIVE


def test_requests_are_counted_over_all_slices_and_failed_attempts(samples, settings):
    engine, _ = register_engine(samples[SITES[0].name])
    job = plan_learning(engine, enqueue=False)
    LEARNING.work_slice(job.pk, 0.01)
    counted = sum(LearningJob.objects.get().state.requests.values())
    assert counted > 0
    settings.REQUESTS_OF_A_LEARNING = counted
    job = LEARNING.work_now(LearningJob.objects.get())
    assert (job.outcome, sum(job.state.requests.values())) == (EngineState.FAILED, counted)


def test_a_step_that_raises_has_its_requests_counted(samples, monkeypatch):
    engine, _ = register_engine(samples[SITES[0].name])
    job = plan_learning(engine, enqueue=False)
    find_form = STEPS["find_form"]

    def fail(context):
        find_form(context)
        raise ZeroDivisionError

    monkeypatch.setitem(STEPS, "find_form", fail)
    LEARNING.work_slice(job.pk, 60)
    assert sum(LearningJob.objects.get().state.requests.values()) > 0


def test_sites_are_told_whom_to_write_to(settings):
    asked = []

    def site(request):
        asked.append(request.headers["user-agent"])
        return Reply("ok")

    with serving_site(site) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [urlsplit(address).netloc]
        for settings.CONTACT in ("", "https://search.example.org/robot", "me@example.org"):
            with open_sync_fetcher() as (runner, fetcher):
                runner.run(fetcher.fetch(address, deadline=5.0))
    assert asked == [
        "Mozilla/5.0 (compatible; Metasearch/0.1)",
        "Mozilla/5.0 (compatible; Metasearch/0.1; +https://search.example.org/robot)",
        "Mozilla/5.0 (compatible; Metasearch/0.1; +me@example.org)",
    ]


@pytest.mark.parametrize(
    "text", ["me", "https://a b", "https://a)b", "x@a\r\nX: y", "a@b\u00e4.de"]
)
def test_what_no_header_can_hold_is_no_contact(monkeypatch, text):
    monkeypatch.setenv("CONTACT", text)
    with pytest.raises(ImproperlyConfigured, match="must be like a page"):
        read_text("CONTACT", CONTACT_ADDRESS, "a page")
