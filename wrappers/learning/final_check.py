"""The check that ends learning: the wrapper meets queries that it was not learned from."""

import random
from collections.abc import Sequence

from discovery.models import EngineState
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.asking import ask
from wrappers.extraction.answers.kinds import AnswerKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.always_answering import MIN_LIST, depends_on_query
from wrappers.induction.probing.probing import COMMON_LETTERS, impossible_query, words_from_results
from wrappers.learning.comparison import conclude_check, title_queries
from wrappers.learning.failures import ask_more_or_give_up_form, give_up_form
from wrappers.learning.paging import shows_unknown_way_on
from wrappers.learning.step_context import (
    ANSWER_DEADLINE,
    LEARN_ANEW,
    StepContext,
    StepResult,
    draft_engine,
    sample_page,
)
from wrappers.models import SampleRole

# Words tried for the check: one alone may find nothing.
CHECK_QUERIES = 4
# What is said of an engine that shows something for whatever is asked.
ALWAYS_ANSWERS = (
    "It shows results for made-up words too: whether it found what was asked cannot be told."
)
OFTEN_ANSWERS = (
    "It shows other things where it finds nothing; they are told from results where that is known."
)


def check(context: StepContext) -> StepResult:
    """Ask what was not asked before, and a new impossible query; both must come out right."""
    engine = draft_engine(context)
    texts = [
        f"{record.title} {record.snippet}"
        for stored in context.samples(SampleRole.RESULTS)
        for record in engine.wrapper.extract(stored.page()).records
    ]
    words = dict.fromkeys((*words_from_results(texts), *context.state.words))
    fresh = [word for word in words if word not in context.state.asked][:CHECK_QUERIES]
    # Words may find nothing; what finds a known record proves that the engine is read again.
    fresh = [*fresh[: CHECK_QUERIES // 2], *title_queries(context), *fresh[CHECK_QUERIES // 2 :]]
    problem = "there is no word left to check with"
    for word in fresh:
        context.update(asked=(*context.state.asked, word))
        answer = context.run(ask(context.client, engine, word, deadline=ANSWER_DEADLINE))
        if answer.kind is AnswerKind.RESULTS:
            return _learn_from_checked_page(context, engine, word, answer) or _check_impossible(
                context, engine, word, answer
            )
        problem = f"“{word}” was answered {answer.kind.words}: {answer.detail}"
        if answer.response is not None and answer.kind is AnswerKind.BROKEN:
            sample = sample_page(context, SampleRole.RESULTS, word, answer.response)
            return ask_more_or_give_up_form(
                context, EngineState.FAILED, f"The check failed: {problem}", sample
            )
    return ask_more_or_give_up_form(context, EngineState.FAILED, f"The check failed: {problem}")


def _learn_from_checked_page(
    context: StepContext, engine: ReadyEngine, word: str, good: Answer
) -> StepResult | None:
    """Learn once more, with the page that was to check: it is the first that leads on to another.

    Only once, and not for a wrapper that was adapted: it keeps what the one before it knew.
    """
    found = context.state.found
    if found is None or found.strategy != LEARN_ANEW or context.state.way_on:
        return None
    if good.response is None or not shows_unknown_way_on(context, engine, word, good):
        return None
    context.update(way_on=True)
    return StepResult(
        f"“{word}” is the first query that finds more than a page: learning from it too",
        "learn",
        samples=(sample_page(context, SampleRole.RESULTS, word, good.response),),
    )


def _check_impossible(
    context: StepContext, engine: ReadyEngine, word: str, good: Answer
) -> StepResult:
    """The second half of the check: nothing must be found where nothing is."""
    if engine.no_result is None or context.state.always_answers:
        return _check_changes(context, engine, word, good)
    shows_others = bool(engine.no_result.instead)
    # The two that were asked are alike: what they were answered may be what is nearest to both.
    letters = {"letters": COMMON_LETTERS} if shows_others else {}
    query = impossible_query(random.SystemRandom(), **letters)
    answer = context.run(ask(context.client, engine, query, deadline=ANSWER_DEADLINE))
    if answer.kind is not AnswerKind.NO_RESULTS:
        problem = (
            f"the impossible query “{query}” was answered {answer.kind.words}: {answer.detail}"
        )
        sample = answer.response and sample_page(
            context, SampleRole.NO_RESULT, query, answer.response
        )
        if len(answer.records) >= MIN_LIST:
            context.update(always_answers=True)
        return ask_more_or_give_up_form(
            context, EngineState.FAILED, f"The check failed: {problem}", sample or None
        )
    outcome = f"“{word}”: {len(good.records)} records; “{query}”: no results"
    return conclude_check(context, word, good, outcome, OFTEN_ANSWERS if shows_others else "")


def _check_changes(
    context: StepContext, engine: ReadyEngine, word: str, good: Answer
) -> StepResult:
    """The second half for an engine that always answers: its lists follow from what is asked."""
    again = context.run(ask(context.client, engine, word, deadline=ANSWER_DEADLINE))
    lists = [
        (word, _keys(good.records)),
        (word, _keys(again.records)),
        *(
            (stored.query, _keys(engine.wrapper.records(stored.page())))
            for stored in context.samples(SampleRole.RESULTS)
        ),
    ]
    if not depends_on_query(lists):
        problem = "what it lists does not follow from what is asked"
        return give_up_form(context, EngineState.NO_RECORDS, f"It is no search: {problem}.", {})
    told = ALWAYS_ANSWERS if engine.no_result is None else OFTEN_ANSWERS
    outcome = f"“{word}”: {len(good.records)} records, the same again. {told}"
    return conclude_check(context, word, good, outcome, told)


def _keys(records: Sequence[ResultRecord]) -> list[str]:
    return [record.url or record.title for record in records]
