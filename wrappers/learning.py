"""Learning an engine, step by step: from an address to a checked wrapper.

The way of the data is DESIGN.md's "Learn". Every step is short, reads what the steps before it
stored in the job, and returns a `Move`; `wrappers/services.py` stores it. So a job can be worked
off in slices by any worker, and a step that was cut off is simply done again.
"""

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from discovery.connection import (
    ConnectionDescription,
    EngineRequest,
    FormGoneError,
    PagingRule,
    QueryError,
    build_request,
    from_xml,
    infer_paging,
    to_xml,
)
from discovery.fetching import CookieSession, Fetcher, FetchError, Response
from discovery.form_discovery import DiscoveryError, blocked_state, excerpt, survey_site
from discovery.pages import NotHtmlError, Page, blocking_reason, visible_text
from discovery.states import EngineState
from wrappers.asking import (
    Answer,
    Conversation,
    ReadyEngine,
    ask,
    parse_response,
    send_query,
)
from wrappers.extraction import (
    AnswerKind,
    NoResultSignature,
    wrapper_from_json,
    wrapper_to_json,
)
from wrappers.imported_selectors import consult_selectors, imported_selectors
from wrappers.induction import (
    InductionError,
    LearnedWrapper,
    impossible_query,
    learn_wrapper,
    probe_words,
    rank_words,
    words_from_results,
)
from wrappers.induction import SamplePage as Sample
from wrappers.models import LearningJob, SamplePage, SampleRole
from wrappers.proposed_connection import (
    ProposedConnection,
    fetch_home_page,
    proposed_connection,
)

T = TypeVar("T")

ANSWER_DEADLINE = 20.0
PAGING_DEADLINE = 40.0
# Result pages asked for before a wrapper is tried. Seed 002, section 2.6: "a number of
# program-generated queries"; with three, what two of them share by chance is outvoted.
WANTED_RESULT_PAGES = 4
LEAST_RESULT_PAGES = 2
# Queries spent on one form before it is given up. Guess: a small site in one language about one
# thing (the hardest met so far) had its first hit at the twentieth.
MAX_QUERIES = 24
# Impossible queries: what differs between their pages is the query's echo, not the page.
IMPOSSIBLE_QUERIES = 2
# Words tried for the check: one alone may find nothing.
CHECK_QUERIES = 4
# How often a failed check may send the learner back for more pages.
MAX_ROUNDS = 3
MAX_STORED_WORDS = 80
# Records a page needs to be worth learning from (seed 002, system architecture: "at least four").
LEAST_RECORDS = 4

# Which failure an engine is shown with when several forms failed in several ways.
TELLING = (
    EngineState.NO_RECORDS,
    EngineState.BLOCKED,
    EngineState.JAVASCRIPT_ONLY,
    EngineState.FAILED,
    EngineState.UNREACHABLE,
    EngineState.NO_FORM,
)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ends: the engine's state, why, and the evidence."""

    state: EngineState
    reason: str
    evidence: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """What a step found: what it says, what comes next, and what is to be stored."""

    outcome: str
    next_step: str | None = None
    samples: tuple[SamplePage, ...] = ()
    drop_samples: bool = False
    ending: Ending | None = None


class Work:
    """One slice of work on a job: its row, its progress, and an open line to the web."""

    def __init__(self, job: LearningJob, runner: asyncio.Runner, fetcher: Fetcher) -> None:
        self.job = job
        self.progress: dict[str, Any] = dict(job.progress)
        self.fetcher = fetcher
        self._runner = runner

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run network work to its end."""
        return self._runner.run(coroutine)

    @property
    def description(self) -> ConnectionDescription:
        """The connection description of the form being tried."""
        return from_xml(self.progress["candidates"][self.progress["candidate"]]["xml"].encode())

    def set_description(self, description: ConnectionDescription) -> None:
        """Replace the description of the form being tried."""
        self.progress["candidates"][self.progress["candidate"]]["xml"] = to_xml(
            description
        ).decode()

    def samples(self, *roles: SampleRole) -> list[SamplePage]:
        """Return the stored pages of these roles, oldest first."""
        return list(self.job.samples.filter(role__in=roles))


def find_form(work: Work) -> Move:
    """Take the connection proposed with the engine, else find the forms of its site."""
    proposed = None if "failures" in work.progress else proposed_connection(work.job)
    return _survey_site(work) if proposed is None else _try_proposed(work, proposed)


def _try_proposed(work: Work, proposed: ProposedConnection) -> Move:
    """Try a connection that was proposed; the site's own pages only tell what to ask for."""
    description = proposed.description
    home_url = description.home_url or work.job.engine.home_url
    pages = work.run(fetch_home_page(work.fetcher, home_url))
    work.progress |= {
        "candidates": [{"xml": to_xml(description).decode(), "cues": [proposed.origin]}],
        "candidate": 0,
        "words": _first_words(probe_words(pages, description.language)),
        "name": description.site_name or work.job.engine.name,
        "failures": [],
        "survey_left": proposed.site_may_be_surveyed,
    }
    return Move(f"{proposed.origin}: {description.template or description.action}", "connect")


def _survey_site(work: Work) -> Move:
    """Fetch the site, find its forms, describe the connections worth trying."""
    try:
        survey = work.run(survey_site(work.fetcher, work.job.engine.home_url))
    except DiscoveryError as error:
        return _end_failed(work, error.state, str(error), error.evidence)
    home = survey.pages[0]
    best = survey.candidates[0]
    work.progress |= {
        "candidates": [
            {"xml": to_xml(candidate.description).decode(), "cues": list(candidate.cues)}
            for candidate in survey.candidates
        ],
        "candidate": 0,
        "words": _first_words(probe_words(survey.pages, best.description.language)),
        "name": best.description.site_name or home.title,
        "failures": work.progress.get("failures", []),
    }
    where = best.description.form_page or home.url
    return Move(
        f"{len(survey.candidates)} to try, the best at {where} ({', '.join(best.cues[:3])})",
        "connect",
    )


def connect(work: Work) -> Move:
    """Send a test query through the form and look at what comes back (seed 002, 2.5, step 4)."""
    work.progress |= {"asked": [], "rounds": 0, "wrapper": None}
    word = _next_word(work)
    try:
        response, page = work.run(_ask_for_page(work, word))
    except (FetchError, NotHtmlError, QueryError, FormGoneError) as error:
        return _give_up_form(work, EngineState.UNREACHABLE, f"The test query failed: {error}", {})
    evidence = _evidence(response, page, word)
    reason = blocking_reason(page)
    if reason:
        return _give_up_form(
            work, blocked_state(reason), f"The test query was answered by: {reason}.", evidence
        )
    if response.status >= 400 and response.status != 404:
        return _give_up_form(
            work,
            EngineState.FAILED,
            f"The test query was answered with HTTP status {response.status}.",
            evidence,
        )
    sample = _sample(work, SampleRole.RESULTS, word, response)
    return Move(
        f"“{word}” answered with status {response.status}, {len(response.body):,} bytes",
        "ask_impossible",
        samples=(sample,),
    )


def ask_impossible(work: Work) -> Move:
    """Ask for terms that exist nowhere: the no-result page (seed 002, 2.6, step 1)."""
    samples = []
    for _ in range(IMPOSSIBLE_QUERIES):
        query = impossible_query(random.SystemRandom())
        try:
            response, _page = work.run(_ask_for_page(work, query))
        except (FetchError, NotHtmlError, QueryError, FormGoneError) as error:
            return _give_up_form(
                work, EngineState.FAILED, f"The impossible query failed: {error}", {}
            )
        samples.append(_sample(work, SampleRole.NO_RESULT, query, response))
    return Move(
        f"“{samples[0].query}” answered with status {samples[0].status}",
        "ask_samples",
        samples=tuple(samples),
    )


def ask_samples(work: Work) -> Move:
    """Ask one generated query; go on until enough pages look like result pages."""
    word = _next_word(work)
    if word is None or len(work.progress["asked"]) > MAX_QUERIES:
        return _after_last_query(work)
    try:
        response, page = work.run(_ask_for_page(work, word))
    except (FetchError, NotHtmlError, QueryError, FormGoneError) as error:
        if len(work.progress["asked"]) >= MAX_QUERIES:
            return _after_last_query(work)
        return Move(f"“{word}”: {error}", "ask_samples")
    reason = blocking_reason(page)
    if reason:
        return _give_up_form(
            work,
            blocked_state(reason),
            f"A query was answered by: {reason}.",
            _evidence(response, page, word),
        )
    sample = _sample(work, SampleRole.RESULTS, word, response)
    stored_pages = [*work.samples(SampleRole.RESULTS), sample]
    signature = _signature(work, stored_pages)
    found = [
        stored for stored in stored_pages if not signature.matches(stored.page(), stored.query)
    ]
    if sample in found:
        _add_words(work, page)
    enough = len(found) >= WANTED_RESULT_PAGES + 2 * work.progress["rounds"]
    return Move(
        f"“{word}”: {len(found)} result pages so far",
        "learn" if enough else "ask_samples",
        samples=(sample,),
    )


def learn(work: Work) -> Move:
    """Learn a wrapper from the stored pages."""
    results, no_results = work.samples(SampleRole.RESULTS), work.samples(SampleRole.NO_RESULT)
    signature = _signature(work, results)
    pairs = [(stored, Sample(stored.page(), stored.query)) for stored in results]
    pairs = [
        (stored, each) for stored, each in pairs if not signature.matches(each.page, each.query)
    ]
    useful = [sample for _, sample in pairs]
    problem, told, learned = "", "", None
    try:
        learned = learn_wrapper(useful, no_results[0].page())
    except InductionError as error:
        problem = str(error)
    selectors = imported_selectors(work.job.engine)
    # When the check refused what the selectors found, it is the learned wrapper's turn.
    if selectors is not None and work.progress["rounds"] == 0:
        learned, told = consult_selectors(selectors, [stored for stored, _ in pairs], learned)
    if learned is None:
        return _more_pages_or_next_form(
            work, EngineState.NO_RECORDS, f"No wrapper could be learned: {problem}"
        )
    counts = [len(learned.wrapper.extract(sample.page).records) for sample in useful]
    if sum(count >= LEAST_RECORDS for count in counts) < LEAST_RESULT_PAGES:
        move = _more_pages_or_next_form(
            work,
            EngineState.NO_RECORDS,
            f"Fewer than {LEAST_RESULT_PAGES} pages have {LEAST_RECORDS} records (found {counts}).",
        )
        if move.next_step == "ask_samples":
            return move
        if not any(counts):
            return move
    _keep_learned(work, learned, signature)
    return Move(
        f"{learned.inducer}: {sum(counts)} records on {len(useful)} pages, "
        f"support {learned.support}{told and f'; {told}'}",
        "learn_paging",
    )


def learn_paging(work: Work) -> Move:
    """Follow the next-page rule and learn how to ask for any page directly."""
    engine = draft_engine(work)
    queries = [
        stored.query
        for stored in work.samples(SampleRole.RESULTS)
        if engine.wrapper.request_after(stored.page()) is not None
    ]
    if not queries:
        return Move("no further pages seen", "check")
    try:
        rule, outcome = work.run(_learn_paging(work.fetcher, engine, queries))
    except (FetchError, NotHtmlError, QueryError, FormGoneError) as error:
        return Move(f"further pages could not be fetched: {error}", "check")
    if rule is not None:
        work.set_description(replace(work.description, paging=rule))
    return Move(outcome, "check")


def check(work: Work) -> Move:
    """Ask what was not asked before, and a new impossible query; both must come out right."""
    engine = draft_engine(work)
    texts = [
        f"{record.title} {record.snippet}"
        for stored in work.samples(SampleRole.RESULTS)
        for record in engine.wrapper.extract(stored.page()).records
    ]
    asked = work.progress["asked"]
    words = (*words_from_results(texts), *work.progress["words"])
    fresh = [word for word in dict.fromkeys(words) if word not in asked][:CHECK_QUERIES]
    problem = "there is no word left to check with"
    for word in fresh:
        asked.append(word)
        answer = work.run(ask(work.fetcher, engine, word, deadline=ANSWER_DEADLINE))
        if answer.kind is AnswerKind.RESULTS:
            return _check_impossible(work, engine, word, answer)
        problem = f"“{word}” was answered {answer.kind}: {answer.detail}"
        if answer.response is not None and answer.kind is AnswerKind.BROKEN:
            sample = _sample(work, SampleRole.RESULTS, word, answer.response)
            return _more_pages_or_next_form(
                work, EngineState.FAILED, f"The check failed: {problem}", sample
            )
    return _more_pages_or_next_form(work, EngineState.FAILED, f"The check failed: {problem}")


def _check_impossible(work: Work, engine: ReadyEngine, word: str, good: Answer) -> Move:
    """The second half of the check: nothing must be found where nothing is."""
    query = impossible_query(random.SystemRandom())
    answer = work.run(ask(work.fetcher, engine, query, deadline=ANSWER_DEADLINE))
    if answer.kind is not AnswerKind.NO_RESULTS:
        problem = f"the impossible query “{query}” was answered {answer.kind}: {answer.detail}"
        sample = answer.response and _sample(work, SampleRole.NO_RESULT, query, answer.response)
        return _more_pages_or_next_form(
            work, EngineState.FAILED, f"The check failed: {problem}", sample or None
        )
    assert good.response is not None
    return Move(
        f"“{word}”: {len(good.records)} records; “{query}”: no results",
        samples=(_sample(work, SampleRole.CHECK, word, good.response),),
        ending=Ending(
            EngineState.ACTIVE,
            f"Learned and checked: “{word}” gave {len(good.records)} records.",
            {"url": good.url, "status": good.response.status, "query": word},
        ),
    )


STEPS: dict[str, Callable[[Work], Move]] = {
    step.__name__: step
    for step in (find_form, connect, ask_impossible, ask_samples, learn, learn_paging, check)
}


def draft_engine(work: Work) -> ReadyEngine:
    """Return the engine as it would be asked with what was learned so far."""
    engine, progress = work.job.engine, work.progress
    return ReadyEngine(
        slug=engine.slug,
        name=engine.name,
        state=engine.state,
        home_url=engine.home_url,
        version=engine.version,
        description=work.description,
        wrapper=wrapper_from_json(progress["wrapper"]),
        no_result=NoResultSignature.from_json(progress["no_result"]),
    )


async def _learn_paging(
    fetcher: Fetcher, engine: ReadyEngine, queries: list[str]
) -> tuple[PagingRule | None, str]:
    """Fetch pages 1 to 3 of a query by the next-page rule; return the rule to ask for any page.

    It is kept only when, for another query, page 2 asked for directly is the page that the link
    leads to: an address may carry what only the server knows of the first query.
    """
    one_by_one = "further pages are reached by the next-page rule, one after the other"
    first, *others = queries
    pages = await _follow(fetcher, engine, first, 3)
    if len(pages) < 2 or not pages[1][1].records:
        return None, f"“{first}” has no second page to follow"
    requests = (request for request, _ in pages)
    rule = infer_paging(*requests, query=first, charset=engine.description.charset)
    if rule is None:
        return None, one_by_one
    direct = replace(engine, description=replace(engine.description, paging=rule))
    for query in others:
        followed = await _follow(fetcher, engine, query, 2)
        if len(followed) == 2 and followed[1][1].records:
            answer = await ask(fetcher, direct, query, page=2, deadline=PAGING_DEADLINE)
            if answer.records == followed[1][1].records:
                return rule, f"further pages are asked for directly ({rule.kind})"
            return None, one_by_one
    return None, one_by_one


async def _follow(
    fetcher: Fetcher, engine: ReadyEngine, query: str, count: int
) -> list[tuple[EngineRequest, Answer]]:
    """Return the first `count` pages of `query` as the next-page rule leads to them."""
    conversation = Conversation(fetcher, engine, query, time.monotonic() + PAGING_DEADLINE)
    fresh = await conversation.fresh_form_values()
    return await conversation.follow(build_request(engine.description, query, fresh), count)


async def _ask_for_page(work: Work, query: str) -> tuple[Response, Page]:
    """Send `query` through the form being tried."""
    response = await send_query(
        work.fetcher, work.description, query, CookieSession(), ANSWER_DEADLINE
    )
    return response, await parse_response(response)


def _signature(work: Work, results: list[SamplePage]) -> NoResultSignature:
    """Learn what the no-result page looks like beside the result pages."""
    return NoResultSignature.learn(
        [(stored.page(), stored.query) for stored in work.samples(SampleRole.NO_RESULT)],
        [(stored.page(), stored.query) for stored in results],
    )


def _keep_learned(work: Work, learned: LearnedWrapper, signature: NoResultSignature) -> None:
    """Put what was learned into the job's progress."""
    work.progress |= {
        "wrapper": wrapper_to_json(learned.wrapper),
        "no_result": signature.to_json(),
        "formula": learned.wrapper.formula,
        "inducer": learned.inducer,
        "support": learned.support,
    }


def _more_pages_or_next_form(
    work: Work, state: EngineState, reason: str, sample: SamplePage | None = None
) -> Move:
    """Go back for more pages while there is hope, else try the next form."""
    samples = (sample,) if sample else ()
    work.progress["rounds"] += 1
    if work.progress["rounds"] < MAX_ROUNDS and len(work.progress["asked"]) < MAX_QUERIES:
        return Move(f"{reason} Asking more queries.", "ask_samples", samples=samples)
    return _give_up_form(work, state, reason, {})


def _after_last_query(work: Work) -> Move:
    """Learn from what there is, or give the form up."""
    results = work.samples(SampleRole.RESULTS)
    signature = _signature(work, results)
    found = sum(not signature.matches(stored.page(), stored.query) for stored in results)
    if found >= LEAST_RESULT_PAGES and work.progress["rounds"] < MAX_ROUNDS:
        return Move(f"{found} result pages are all there is", "learn")
    last = results[-1] if results else None
    evidence = (
        {"url": last.url, "status": last.status, "excerpt": excerpt(last.page())} if last else {}
    )
    return _give_up_form(
        work,
        EngineState.NO_RECORDS,
        f"Of {len(work.progress['asked'])} queries only {found} gave a page that differs from "
        "the one without results.",
        evidence,
    )


def _give_up_form(work: Work, state: EngineState, reason: str, evidence: dict[str, Any]) -> Move:
    """Try the next form, or end with the most telling of the failures."""
    if work.progress["candidate"] + 1 < len(work.progress["candidates"]):
        _note_failure(work, state, reason, evidence)
        work.progress["candidate"] += 1
        return Move(f"{reason} Trying the next form.", "connect", drop_samples=True)
    if work.progress.pop("survey_left", False):
        _note_failure(work, state, reason, evidence)
        return Move(f"{reason} Looking for a form on the site.", "find_form", drop_samples=True)
    return _end_failed(work, state, reason, evidence)


def _end_failed(work: Work, state: EngineState, reason: str, evidence: dict[str, Any]) -> Move:
    """End with the most telling of all failures."""
    _note_failure(work, state, reason, evidence)
    failures = work.progress["failures"]
    worst = min(failures, key=lambda failure: TELLING.index(EngineState(failure["state"])))
    return Move(
        reason, ending=Ending(EngineState(worst["state"]), worst["reason"], worst["evidence"])
    )


def _note_failure(work: Work, state: EngineState, reason: str, evidence: dict[str, Any]) -> None:
    """Remember why one way to ask the engine failed."""
    failure = {"state": state, "reason": reason, "evidence": evidence}
    work.progress["failures"] = [*work.progress.get("failures", []), failure]


def _next_word(work: Work) -> str | None:
    """Take the next generated query."""
    asked = work.progress["asked"]
    for word in work.progress["words"]:
        if word not in asked:
            asked.append(word)
            return str(word)
    return None


def _add_words(work: Work, page: Page) -> None:
    """Let the words of what was found be asked next: they exist in what is searched."""
    asked, words = work.progress["asked"], work.progress["words"]
    noise = {
        text for stored in work.samples(SampleRole.NO_RESULT) for text in _link_texts(stored.page())
    }
    titles = [text for text in _link_texts(page) if text not in noise]
    found = dict.fromkeys((*_first_words(words_from_results(titles), 4), *rank_words([page])))
    new = _first_words((word for word in found if word not in words), 8)
    waiting = [word for word in words if word not in asked]
    work.progress["words"] = [*asked, *_alternate(new, waiting)][:MAX_STORED_WORDS]


def _link_texts(page: Page) -> list[str]:
    """Return the texts of a page's links: where records have their titles."""
    return [visible_text(link) for link in page.root.iter("a")]


def _alternate(first: list[str], second: list[str]) -> list[str]:
    """Return both lists' items in turn."""
    joined = [item for pair in zip(first, second, strict=False) for item in pair]
    shorter = min(len(first), len(second))
    return joined + first[shorter:] + second[shorter:]


def _first_words(words: Any, count: int = MAX_STORED_WORDS) -> list[str]:
    """Return the first `count` of an iterator of words."""
    return [word for word, _ in zip(words, range(count), strict=False)]


def _sample(work: Work, role: SampleRole, query: str, response: Response) -> SamplePage:
    """Return a page to be stored."""
    return SamplePage(
        job=work.job,
        role=role,
        query=query,
        url=response.url,
        status=response.status,
        content_type=(response.content_type or "")[:200],
        body=SamplePage.compress(response.body),
    )


def _evidence(response: Response, page: Page, query: str) -> dict[str, Any]:
    """Return what shows a person why."""
    return {
        "url": response.url,
        "status": response.status,
        "query": query,
        "excerpt": visible_text(page.root)[:300],
    }
