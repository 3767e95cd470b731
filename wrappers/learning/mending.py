"""Mending a broken engine, step by step: asked again, adapted, connected anew.

When a wrapper fails, its stored queries are asked again (ours), and it is adapted to today's pages
(Ferrara and Baumgartner 2011, section 4). Where the page is another one altogether (*process flow*)
the connection is repaired first: impossible queries show it (Wu, Meng et al. 2003, section 2.6).

The steps are those of a learning job, which goes on with paging and check as after learning, and
falls back on learning anew.
"""

from collections.abc import Sequence
from dataclasses import replace

from discovery.engines.form_survey import blocked_state
from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import Page
from wrappers.adaptation.acceptance import choose_repair, is_proven
from wrappers.adaptation.adaptation import (
    Adaptation,
    AdaptationSettings,
    KnownAnswer,
    NotAdaptedError,
)
from wrappers.adaptation.expectations import MIN_LOCATED, PastReading, known_on
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.answers.foreign import IN_PLACE
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.hits_line import learn_hits_line
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.paging import learn_next_page
from wrappers.induction.pipeline import LearnedWrapper
from wrappers.induction.probing import words_from_results
from wrappers.induction.samples import InductionError, Sample, read_by, whole_samples
from wrappers.learning.failures import end_failed, set_aside
from wrappers.learning.flow import StepOutcome, StepResult
from wrappers.learning.known_answers import (
    has_next_page,
    known_answers,
    past_reading,
    result_pages_of,
)
from wrappers.learning.learned_version import found_wrapper
from wrappers.learning.memory import known_readings
from wrappers.learning.queries import first_words, pages_without_results
from wrappers.learning.rendering import with_layouts
from wrappers.learning.step_context import (
    NO_ANSWER,
    PROCESS_FLOW,
    REMEMBERED,
    UNCHANGED,
    StepContext,
    ask_for_page,
    ask_stored,
    chosen_inducers,
    last_evidence,
    mending_of,
    no_result_signature,
)
from wrappers.models import EngineWatch, SamplePage, SampleRole, WrapperVersion

# What a page without results may be taken for as long as it is not known: one that is not
# understood, or a mere message. All else is known to be something else.
MAY_BE_NO_RESULT = frozenset(
    reason
    for reason in AnswerReason
    if reason.kind is AnswerKind.BROKEN or reason is AnswerReason.ENGINE_MESSAGE
)


def may_be_no_result(answer: Answer | Classification) -> bool:
    """Tell whether a made-up word may have been answered by a no-result page in its new dress."""
    return answer.reason in MAY_BE_NO_RESULT or answer.detail.startswith(IN_PLACE)


def learn_no_result(context: StepContext) -> StepResult:
    """Learn what the page without results looks like now; the wrapper stays."""
    version = WrapperVersion.objects.get(pk=mending_of(context).version)
    wrapper = Wrapper.from_json(version.wrapper)
    results = [
        stored for stored in context.samples(SampleRole.RESULTS) if wrapper.records(stored.page())
    ]
    pages = context.samples(SampleRole.NO_RESULT)
    problem = _find_error(version, wrapper, pages) or _find_difference(pages, results)
    if not problem and not results:
        problem = "no stored query is answered with records"
    if not problem:
        signature = no_result_signature(context, results)
        problem = _ask_known(context, wrapper, results[0].query, signature)
    if problem:
        reason = f"The no-result page was not learned anew: {problem}."
        return end_failed(context, EngineState.FAILED, reason, last_evidence(context))
    samples = [Sample(stored.page(), stored.query) for stored in results]
    texts = (record.title for sample in samples for record in wrapper.records(sample.page))
    context.update(words=first_words(words_from_results(texts)))
    known = LearnedWrapper(wrapper, len(samples), version.inducer, 1.0)
    grams = TreeGrams.read_or_none(version.tree_grams)
    found = found_wrapper(context, known, samples, signature, UNCHANGED, grams)
    context.update(found=found.replace(constraints=version.constraints))
    told = f"two pages agree; {len(samples)} result pages differ from them"
    return StepResult(told, StepOutcome.DONE)


def _find_error(version: WrapperVersion, wrapper: Wrapper, pages: list[SamplePage]) -> str:
    known = NoResultSignature.from_json(version.no_result) if version.no_result else None
    for stored in pages:
        page = stored.page()
        if page.status >= 400 and (known is None or page.status != known.status):
            return f"an impossible query is answered with HTTP status {page.status}"
        extraction = wrapper.extract(page, stored.query)
        found = classify_answer(page, extraction, known, query=stored.query)
        if found.kind is not AnswerKind.NO_RESULTS and not may_be_no_result(found):
            return f"an impossible query is answered {found.reason.kind.words}: {found.detail}"
    return ""


def _find_difference(pages: list[SamplePage], results: list[SamplePage]) -> str:
    shown = [(stored.page(), stored.query) for stored in results]
    signatures = [
        learn_no_result_signature([(stored.page(), stored.query)], shown) for stored in pages
    ]
    for signature in signatures:
        if not all(signature.matches(stored.page(), stored.query) for stored in pages):
            return "impossible queries are answered by pages that differ"
        if any(signature.matches(page, query) for page, query in shown):
            return "impossible queries are answered as any other"
    return "" if len(signatures) > 1 else "only one impossible query was answered"


def _ask_known(
    context: StepContext, wrapper: Wrapper, query: str, signature: NoResultSignature
) -> str:
    """Ask a known query once more: a site that began to refuse shows its refusal to all."""
    try:
        _, page = context.run(ask_for_page(context, query))
    except NO_ANSWER as error:
        return str(error)
    if signature.matches(page, query) or not wrapper.records(page):
        return f"“{query}” is now answered by the same page"
    return ""


# Statuses that say: this address does not answer queries any more.
GONE_STATUSES = frozenset({400, 404, 405, 410})
# Versions that read other designs of a site, at most. Guess.
MAX_BESIDE = 3
# Characters of a strategy's name that a version keeps.
MAX_STRATEGY = 40


def ask_again(context: StepContext) -> StepResult:
    """Ask the next of the stored queries; what comes is what the wrapper is adapted to."""
    version, wrapper = _mended(context)
    if version is None or wrapper is None:
        return StepResult("the version to be mended cannot be read", StepOutcome.NO_WAY_LEFT)
    queries = [answer.query for answer in known_answers(version)]
    left = [query for query in queries if query not in context.state.asked]
    if not left:
        if not context.samples(SampleRole.RESULTS):
            reason = "None of the stored queries is answered with a page."
            return _try_other_connection(context, reason)
        return StepResult("all stored queries are asked", StepOutcome.DONE)
    query = left[0]
    context.update(asked=(*context.state.asked, query))
    result, blocked = ask_stored(context, query, SampleRole.RESULTS, GONE_STATUSES)
    if blocked is not None:
        blockage, evidence = blocked
        reason = f"A query was answered by: {blockage}."
        return end_failed(context, blocked_state(blockage), reason, evidence)
    return result


def adapt(context: StepContext) -> StepResult:
    version, wrapper = _mended(context)
    if version is None or wrapper is None:
        return StepResult("the version to be mended cannot be read", StepOutcome.NO_WAY_LEFT)
    results = context.samples(SampleRole.RESULTS)
    signature = no_result_signature(context, results)
    pairs = [(stored, Sample(stored.page(), stored.query)) for stored in results]
    whole = whole_samples([sample for _, sample in pairs])
    # An engine that always answers shows nothing by which its results are told from others.
    always_answers = version.no_result is None
    context.update(always_answers=always_answers)
    known_empty = map(NoResultSignature.from_json, version.start_pages)
    empty = (*known_empty, *(() if always_answers else (signature,)))
    samples, cost = with_layouts(
        context,
        [
            (stored, each)
            for stored, each in pairs
            if each in whole and not any(kind.is_page(each.page, each.query) for kind in empty)
        ],
    )
    if not samples:
        return _try_other_connection(
            context, "No stored query is answered with a page that looks like results."
        )
    known = known_answers(version)
    if not mending_of(context).is_partial:
        samples = _of_new_design(context, version, samples, known)
    texts = (record.title for answer in known for record in answer.records)
    context.update(words=first_words(words_from_results(texts)))
    no_result = pages_without_results(context)[0]
    past = past_reading(version, known)
    if kin := _read_as_known(version, wrapper, past, samples):
        grams = take_tree_grams(kin, [sample.page for sample in samples])
        theirs = Adaptation(kin, None, 1.0, grams)
        return _store_adapted(context, theirs, samples, signature, cost, REMEMBERED)
    watch = EngineWatch.objects.filter(engine=version.engine_id).first()
    try:
        repair = prepare_repair(
            wrapper,
            # Taken anew from its pages where none can be read.
            TreeGrams.read_or_none(version.tree_grams)
            or take_tree_grams(wrapper, result_pages_of(version)),
            samples,
            settings=AdaptationSettings.read_or_none(watch and watch.adaptation)
            or AdaptationSettings(),
            inducers=chosen_inducers(watch),
            no_result=no_result,
            known=known,
            constraints=past.constraints,
        )
    except (NotAdaptedError, InductionError) as error:
        return _try_other_connection(context, f"Not adapted: {error}")
    adaptation, objections = choose_repair(repair, past, samples)
    if adaptation is None:
        return _try_other_connection(context, f"Not adapted: {'; '.join(objections)}")
    if mending_of(context).only_fields and not adaptation.fields:
        lost = ", ".join(adaptation.lost) or "no field"
        return _try_other_connection(context, f"Not adapted: {lost} is lost and found nowhere.")
    adaptation = replace(adaptation, wrapper=_refreshed(adaptation.wrapper, samples, no_result))
    stored = _store_adapted(context, adaptation, samples, signature, cost)
    if not objections:
        return stored
    how = _strategy_of(adaptation) or UNCHANGED
    set_aside(context, [each for each, _ in pairs], objections)
    return _try_other_connection(context, f"Adapted ({how}), but {'; '.join(objections)}.")


def _of_new_design(
    context: StepContext,
    version: WrapperVersion,
    samples: list[Sample],
    answers: Sequence[KnownAnswer],
) -> list[Sample]:
    """Return the pages to adapt to: where some are read as ever, others on which nothing is.

    A site may answer in several designs: known records stand on pages of each. What reads the
    others is kept beside what is found.
    """
    beside = context.job.engine.wrapper_versions.beside().order_by("-pk")[:MAX_BESIDE]
    known = {each.pk: Wrapper.read_or_none(each.wrapper) for each in (version, *beside)}
    reads = {
        key: [each for each in samples if wrapper and wrapper.records(each.page)]
        for key, wrapper in known.items()
    }
    own, by_query = reads[version.pk], {answer.query: answer for answer in answers}
    unread = [
        each
        for each in samples
        if not any(each in read for read in reads.values())
        and (answer := by_query.get(each.query or ""))
        and (not own or len(known_on(each.page, answer)) >= MIN_LOCATED)
    ]
    kept = [key for key in known if key != version.pk or (own and unread)]
    context.update(beside=tuple(kept[:MAX_BESIDE]))
    return unread or own or samples


def _read_as_known(
    version: WrapperVersion, wrapper: Wrapper, past: PastReading, samples: list[Sample]
) -> Wrapper | None:
    """Return what read the engine before, or reads another of the template, if it is proven."""
    others = [Wrapper.read_or_none(other.wrapper) for other in known_readings(version)]
    if not others or is_proven(wrapper, past, samples):
        return None
    return next((each for each in others if each and is_proven(each, past, samples)), None)


def _refreshed(wrapper: Wrapper, samples: list[Sample], no_result: Page | None) -> Wrapper:
    """Return `wrapper` with hits line and way to further pages learned anew where they are lost."""
    if not any(wrapper.extract(sample.page, sample.query).hits for sample in samples):
        hits_line = learn_hits_line(read_by(wrapper, samples), no_result)
        wrapper = wrapper.replace(hits_line=hits_line or wrapper.hits_line)
    if not has_next_page(wrapper, [sample.page for sample in samples]):
        next_page = learn_next_page(read_by(wrapper, samples))
        wrapper = wrapper.replace(next_page=next_page or wrapper.next_page)
    return wrapper


def _store_adapted(
    context: StepContext,
    adaptation: Adaptation,
    samples: list[Sample],
    signature: NoResultSignature,
    cost: str,
    strategy: str = "",
) -> StepResult:
    counts = [len(adaptation.wrapper.records(sample.page)) for sample in samples]
    unchanged = PROCESS_FLOW if mending_of(context).repaired else UNCHANGED
    strategy = strategy or _strategy_of(adaptation) or unchanged
    support = sum(count > 0 for count in counts)
    adapted = LearnedWrapper(adaptation.wrapper, support, "adaptation", adaptation.score)
    found = found_wrapper(context, adapted, samples, signature, strategy, adaptation.tree_grams)
    context.update(found=found)
    outcome = f"{strategy}: {sum(counts)} records on {len(samples)} pages{cost}"
    return StepResult(outcome, StepOutcome.DONE)


def _strategy_of(adaptation: Adaptation) -> str:
    return ", ".join(adaptation.fields)[:MAX_STRATEGY] or str(adaptation.strategy or "")


def _try_other_connection(context: StepContext, reason: str) -> StepResult:
    state, mending = context.state, mending_of(context)
    if mending.is_partial:
        return end_failed(context, EngineState.FAILED, reason, {})
    if not mending.repaired:
        return StepResult(reason, StepOutcome.NOT_ADAPTED)
    if state.candidate + 1 < len(state.candidates):
        context.update(candidate=state.candidate + 1, asked=())
        return StepResult(f"{reason} Trying the next form.", StepOutcome.ANOTHER_WAY)
    return StepResult(f"{reason} Learning anew.", StepOutcome.NO_WAY_LEFT)


def _mended(context: StepContext) -> tuple[WrapperVersion | None, Wrapper | None]:
    version = WrapperVersion.objects.filter(pk=mending_of(context).version).first()
    return version, None if version is None else Wrapper.read_or_none(version.wrapper)
