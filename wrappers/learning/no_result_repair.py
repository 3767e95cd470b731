"""The no-result page learned anew, where nothing else of an engine has changed.

Wu, Meng et al. 2003, section 2.6, step 1: impossible queries show it. Details ours: their pages
agree, and other queries are answered as ever, before and after.
"""

from discovery.models import EngineState
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.no_result.signature import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.probing.probing import words_from_results
from wrappers.induction.samples.sample import Sample
from wrappers.learning.failures import end_failed
from wrappers.learning.queries import first_words
from wrappers.learning.start_pages import learn_start_pages
from wrappers.learning.step_context import (
    NO_ANSWER,
    UNCHANGED,
    StepContext,
    StepResult,
    ask_for_page,
    last_evidence,
    mending_of,
    no_result_signature,
)
from wrappers.models import FoundWrapper, SamplePage, SampleRole, WrapperVersion

# What a page without results may be taken for as long as it is not known: one that is not
# understood, or a mere message. All else is known to be something else.
MAY_BE_NO_RESULT = frozenset(
    reason
    for reason in AnswerReason
    if reason.kind is AnswerKind.BROKEN or reason is AnswerReason.ENGINE_MESSAGE
)


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
    if problem:
        return _give_up(context, problem)
    signature = no_result_signature(context, results)
    problem = _ask_known(context, wrapper, results[0].query, signature)
    if problem:
        return _give_up(context, problem)
    samples = [Sample(stored.page(), stored.query) for stored in results]
    texts = (record.title for sample in samples for record in wrapper.records(sample.page))
    found = FoundWrapper(
        wrapper=wrapper.to_json(),
        formula=wrapper.formula,
        no_result=signature.to_json(),
        start_pages=[each.to_json() for each in learn_start_pages(context, signature)],
        constraints=version.constraints,
        tree_grams=version.tree_grams,
        inducer=version.inducer,
        support=len(samples),
        strategy=UNCHANGED,
        score=1.0,
    )
    context.update(found=found, words=first_words(words_from_results(texts)))
    return StepResult(f"two pages agree; {len(samples)} result pages differ from them", "check")


def _find_error(version: WrapperVersion, wrapper: Wrapper, pages: list[SamplePage]) -> str:
    """Return in which way a page is no answer at all, nothing when all are answers."""
    known = NoResultSignature.from_json(version.no_result) if version.no_result else None
    for stored in pages:
        page = stored.page()
        if page.status >= 400 and (known is None or page.status != known.status):
            return f"an impossible query is answered with HTTP status {page.status}"
        extraction = wrapper.extract(page, stored.query)
        found = classify_answer(page, extraction, known, query=stored.query)
        if found.kind is not AnswerKind.NO_RESULTS and found.reason not in MAY_BE_NO_RESULT:
            return f"an impossible query is answered {found.reason.kind.words}: {found.detail}"
    return ""


def _find_difference(pages: list[SamplePage], results: list[SamplePage]) -> str:
    """Return why impossible queries are not answered by one page of its own, nothing if so."""
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


def _give_up(context: StepContext, problem: str) -> StepResult:
    reason = f"The no-result page was not learned anew: {problem}."
    return end_failed(context, EngineState.FAILED, reason, last_evidence(context))
