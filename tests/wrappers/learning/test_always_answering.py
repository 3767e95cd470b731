"""Engines that show a list for made-up words too are learned; what only looks like one is not."""

import pytest

from discovery.models import EngineState
from tests.wrappers.asking import answers_of
from tests.wrappers.small_sites.always_answering import (
    FINDS,
    NO_ENGINES,
    OPENED,
    PAGE,
    UNOPENED,
    Found,
    as_cards,
    engine,
)
from tests.wrappers.small_sites.things import THINGS, matching
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.management.commands.add_engine import outcome_of
from wrappers.monitoring import checking
from wrappers.monitoring.checking import check_engine
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)
QUERIES = ("violin", "lighthouse", "hammer", "ancient", "garden")
MADE_UP = ("qzxwvkjhgfbp", "xbqjvwkpzgfx")
# Those that show the same for whatever they do not find, or say that they found nothing.
TOLD = {"popular_instead", "similar_and_said_so", "favourites_and_said_so"}


@pytest.mark.parametrize("name", [*OPENED, *UNOPENED])
def test_it_is_learned_and_read_and_says_what_it_is(name, served):
    job = add_engine(served((OPENED | UNOPENED)[name]))
    assert job.engine.state == EngineState.ACTIVE, job.log
    for query, answer in zip(QUERIES, answers_of(job.engine, *QUERIES), strict=True):
        found = FINDS[name](query)
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
