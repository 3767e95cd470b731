"""What searches tell about engines."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import timezone
from django_q.models import OrmQ

from discovery.engines.registration import change_state, register_engine
from discovery.models import Engine, EngineState
from wrappers.engines.answer import Answer, AnswerSource
from wrappers.engines.check_schedule import (
    HASTENED_A_MINUTE,
    HASTENED_EVERY,
    record_check,
    record_mended,
)
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.models import EngineWatch
from wrappers.monitoring.observation import MAX_FAILURES_IN_A_ROW, Observation, _is_odd

pytestmark = pytest.mark.django_db

See = Callable[[Engine, str, AnswerKind], str]


@pytest.fixture
def engine() -> Engine:
    engine, _ = register_engine("http://a.example/")
    change_state(engine, EngineState.LEARNING, "begun")
    change_state(engine, EngineState.ACTIVE, "learned")
    return engine


@pytest.fixture
def seen() -> Observation:
    return Observation()


@pytest.fixture
def see(seen: Observation) -> See:
    """Return what shows an answer of a kind to the process, and tells the engine's state then."""

    def show(engine: Engine, query: str, kind: AnswerKind) -> str:
        reason = next(reason for reason in AnswerReason if reason.kind is kind)
        seen.record(
            query, [Answer(slug=engine.slug, reason=reason, seconds=0.1, detail="odd page")]
        )
        engine.refresh_from_db()
        return engine.state

    return show


def checks_queued() -> int:
    return OrmQ.objects.count()


def test_a_broken_answer_brings_the_check_at_once_and_no_more(engine: Engine, see: See) -> None:
    record_mended(engine)
    assert see(engine, "one", AnswerKind.BROKEN) == EngineState.ACTIVE
    assert checks_queued() == 1
    assert see(engine, "two", AnswerKind.BROKEN) == EngineState.ACTIVE
    assert engine.events.first().reason == "learned", "nothing is told of what was asked"


def test_odd_queries_cause_no_storm_of_checks(engine: Engine, see: See) -> None:
    record_mended(engine)
    for number in range(30):
        see(engine, f"query {number}", AnswerKind.BROKEN)
        record_check(engine, AnswerKind.RESULTS)
    assert checks_queued() == 1, "the check found nothing: it is not brought forward again"
    EngineWatch.objects.update(hastened_at=timezone.now() - HASTENED_EVERY)
    see(engine, "later", AnswerKind.BROKEN)
    assert checks_queued() == 2


def test_a_check_that_found_something_may_come_again(engine: Engine, see: See) -> None:
    see(engine, "one", AnswerKind.BROKEN)
    record_check(engine, AnswerKind.BROKEN)
    record_mended(engine)
    see(engine, "two", AnswerKind.BROKEN)
    assert checks_queued() == 2


def test_of_many_engines_few_are_checked_in_a_minute(seen: Observation) -> None:
    for number in range(3 * HASTENED_A_MINUTE):
        engine, _ = register_engine(f"http://{number}.example/")
        change_state(engine, EngineState.LEARNING, "begun")
        change_state(engine, EngineState.ACTIVE, "learned")
        seen.record("odd", [Answer(engine.slug, AnswerReason.NOT_UNDERSTOOD, 0.1)])
    assert checks_queued() == HASTENED_A_MINUTE


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
def test_words_of_any_script_and_numbers_are_evidence(
    engine: Engine, query: str, kind: AnswerKind, checks: int, see: See
) -> None:
    assert see(engine, query, kind) == EngineState.ACTIVE
    assert checks_queued() == checks


def test_a_query_most_engines_do_not_understand_counts_against_none(seen: Observation) -> None:
    broken = [
        Answer(slug=str(n), reason=AnswerReason.NOT_UNDERSTOOD, seconds=0.1) for n in range(3)
    ]
    good = Answer(slug="good", reason=AnswerReason.RECORDS, seconds=0.1)
    assert seen.recording("odd", [*broken, good]) is None


def test_a_kept_answer_tells_nothing(engine: Engine, seen: Observation) -> None:
    kept = Answer(engine.slug, AnswerReason.NOT_UNDERSTOOD, 0.0, source=AnswerSource.REMEMBERED)
    assert seen.recording("two", [kept]) is None
    fresh = replace(kept, source=AnswerSource.ASKED)
    assert seen.recording("two", [fresh]) is not None


def test_time_lost_by_us_is_no_fault_of_an_engine(seen: Observation) -> None:
    ours = Answer("a", AnswerReason.OVERLOADED, 8.0)
    for _ in range(MAX_FAILURES_IN_A_ROW):
        assert not seen._is_relevant(ours)
    late = Answer("a", AnswerReason.NO_ANSWER, 8.0)
    judged = [seen._is_relevant(late) for _ in range(MAX_FAILURES_IN_A_ROW)]
    assert judged == [False] * (len(judged) - 1) + [True]
    good = Answer("b", AnswerReason.RECORDS, 1.0)
    assert not _is_odd([late, ours, ours, good])
    assert _is_odd([late, late, ours, good])
