"""Watching over engines in use: who is checked when, what searches tell, checks that fail."""

import random
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_q.models import OrmQ

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import change_state, register_engine
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from metasearch.presentation.labels import unavailable_labels
from tests.faults import Killed
from tests.wrappers.stored_engine import store_engine
from wrappers import tasks
from wrappers.engines.answer import Answer, AnswerSource
from wrappers.engines.check_schedule import (
    CHECK_INTERVAL,
    CHECKS_AT_ONCE,
    HASTENED_A_MINUTE,
    HASTENED_EVERY,
    claim_due_checks,
    delay_after,
    record_check,
    record_good_answers,
)
from wrappers.engines.registry import unavailable_engines
from wrappers.engines.versions import give_time
from wrappers.models import LONGEST_RETRY, EngineWatch, WrapperVersion
from wrappers.monitoring import checking
from wrappers.monitoring.checking import CheckFailedError
from wrappers.monitoring.observation import MAX_FAILURES_IN_A_ROW, Observation, _is_odd

pytestmark = pytest.mark.django_db


def make_engine(number: int = 0) -> Engine:
    engine, _ = register_engine(f"http://site{number}.example/")
    WrapperVersion.objects.create(
        engine=engine, number=1, wrapper={}, formula="", support=1, is_active=True
    )
    change_state(engine, EngineState.LEARNING, "begun")
    change_state(engine, EngineState.ACTIVE, "learned")
    return engine


def make_due(engine: Engine) -> EngineWatch:
    watch, _ = EngineWatch.objects.get_or_create(engine=engine)
    watch.next_check_at = timezone.now() - timedelta(seconds=1)
    watch.save()
    return watch


def test_checks_are_planned_rarer_as_they_fail():
    delays = [delay_after(number, random.Random(number)) for number in range(1, 30)]
    assert delays[0] < timedelta(minutes=7)
    assert all(later > sooner for sooner, later in pairwise(delays[:8]))
    assert max(delays) == LONGEST_RETRY
    assert delay_after(1) != delay_after(1), "times are spread"
    engine = make_engine()
    record_check(engine, AnswerKind.BLOCKED)
    record_check(engine, AnswerKind.TIMEOUT)
    watch = EngineWatch.objects.get()
    assert (watch.failures, watch.last_kind, watch.answered_at) == (2, "TIMEOUT", None)
    assert watch.next_check_at < timezone.now() + timedelta(minutes=15)
    record_check(engine, AnswerKind.RESULTS)
    watch.refresh_from_db()
    assert watch.failures == 0
    assert watch.next_check_at > timezone.now() + CHECK_INTERVAL * 0.7


@pytest.mark.parametrize(
    ("last", "failures"), [(AnswerKind.ERROR, 1), (AnswerKind.RESULTS, 4), (AnswerKind.BLOCKED, 4)]
)
def test_engines_that_nobody_reaches_are_asked_no_less(last, failures):
    engine, near, other = map(make_engine, range(3))
    record_check(near, AnswerKind.TIMEOUT)
    record_check(other, last)
    for _ in range(4):
        record_check(engine, AnswerKind.TIMEOUT)
    assert EngineWatch.objects.get(engine=engine).failures == failures


def test_due_engines_are_checked_once_and_a_few_at_a_time():
    engines = [make_engine(number) for number in range(CHECKS_AT_ONCE + 2)]
    assert claim_due_checks() == [], "an engine just learned is not due"
    for engine in engines:
        make_due(engine)
    assert tasks.check_due_engines() == CHECKS_AT_ONCE
    assert OrmQ.objects.count() == CHECKS_AT_ONCE
    assert tasks.check_due_engines() == 2
    assert tasks.check_due_engines() == 0


@pytest.mark.parametrize("state", [EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED])
def test_broken_and_suspended_engines_are_tried_again_paused_ones_are_not(engine, state):
    make_due(engine)
    change_state(engine, state, "seen")
    assert claim_due_checks() == ([] if state is EngineState.PAUSED else [engine])


@pytest.mark.parametrize(
    ("seconds", "before", "after"),
    [(3.0, None, None), (5.1, None, 11.0), (15.0, None, 20.0), (15.0, 9.0, 9.0)],
)
def test_searches_wait_for_a_slow_engine_unless_a_person_said_how_long(seconds, before, after):
    engine = store_engine().engine
    asked = ConnectionDescription(template="http://one.example/?q={searchTerms}")
    version = WrapperVersion(engine=engine, description=to_xml(asked).decode())
    Engine.objects.update(deadline=before)
    give_time(engine, version, seconds)
    engine.refresh_from_db()
    told = engine.events.filter(reason__startswith=f"It took {seconds} s").count()
    assert (engine.deadline, engine.version, told) == (after, before != after, before != after)


def test_good_answers_of_searches_put_the_check_off(engine):
    watch = make_due(engine)
    record_good_answers({engine.slug})
    watch.refresh_from_db()
    assert watch.next_check_at > timezone.now()
    assert watch.answered_at is not None
    assert claim_due_checks() == []


def test_silence_that_lasts_is_looked_into(engine, seen):
    silent = Answer(slug=engine.slug, reason=AnswerReason.LOGIN, seconds=0.1)
    for _ in range(MAX_FAILURES_IN_A_ROW - 1):
        assert seen.recording("words", [silent]) is None
    seen.record("words", [silent])
    assert OrmQ.objects.count() == 1


def test_the_search_page_says_when_an_engine_is_tried_again(engine):
    change_state(engine, EngineState.SUSPENDED, "down")
    watch = make_due(engine)

    def said() -> str:
        return unavailable_labels(unavailable_engines())[0]["state"]

    assert "being looked into" in said()
    watch.next_check_at = timezone.now() + timedelta(minutes=40, seconds=30)
    watch.save()
    assert "tried again in 40" in said()
    change_state(engine, EngineState.PAUSED, "by a person")
    assert "again" not in said()


@pytest.mark.parametrize("fault", [RecursionError("too deep"), MemoryError(), AssertionError()])
def test_a_check_that_raises_is_shown_and_planned_ever_less_often(engine, monkeypatch, fault):
    monkeypatch.setattr(checking, "make_ready_engine", Mock(side_effect=fault))
    delays = []
    for _ in range(6):
        make_due(engine)
        assert tasks.check_due_engines() == 1
        with pytest.raises(CheckFailedError):
            tasks.check(engine.pk)
        watch = EngineWatch.objects.get()
        delays.append(watch.next_check_at - timezone.now())
        assert tasks.check_due_engines() == 0
    assert delays[-1] > timedelta(hours=1) > delays[0] > timedelta(minutes=3)
    assert watch.last_kind == "ERROR"
    assert type(fault).__name__ in engine.events.first().reason
    OrmQ.objects.all().delete()
    with pytest.raises(CommandError, match=type(fault).__name__):
        call_command("check_engine", engine.slug)


def test_a_check_that_kills_its_worker_is_planned_before_it_begins(engine, monkeypatch):
    monkeypatch.setattr(checking, "make_ready_engine", Mock(side_effect=Killed()))
    for _ in range(2):
        make_due(engine)
        with pytest.raises(Killed):
            tasks.check(engine.pk)
        assert tasks.check_due_engines() == 0
    assert EngineWatch.objects.get().unfinished_checks == 2
    assert "did not end" in engine.events.first().reason


@pytest.fixture
def engine() -> Engine:
    return make_engine()


@pytest.fixture
def seen() -> Observation:
    return Observation()


def see(engine: Engine, query: str, kind: AnswerKind) -> str:
    reason = next(reason for reason in AnswerReason if reason.kind is kind)
    Observation().record(query, [Answer(engine.slug, reason, 0.1, detail="odd page")])
    engine.refresh_from_db()
    return engine.state


def test_odd_queries_cause_no_storm_of_checks_but_where_they_find_something(engine):
    record_check(engine, AnswerKind.RESULTS)
    for number in range(30):
        see(engine, f"query {number}", AnswerKind.BROKEN)
        record_check(engine, AnswerKind.RESULTS)
    assert OrmQ.objects.count() == 1, "the check found nothing: it is not brought forward again"
    EngineWatch.objects.update(hastened_at=timezone.now() - HASTENED_EVERY)
    see(engine, "later", AnswerKind.BROKEN)
    assert OrmQ.objects.count() == 2
    record_check(engine, AnswerKind.BROKEN)
    record_check(engine, AnswerKind.RESULTS)
    see(engine, "once more", AnswerKind.BROKEN)
    assert OrmQ.objects.count() == 3


def test_of_many_engines_few_are_checked_in_a_minute(seen):
    for number in range(3 * HASTENED_A_MINUTE):
        engine = make_engine(number)
        seen.record("odd", [Answer(engine.slug, AnswerReason.NOT_UNDERSTOOD, 0.1)])
    assert OrmQ.objects.count() == HASTENED_A_MINUTE


@pytest.mark.parametrize(
    ("query", "kind", "checks"),
    [
        *((sign, AnswerKind.BROKEN, 0) for sign in ("\N{GRINNING FACE}", "?!", "\ufffd", "∑")),
        *((word, AnswerKind.BROKEN, 1) for word in ("日本", "नम", "7")),
        # Other kinds say nothing about the wrapper.
        *(("one", kind, 0) for kind in (AnswerKind.NO_RESULTS, AnswerKind.TIMEOUT)),
        *(("one", kind, 0) for kind in (AnswerKind.ERROR, AnswerKind.BLOCKED)),
    ],
)
def test_words_of_any_script_and_numbers_are_evidence(engine, query, kind, checks):
    assert see(engine, query, kind) == EngineState.ACTIVE
    assert OrmQ.objects.count() == checks


def test_what_counts_against_none(seen, engine):
    good = Answer("good", AnswerReason.RECORDS, 0.1)
    broken = [Answer(str(n), AnswerReason.NOT_UNDERSTOOD, 0.1) for n in range(3)]
    assert seen.recording("odd", [*broken, good]) is None
    ours = Answer("a", AnswerReason.OVERLOADED, 8.0)
    for _ in range(MAX_FAILURES_IN_A_ROW):
        assert not seen._is_relevant(ours)
    late = Answer("a", AnswerReason.NO_ANSWER, 8.0)
    judged = [seen._is_relevant(late) for _ in range(MAX_FAILURES_IN_A_ROW)]
    assert judged == [False] * (len(judged) - 1) + [True]
    assert not _is_odd([late, ours, ours, good])
    assert _is_odd([late, late, ours, good])
    kept = Answer(engine.slug, AnswerReason.NOT_UNDERSTOOD, 0.0, source=AnswerSource.REMEMBERED)
    assert seen.recording("two", [kept]) is None
    fresh = replace(kept, source=AnswerSource.ASKED)
    assert seen.recording("two", [fresh]) is not None
