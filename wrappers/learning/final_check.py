"""The check that ends learning: held to queries it was not learned from, and to what was known.

Every version goes through it before it is used, however it was found. A repair that fails is
proposed to a person. What a person asked for is used, and its difference told.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind
from wrappers.adaptation.acceptance import find_objections
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.expectations import ReadAnswer, find_missing_essentials
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.query_session import ask
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.no_result import MIN_LIST, depends_on_query
from wrappers.induction.probing import COMMON_LETTERS, impossible_query, words_from_results
from wrappers.learning.failures import ask_more_or_give_up_form, give_up_form
from wrappers.learning.flow import StepOutcome, StepResult, end_job
from wrappers.learning.known_answers import ask_by_titles, known_answers, past_reading, readable
from wrappers.learning.learned_version import draft_engine
from wrappers.learning.paging import shows_unknown_way_on
from wrappers.learning.step_context import (
    ANSWER_DEADLINE,
    LEARN_ANEW,
    UNCHANGED,
    StepContext,
    ask_stored,
    sample_page,
)
from wrappers.models import RESULT_ROLES, CheckedAnswer, SamplePage, SampleRole

# What is said of an engine that answers no program.
IN_BROWSER = (
    "It is searched in a browser, which takes seconds: no request that can be sent without brings "
    "its results."
)


def conclude_check(
    context: StepContext, query: str, good: Answer, outcome: str, told: str = ""
) -> StepResult:
    """Go on after a check that came out right; `told` must be known of the engine besides."""
    assert good.response is not None
    in_browser = IN_BROWSER if context.description.in_browser else ""
    reason = f"Learned and checked: “{query}” gave {len(good.records)} records."
    reason = " ".join(filter(None, (reason, in_browser, told)))
    evidence = {
        "url": good.url, "status": good.response.status, "query": query,
        "seconds": round(good.seconds, 1),
    }  # fmt: skip
    context.update(checked=CheckedAnswer(reason, evidence))
    sample = sample_page(context, SampleRole.CHECK, query, good.response)
    if context.job.engine.wrapper_versions.in_use() is not None:
        return StepResult(outcome, StepOutcome.DONE, (sample,))
    pages = context.samples(*RESULT_ROLES)
    lacking = find_missing_essentials(_records(_read(context, [*pages, sample])))
    if lacking:
        return _refuse(context, lacking)
    return replace(end_job(EngineState.ACTIVE, reason, evidence), told=outcome, samples=(sample,))


def compare_with_known(context: StepContext) -> StepResult:
    """Ask the known queries that were not asked yet, then hold what is read to what was."""
    version = context.job.engine.wrapper_versions.in_use()
    known = known_answers(version)
    pages = context.samples(*RESULT_ROLES)
    done = {*(stored.query for stored in pages), *context.state.compared}
    left = [answer.query for answer in known if answer.query not in done]
    if left:
        return _ask(context, left[0])
    readings = _read(context, pages)
    lacking = find_missing_essentials(_records(readings), _records(known))
    if version is None or not known:
        return _conclude(context, lacking, lacking)
    by_title = ask_by_titles(known)
    queries = {answer.query for answer in (*known, *by_title)}
    # The last answer to each: a query may have been asked twice.
    today = {reading.query: reading for reading in readings if reading.query in queries}
    assert context.state.found is not None
    found = find_objections(
        replace(past_reading(version, known), by_title=by_title),
        list(today.values()),
        is_unchanged=context.state.found.strategy == UNCHANGED,
    )
    left = [answer.query for answer in by_title if answer.query not in done]
    if found and left and context.state.mending:
        # What cannot be proven by what words give may be by what titles give.
        return _ask(context, left[0])
    return _conclude(context, lacking, found or lacking)


def _read(context: StepContext, pages: Iterable[SamplePage]) -> list[ReadAnswer]:
    """Read pages as they will be: each by what first finds records on it."""
    wrappers = [reader.wrapper for reader in draft_engine(context).readers]
    return [
        ReadAnswer(query, page, next(filter(None, (each.records(page) for each in wrappers)), ()))
        for query, page in readable(pages)
    ]


def _records(answers: Sequence[ReadAnswer] | Sequence[KnownAnswer]) -> list[ResultRecord]:
    return [record for answer in answers for record in answer.records]


def _ask(context: StepContext, query: str) -> StepResult:
    context.update(compared=(*context.state.compared, query))
    return ask_stored(context, query, SampleRole.CHECK)[0]


def _conclude(
    context: StepContext, lacking: Sequence[str], objections: tuple[str, ...]
) -> StepResult:
    told = "; ".join(objections)
    checked = context.state.checked
    assert checked is not None
    reason, evidence = checked.reason, checked.evidence
    if objections and context.state.mending:
        ended = end_job(EngineState.BROKEN, told, evidence, objections=objections)
        return replace(ended, told=f"for a person to decide: {told}")
    if lacking:
        return _refuse(context, lacking)
    if objections:
        reason = f"{reason} What differs from the version before: {told}."
    ended = end_job(EngineState.ACTIVE, reason, evidence)
    return replace(ended, told=told or "the known records are read as they were")


def _refuse(context: StepContext, lacking: Sequence[str]) -> StepResult:
    reason = f"What was found are no results: {'; '.join(lacking)}."
    assert context.state.checked is not None
    return give_up_form(context, EngineState.NO_RECORDS, reason, context.state.checked.evidence)


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
    version = context.job.engine.wrapper_versions.in_use() if context.state.mending else None
    by_titles = [each.query for each in ask_by_titles(known_answers(version))]
    # Words may find nothing; what finds a known record proves that the engine is read again.
    fresh = [*fresh[: CHECK_QUERIES // 2], *by_titles, *fresh[CHECK_QUERIES // 2 :]]
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
            return _fail(context, problem, sample)
    return _fail(context, problem)


def _fail(context: StepContext, problem: str, sample: SamplePage | None = None) -> StepResult:
    reason = f"The check failed: {problem}"
    return ask_more_or_give_up_form(context, EngineState.FAILED, reason, sample)


def _learn_from_checked_page(
    context: StepContext, engine: ReadyEngine, word: str, good: Answer
) -> StepResult | None:
    """Learn once more, with the page that was to check: the first that leads on to another."""
    found = context.state.found
    if found is None or found.strategy != LEARN_ANEW or context.state.way_on:
        return None
    if good.response is None or not shows_unknown_way_on(engine, word, good):
        return None
    context.update(way_on=True)
    return StepResult(
        f"“{word}” is the first query that finds more than a page: learning from it too",
        StepOutcome.LEADS_ON,
        (sample_page(context, SampleRole.RESULTS, word, good.response),),
    )


def _check_impossible(
    context: StepContext, engine: ReadyEngine, word: str, good: Answer
) -> StepResult:
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
        sample = None
        if answer.response is not None:
            sample = sample_page(context, SampleRole.NO_RESULT, query, answer.response)
        if len(answer.records) >= MIN_LIST:
            context.update(always_answers=True)
        return _fail(context, problem, sample)
    outcome = f"“{word}”: {len(good.records)} records; “{query}”: no results"
    return conclude_check(context, word, good, outcome, OFTEN_ANSWERS if shows_others else "")


def _check_changes(
    context: StepContext, engine: ReadyEngine, word: str, good: Answer
) -> StepResult:
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
