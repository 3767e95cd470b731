"""What searches tell about engines."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django_q.models import OrmQ

from discovery.engines.registration import change_state, register_engine
from discovery.models import Engine, EngineState
from wrappers.engines.answer import Answer, AnswerSource
from wrappers.engines.check_schedule import TRUSTED_FOR, claim_due_checks, record_mended
from wrappers.extraction import AnswerKind, AnswerReason
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
    """What the process of a test has seen."""
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


def test_the_second_broken_answer_stops_the_asking(engine: Engine, see: See) -> None:
    assert see(engine, "one", AnswerKind.BROKEN) == EngineState.ACTIVE
    assert see(engine, "two", AnswerKind.BROKEN) == EngineState.BROKEN
    assert not Engine.objects.searchable().exists()
    assert "odd page" in engine.events.first().reason
    assert OrmQ.objects.count() == 1, "the mending is queued"


def test_the_first_broken_answer_has_the_engine_checked_soon(engine: Engine, see: See) -> None:
    record_mended(engine)
    see(engine, "one", AnswerKind.BROKEN)
    watch = EngineWatch.objects.get()
    assert watch.next_check_at == watch.answered_at + TRUSTED_FOR
    EngineWatch.objects.update(answered_at=watch.answered_at - TRUSTED_FOR)
    see(engine, "one", AnswerKind.BROKEN)
    assert claim_due_checks() == [engine]


def test_one_query_asked_twice_counts_once(engine: Engine, see: See) -> None:
    see(engine, "One ", AnswerKind.BROKEN)
    assert see(engine, "one", AnswerKind.BROKEN) == EngineState.ACTIVE


def test_a_good_answer_clears_the_record(engine: Engine, see: See) -> None:
    see(engine, "one", AnswerKind.BROKEN)
    see(engine, "two", AnswerKind.RESULTS)
    assert engine.broken_queries == []
    assert see(engine, "three", AnswerKind.BROKEN) == EngineState.ACTIVE


@pytest.mark.parametrize(
    "kind", [AnswerKind.NO_RESULTS, AnswerKind.TIMEOUT, AnswerKind.ERROR, AnswerKind.BLOCKED]
)
def test_other_kinds_say_nothing_about_the_wrapper(
    engine: Engine, kind: AnswerKind, see: See
) -> None:
    for query in ("one", "two", "three"):
        assert see(engine, query, kind) == EngineState.ACTIVE


def test_queries_are_not_stored(engine: Engine, see: See) -> None:
    see(engine, "a secret question", AnswerKind.BROKEN)
    assert "secret" not in str(engine.broken_queries)


def test_queries_without_a_word_are_no_evidence(engine: Engine, see: See) -> None:
    for query in ("\N{GRINNING FACE}", "?!", "\ufffd\ufffd", "\N{N-ARY SUMMATION}"):
        assert see(engine, query, AnswerKind.BROKEN) == EngineState.ACTIVE
    assert engine.broken_queries == []


@pytest.mark.parametrize("query", ["\u65e5\u672c", "\u0928\u092e", "7"])
def test_words_of_any_script_and_numbers_are_evidence(engine: Engine, query: str, see: See) -> None:
    see(engine, query, AnswerKind.BROKEN)
    assert len(engine.broken_queries) == 1


def test_a_query_most_engines_do_not_understand_counts_against_none(seen: Observation) -> None:
    broken = [
        Answer(slug=str(n), reason=AnswerReason.NOT_UNDERSTOOD, seconds=0.1) for n in range(3)
    ]
    good = Answer(slug="good", reason=AnswerReason.RECORDS, seconds=0.1)
    assert seen.recording("odd", [*broken, good]) is None


def test_a_kept_answer_tells_nothing(engine: Engine, seen: Observation, see: See) -> None:
    see(engine, "one", AnswerKind.BROKEN)
    kept = Answer(engine.slug, AnswerReason.RECORDS, 0.0, source=AnswerSource.REMEMBERED)
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
