"""Sites entered by a way of their own: walls that one click passes, fields read anew, sessions."""

import html
import json
import re
import time

import pytest
from django.urls import reverse

from discovery.models import Engine, EngineEvent, EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from tests.cases import cases
from tests.programs import called
from tests.wrappers.learned_engine import answers_of
from tests.wrappers.small_sites import entries
from tests.wrappers.small_sites.always_answering import (
    ENGINES,
    NO_ENGINES,
    PAGE,
    Found,
    as_cards,
    engine,
)
from tests.wrappers.small_sites.things import THINGS, matching
from tests.wrappers.small_sites.walls import WALLS, Standing, walled
from wrappers.learning.work import add_engine
from wrappers.management.commands.add_engine import outcome_of
from wrappers.models import EngineWatch
from wrappers.monitoring import checking
from wrappers.monitoring.checking import check_engine
from wrappers.monitoring.observation import Observation

CASES = cases(__file__)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("name", [name for name in WALLS if WALLS[name]["told"]])
def test_a_wall_is_passed_once_and_named(name, served):
    presses, told = WALLS[name]["presses"], WALLS[name]["told"]
    site = walled(name)
    job = add_engine(served(site))
    assert job.engine.state == EngineState.ACTIVE, (job.engine.reason, job.log)
    assert site.presses == presses
    assert told in job.log[0]["outcome"]
    description = job.engine.connection
    assert description.walls and description.cookies
    before = site.asked
    [answer] = answers_of(job.engine, "crooked")
    assert {record.title for record in answer.records} <= {t.title for t in matching("crooked")}
    assert answer.kind is AnswerKind.RESULTS, answer.detail
    assert answer.entrance is None
    assert site.asked == before + 1, "the cookies do; nothing else is asked"
    assert site.presses == presses


def test_cookies_that_the_site_forgets_are_renewed_once(served):
    site = walled("a consent form")
    engine = add_engine(served(site)).engine
    site.visitors.clear()
    first, second = answers_of(engine, "crooked", "gilded")
    assert first.kind is second.kind is AnswerKind.RESULTS, first.detail
    assert first.entrance is not None and second.entrance is None
    assert site.presses == ["notwendig"] * 2
    Observation().record("crooked", [first])
    assert Engine.objects.get(pk=engine.pk).version == engine.version
    assert EngineWatch.objects.get().hastened_at, "the check passes it for all processes"
    site.visitors.clear()
    version = engine.version
    check_engine(engine)
    renewed = Engine.objects.get(pk=engine.pk)
    assert renewed.version > version
    before = site.asked
    [answer] = answers_of(renewed, "crooked")
    assert answer.kind is AnswerKind.RESULTS and site.asked == before + 1


def test_a_wall_that_was_not_there_is_passed_and_told_in_the_history(served):
    site = walled("links for one's age")
    wall, site.pages = site.pages, []
    engine = add_engine(served(site)).engine
    assert not engine.connection.walls
    site.pages = wall
    [answer] = answers_of(engine, "crooked")
    assert answer.kind is AnswerKind.RESULTS, answer.detail
    check_engine(engine)
    event = EngineEvent.objects.filter(engine=engine).first()
    assert event is not None and "A question for one's age is answered by" in event.reason


def test_a_cookie_with_an_end_is_dated(served):
    engine = add_engine(served(walled("a list of countries"))).engine
    [cookie] = engine.connection.cookies
    assert cookie.line.startswith("pays=fr; Path=/; Expires=") and "GMT" in cookie.line


REFUSED = CASES["refused"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_click_passes_is_blocked_and_named(name, served):
    body, reason = REFUSED[name]
    site = Standing([], html=body)
    job = add_engine(served(site))
    assert job.engine.state == EngineState.BLOCKED, (job.engine.reason, job.log)
    assert reason in job.engine.reason
    assert site.presses == (["/in"] if name == "a circle" else [])


def test_a_site_that_asks_for_ever_is_left_after_a_few_clicks(served):
    site = Standing(
        [],
        html="<h1>We use cookies</h1><form action=/in{asked}>"
        "<button>Reject all of {asked}</button></form>",
    )
    job = add_engine(served(site))
    assert job.engine.state == EngineState.BLOCKED
    assert "After 3 answers it asks again" in job.engine.reason
    assert site.asked <= 6


@pytest.mark.parametrize(
    ("manner", "state"),
    [
        ("necessary", EngineState.ACTIVE),
        ("accept", EngineState.ACTIVE),
        ("refuse", EngineState.BLOCKED),
        ("leave", EngineState.BLOCKED),
    ],
)
def test_the_setting_decides_what_is_answered(manner, state, served, settings):
    settings.WALLS = manner
    job = add_engine(served(walled("two of them")))
    assert job.engine.state == state, job.log
    if state == EngineState.BLOCKED:
        assert (
            "The setting WALLS" in job.engine.reason or "allows nothing else" in job.engine.reason
        )


def test_a_button_that_only_a_browser_can_press_is_pressed_in_one(served, settings):
    address = served(walled("a computed cookie"))
    job = add_engine(address)
    assert job.engine.state == EngineState.BLOCKED, job.log
    assert "“Only what is necessary” works by script alone." in job.engine.reason
    settings.METASEARCH_BROWSER = ""
    engine = add_engine(address).engine
    assert engine.state == EngineState.ACTIVE, engine.reason
    settings.METASEARCH_BROWSER = "off"
    [answer] = answers_of(engine, "crooked")
    assert answer.kind is AnswerKind.RESULTS, answer.detail
    assert not engine.connection.exact


def test_a_wall_that_stands_is_what_a_search_is_told(served):
    site = walled("links for one's age")
    engine = add_engine(served(site)).engine
    html = "<h1>Are you 18 or older?</h1><p>Show us.</p><button>Yes</button>"
    site.pages = [{"path": "", "cookie": "never=1", "html": html}]
    [answer] = answers_of(engine, "crooked")
    assert answer.reason is AnswerReason.CHOICE, answer.detail


# Seconds within which a person hears why there is nothing.
REFUSED_WITHIN = 20.0


@pytest.mark.parametrize("home", entries.LEADS_ON.values(), ids=entries.LEADS_ON)
def test_a_home_page_that_only_leads_on_is_entered(home, served):
    job = add_engine(served(entries.behind(home)))
    assert job.engine.state == EngineState.ACTIVE, job.log


def test_a_page_that_its_scripts_search_is_told_and_offered_to_collect(served, admin_client):
    job = add_engine(served(entries.by_its_scripts))
    assert job.engine.state == EngineState.JAVASCRIPT_ONLY, job.log
    assert "cripts" in job.engine.reason
    engine = job.engine
    shown = admin_client.get(reverse("admin:discovery_engine_change", args=(engine.pk,)))
    link = re.search(r'href="([^"]+collection/add/[^"]+)"', shown.content.decode())
    form = admin_client.get(html.unescape(link[1])).content.decode()
    assert f"{engine.home_url}thing/" in form


def test_what_its_scripts_search_is_collected_when_asked_for(served):
    out, _ = called("add_engine", served(entries.by_its_scripts), "--collect", "--json")
    outcome = json.loads(out)
    assert outcome["state"] == EngineState.ACTIVE, outcome
    engine = Engine.objects.get(slug=outcome["slug"])
    assert engine.collection.found == len(THINGS)


@pytest.mark.timed
def test_a_slow_site_is_refused_in_time(served):
    started = time.monotonic()
    job = add_engine(served(entries.slow(0.9)))
    assert job.engine.state == EngineState.NO_RECORDS, job.log
    assert time.monotonic() - started < REFUSED_WITHIN


QUERIES = ("violin", "lighthouse", "hammer", "ancient", "garden")
MADE_UP = ("qzxwvkjhgfbp", "xbqjvwkpzgfx")
# Those that show the same for whatever they do not find, or say that they found nothing.
TOLD = {"popular_instead", "similar_and_said_so", "favourites_and_said_so"}


@pytest.mark.parametrize("name", ENGINES)
def test_it_is_learned_and_read_and_says_what_it_is(name, served):
    find, site = ENGINES[name]
    job = add_engine(served(site))
    assert job.engine.state == EngineState.ACTIVE, job.log
    for query, answer in zip(QUERIES, answers_of(job.engine, *QUERIES), strict=True):
        found = find(query)
        truth = [thing.title for thing in found.things]
        titles = [record.title for record in answer.records]
        if found.matched:
            assert titles == truth[: len(titles)], query
            assert len(titles) >= min(len(truth), PAGE), query
    reasons = {answer.reason for answer in answers_of(job.engine, *MADE_UP)}
    if name in TOLD:
        assert reasons == {AnswerReason.SHOWN_INSTEAD}
    outcome = outcome_of(job)
    if outcome["always_answers"]:
        assert "made-up words too" in job.engine.reason
        assert reasons == {AnswerReason.RECORDS}
    report = check_engine(job.engine)
    assert (report.kind, report.after) == (AnswerKind.RESULTS, EngineState.ACTIVE)


def test_what_is_shown_instead_may_differ_from_one_made_up_word_to_another(served, monkeypatch):
    def popular_by_letters(query: str) -> Found:
        found = matching(query)
        others = THINGS[2:80:9] if query.startswith("pzq") else THINGS[5:85:10]
        return Found(found) if found else Found(others, matched=False)

    monkeypatch.setattr(checking, "impossible_query", lambda _random: "pzqkgpvkgpv")
    job = add_engine(served(engine(popular_by_letters, as_cards)))
    assert not outcome_of(job)["always_answers"]
    report = check_engine(job.engine)
    assert (report.kind, report.mended) == (AnswerKind.RESULTS, False)


@pytest.mark.parametrize("site", NO_ENGINES.values(), ids=NO_ENGINES)
def test_what_does_not_follow_from_the_query_is_no_search(site, served):
    assert add_engine(served(site)).engine.state == EngineState.NO_RECORDS
