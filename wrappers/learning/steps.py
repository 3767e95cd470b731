"""Learning an engine, step by step: pages of results are asked for until a wrapper is learned."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from discovery.crawling.links import likely_content_link
from discovery.engines.form_survey import blocked_state, excerpt
from discovery.models import EngineState
from discovery.pages.blocked import find_blockage
from wrappers.extraction.constraints import names_query
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper
from wrappers.induction.probing import impossible_query
from wrappers.induction.samples import InductionError, Sample, whole_samples
from wrappers.learning.failures import (
    are_alike,
    ask_more_or_give_up_form,
    give_up_form,
    is_late,
    may_ask_more,
    scripts_needed,
)
from wrappers.learning.flow import StepOutcome, StepResult
from wrappers.learning.imported_selectors import apply_selectors, imported_selectors
from wrappers.learning.jobs import MAX_ROUNDS
from wrappers.learning.learned_version import found_wrapper
from wrappers.learning.queries import (
    add_words,
    always_answers,
    is_searched_by_scripts,
    lists_something,
    next_word,
    pages_without_results,
)
from wrappers.learning.rendering import StoredSample, with_layouts
from wrappers.learning.step_context import (
    LEARN_ANEW,
    MAX_QUERIES,
    NO_ANSWER,
    StepContext,
    ask_for_page,
    chosen_inducers,
    evidence_of,
    no_result_signature,
    sample_page,
)
from wrappers.models import EngineWatch, FoundWrapper, SamplePage, SampleRole, WrapperVersion

# Result pages asked for before a wrapper is tried. Wu, Meng et al. 2003, section 2.6: "a number of
# program-generated queries"; with three, what two of them share by chance is outvoted.
WANTED_RESULT_PAGES = 4
MIN_RESULT_PAGES = 2
# More of them where every query is answered with a list: words of these lists are found.
MORE_OF_LISTS = 3
# What is said of a page whose own scripts search.
SEARCHED_BY_SCRIPTS = (
    "Whatever is asked, the site answers with the page of its form: the page's own scripts search."
)
# Impossible queries: what differs between their pages is the query's echo, not the page.
IMPOSSIBLE_QUERIES = 2
# Pages alike for all queries after which the page is searched in a browser. Guess.
UNVARIED_PAGES = 5
# Queries to a form before it is refused for want of time. Guess: a third of what may be asked.
QUERIES_TO_REFUSE = MAX_QUERIES // 3
# Records a page needs to be learned from (Zhao et al. 2005, architecture: "at least four").
MIN_RECORDS = 4


def ask_impossible(context: StepContext) -> StepResult:
    """Ask for terms that exist nowhere (Wu, Meng et al. 2003, section 2.6, step 1)."""
    samples = []
    for _ in range(IMPOSSIBLE_QUERIES):
        query = impossible_query(random.SystemRandom())
        try:
            response, _page = context.run(ask_for_page(context, query))
        except NO_ANSWER as error:
            reason = f"The impossible query failed: {error}"
            return give_up_form(context, EngineState.FAILED, reason, {})
        samples.append(sample_page(context, SampleRole.NO_RESULT, query, response))
    if are_alike(samples):
        by_scripts = scripts_needed(context, samples, "Pages for unlike queries are the same.")
        if by_scripts is not None:
            return by_scripts
    outcome = f"“{samples[0].query}” answered with status {samples[0].status}"
    return StepResult(outcome, StepOutcome.DONE, tuple(samples))


def ask_samples(context: StepContext) -> StepResult:
    """Ask one generated query; go on until enough pages look like result pages."""
    word = next_word(context)
    if word is None or len(context.state.asked) > MAX_QUERIES or _is_in_vain(context):
        return _after_last_query(context)
    try:
        response, page = context.run(ask_for_page(context, word))
    except NO_ANSWER as error:
        if len(context.state.asked) >= MAX_QUERIES:
            return _after_last_query(context)
        return StepResult(f"“{word}”: {error}", StepOutcome.AGAIN)
    blockage = find_blockage(page)
    if blockage is not None:
        reason = f"A query was answered by: {blockage}."
        evidence = evidence_of(response, page, word)
        return give_up_form(context, blocked_state(blockage), reason, evidence)
    sample = sample_page(context, SampleRole.RESULTS, word, response)
    stored_pages = [*context.samples(SampleRole.RESULTS), sample]
    found = _with_results(context, stored_pages)
    has_list = len(found) < MIN_RESULT_PAGES and lists_something(context, page)
    if has_list and len(stored_pages) >= WANTED_RESULT_PAGES:
        context.update(always_answers=always_answers(context, stored_pages))
        found = _with_results(context, stored_pages)
    if sample in found or has_list:
        add_words(context, page)
    unvaried = not found and not has_list and len(stored_pages) == UNVARIED_PAGES
    if unvaried and context.renderer is not None:
        problem = f"Of {len(stored_pages)} queries none changed the page."
        by_scripts = scripts_needed(context, [sample], problem)
        if by_scripts is not None:
            return replace(by_scripts, samples=(sample,))
    wanted = WANTED_RESULT_PAGES + 2 * context.state.rounds
    # Of the words asked so far an engine that always answers may have found none.
    enough = len(found) >= wanted + MORE_OF_LISTS * context.state.always_answers
    told = f"“{word}”: {len(found)} result pages so far"
    return StepResult(told, StepOutcome.DONE if enough else StepOutcome.AGAIN, (sample,))


def learn(context: StepContext) -> StepResult:
    results = context.samples(SampleRole.RESULTS)
    signature = no_result_signature(context, results)
    found = _with_results(context, results)
    links, titles = context.state.shown_links, context.state.shown_titles
    pairs = [
        (stored, Sample(stored.page(), stored.query, links=links, titles=titles))
        for stored in found
    ]
    whole = whole_samples([each for _, each in pairs])
    pairs = [(stored, each) for stored, each in pairs if each in whole]
    if context.state.way_on:
        # The newest page shows the way to further ones: it must be among those that are read.
        pairs = [*pairs[-1:], *pairs[:-1]]
    pairs = _of_no_known_design(context, pairs)
    useful, cost = with_layouts(context, pairs)
    problem, told, learned = "", "", None
    inducers = chosen_inducers(EngineWatch.objects.filter(engine=context.job.engine_id).first())
    for nothing in pages_without_results(context):
        try:
            learned = learn_wrapper(useful, nothing, inducers)
            break
        except InductionError as error:
            by = f" (by {', '.join(inducers)}, as chosen)" if inducers else ""
            problem = problem or f"{error}{by}"
    selectors = imported_selectors(context.job.engine)
    # When the check refused what the selectors found, it is the learned wrapper's turn.
    if selectors is not None and context.state.rounds == 0:
        learned, told = apply_selectors(
            context.client.page_processes,
            selectors,
            [(stored, sample) for (stored, _), sample in zip(pairs, useful, strict=True)],
            learned,
        )
    if learned is None:
        return ask_more_or_give_up_form(
            context, EngineState.NO_RECORDS, f"No wrapper could be learned: {problem}"
        )
    counts = [len(learned.wrapper.extract(sample.page).records) for sample in useful]
    few = sum(count >= MIN_RECORDS for count in counts) < MIN_RESULT_PAGES
    if not any(counts) or (few and may_ask_more(context)):
        reason = f"Fewer than {MIN_RESULT_PAGES} pages have {MIN_RECORDS} records: {counts}."
        return ask_more_or_give_up_form(context, EngineState.NO_RECORDS, reason)
    other = _learn_other_design(context, learned, useful, signature)
    read = [each for each, count in zip(useful, counts, strict=True) if count or other is None]
    wrapper = found_wrapper(context, learned, read, signature, LEARN_ANEW)
    context.update(found=wrapper, others=() if other is None else (other,))
    told = "; ".join(filter(None, (told, "another design is read, too" if other else "")))
    return StepResult(
        f"{learned.inducer}: {sum(counts)} records on {len(read)} pages, "
        f"support {learned.support}{told and f'; {told}'}{cost}",
        StepOutcome.DONE,
    )


def _of_no_known_design(context: StepContext, pairs: list[StoredSample]) -> list[StoredSample]:
    """Leave out the pages of other designs, which are read as they were."""
    versions = WrapperVersion.objects.filter(pk__in=context.state.beside)
    known = [Wrapper.read_or_none(version.wrapper) for version in versions]
    return [
        (stored, each)
        for stored, each in pairs
        if not any(wrapper and wrapper.records(each.page) for wrapper in known)
    ]


def _learn_other_design(
    context: StepContext,
    learned: LearnedWrapper,
    samples: Sequence[Sample],
    signature: NoResultSignature,
) -> FoundWrapper | None:
    """Return what reads the pages on which nothing is read: a site may answer in several designs.

    Most of its records must name what was asked.
    """
    unread = [each for each in samples if not learned.wrapper.records(each.page)]
    if len(unread) < MIN_RESULT_PAGES:
        return None
    try:
        other = learn_wrapper(unread, pages_without_results(context)[0])
    except InductionError:
        return None
    read = [(other.wrapper.records(each.page), each.query or "") for each in unread]
    named = sum(names_query(records, query) for records, query in read)
    if 2 * named < sum(len(records) for records, _ in read):
        return None
    return found_wrapper(context, other, unread, signature, LEARN_ANEW)


def _is_in_vain(context: StepContext) -> bool:
    """Tell whether nothing was found for so long that a person should hear of it.

    Sooner where nothing is asked for: the page answers with itself. Later where answers are slow,
    the engine's or, on a busy machine, all: time alone tells nothing of what is searched.
    """
    if not is_late(context) or len(context.state.asked) < QUERIES_TO_REFUSE:
        return not context.state.always_answers and is_searched_by_scripts(context)
    return len(_with_results(context, context.samples(SampleRole.RESULTS))) < MIN_RESULT_PAGES


def _with_results(context: StepContext, pages: list[SamplePage]) -> list[SamplePage]:
    if context.state.always_answers:
        # The newest first: their words come from what was listed.
        return [stored for stored in reversed(pages) if stored.status < 400]
    signature = no_result_signature(context, pages)
    return in_one_place(
        [stored for stored in pages if not signature.matches(stored.page(), stored.query)]
    )


def in_one_place(pages: list[SamplePage]) -> list[SamplePage]:
    """Leave out pages in another place than most: a wiki opens the page called like the query."""
    paths = [urlsplit(stored.url).path for stored in pages]
    place, count = Counter(paths).most_common(1)[0] if paths else ("", 0)
    if count < MIN_RESULT_PAGES:
        return pages
    return [stored for stored, path in zip(pages, paths, strict=True) if path == place]


def _after_last_query(context: StepContext) -> StepResult:
    results = context.samples(SampleRole.RESULTS)
    found = len(_with_results(context, results))
    if found >= MIN_RESULT_PAGES and context.state.rounds < MAX_ROUNDS:
        return StepResult(f"{found} result pages are all there is", StepOutcome.DONE)
    last = results[-1] if results else None
    evidence = (
        {"url": last.url, "status": last.status, "excerpt": excerpt(last.page())} if last else {}
    )
    if last is not None and not found and is_searched_by_scripts(context):
        # What the site is made of can be collected instead.
        evidence["sample"] = likely_content_link(last.page())
        return give_up_form(context, EngineState.JAVASCRIPT_ONLY, SEARCHED_BY_SCRIPTS, evidence)
    reason = (
        f"Of {len(context.state.asked)} queries only {found} gave a page that differs from the one "
        "without results."
    )
    return give_up_form(context, EngineState.NO_RECORDS, reason, evidence)
