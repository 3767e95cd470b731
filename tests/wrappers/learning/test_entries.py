"""Sites that are entered by a way of their own, and engines that answer whatever is asked."""

import html
import json
import re
import time

import pytest
from django.urls import reverse

from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
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
from wrappers.learning.work import add_engine
from wrappers.management.commands.add_engine import outcome_of
from wrappers.monitoring import checking
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)
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
