"""Failures of learning: another form is tried, the site looked through, or the job ends."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discovery.crawling.links import likely_content_link
from discovery.engines.form_survey import NEEDS_CLICK
from discovery.models import EngineState
from discovery.web.rendering.renderer import rendering_obstacle
from wrappers.learning.flow import JobOutcome, StepOutcome, StepResult, end_job
from wrappers.learning.jobs import MAX_ROUNDS
from wrappers.learning.known_programs import KNOWN_PROGRAM
from wrappers.learning.step_context import MAX_QUERIES, StepContext, no_result_signature
from wrappers.models import FormFailure, RefusedRepair, SamplePage, SampleRole

# Ends of mending that tell nothing of an engine's pages.
UNREACHABLE_STATES = frozenset({EngineState.UNREACHABLE, EngineState.BLOCKED})
# What a page gives to each visitor anew: tokens, times and the like.
_GIVEN_ANEW = re.compile(rb"[A-Za-z0-9+/=_.:-]{8,200}")
# Seconds after which nothing else is tried without a find: a person should know after 20.
REFUSAL_SECONDS = 14.0
# Which failure an engine is shown with when several forms failed in several ways.
FAILURE_PRECEDENCE = (
    EngineState.NO_RECORDS,
    EngineState.BLOCKED,
    EngineState.JAVASCRIPT_ONLY,
    EngineState.FAILED,
    EngineState.UNREACHABLE,
    EngineState.NO_FORM,
)


def may_ask_more(context: StepContext) -> bool:
    state = context.state
    return state.rounds + 1 < MAX_ROUNDS and len(state.asked) < MAX_QUERIES


def is_late(context: StepContext) -> bool:
    # What a browser needed before anything was asked tells nothing of the site.
    browsed = context.state.watched or context.state.entered
    return not browsed and context.spent > REFUSAL_SECONDS


def ask_more_or_give_up_form(
    context: StepContext, state: EngineState, reason: str, sample: SamplePage | None = None
) -> StepResult:
    samples = (sample,) if sample else ()
    if may_ask_more(context):
        context.update(rounds=context.state.rounds + 1)
        return StepResult(f"{reason} Asking more queries.", StepOutcome.MORE_PAGES, samples)
    return give_up_form(context, state, reason, {})


def give_up_form(
    context: StepContext, state: EngineState, reason: str, evidence: dict[str, Any]
) -> StepResult:
    """Try the next form, or end with the most telling of the failures."""
    if known_as(context):
        # The site is looked through as if nothing was known.
        context.update(candidates=(), words=())
        return StepResult(f"{reason} Looking for a form on the site.", StepOutcome.NO_WAY_LEFT)
    if is_late(context):
        return end_failed(context, state, reason, evidence)
    if context.state.candidate + 1 < len(context.state.candidates):
        _record_failure(context, state, reason, evidence)
        context.update(candidate=context.state.candidate + 1)
        return StepResult(f"{reason} Trying the next form.", StepOutcome.ANOTHER_WAY)
    if context.state.survey_left:
        context.update(survey_left=False)
        _record_failure(context, state, reason, evidence)
        return StepResult(f"{reason} Looking for a form on the site.", StepOutcome.NO_WAY_LEFT)
    return end_failed(context, state, reason, evidence)


def known_as(context: StepContext) -> str:
    """Return the slug of the engine of the same program whose way to ask is tried, if it is."""
    cues = context.state.candidates[context.state.candidate].cues
    return cues[1] if cues[:1] == (KNOWN_PROGRAM,) else ""


def end_failed(
    context: StepContext, state: EngineState, reason: str, evidence: dict[str, Any]
) -> StepResult:
    failures = _record_failure(context, state, reason, evidence)
    if evidence.get(NEEDS_CLICK) and context.renderer is not None and not context.state.entered:
        context.update(entering=True)
        return StepResult(f"{reason} Pressing it in a browser.", StepOutcome.NO_WAY_LEFT)
    if _may_watch(context, state):
        context.update(watching=True)
        return StepResult(f"{reason} Searching the page in a browser.", StepOutcome.NO_WAY_LEFT)
    worst = min(failures, key=lambda failure: FAILURE_PRECEDENCE.index(EngineState(failure.state)))
    return replace(end_job(EngineState(worst.state), worst.reason, worst.evidence), told=reason)


def set_aside(context: StepContext, pages: Sequence[SamplePage], objections: Sequence[str]) -> None:
    """Keep what was found, with its pages, for a person: the job looks for something better."""
    state = context.state
    if state.found is None or state.refused is not None:
        return
    keys = tuple(page.pk for page in pages)
    candidate = state.candidates[state.candidate]
    refused = RefusedRepair(state.found, candidate, tuple(objections), keys)
    context.update(refused=refused, found=None)


def with_unproven(context: StepContext, job_outcome: JobOutcome) -> JobOutcome:
    """Return how a repair ends that found nothing to be used: a whole one is still proposed."""
    state, refused, pages = context.state, context.state.refused, context.job.samples
    is_found = job_outcome.state == EngineState.ACTIVE or bool(job_outcome.objections)
    is_whole = state.mending is not None and not state.mending.is_partial
    if is_found or not is_whole or job_outcome.state in UNREACHABLE_STATES:
        if refused is not None:
            pages.filter(pk__in=refused.samples).delete()
        return job_outcome
    if refused is not None:
        pages.exclude(pk__in=refused.samples).delete()
        context.update(found=refused.found, candidates=(refused.candidate,), candidate=0)
        return replace(job_outcome, objections=refused.objections)
    if state.found is not None and pages.filter(role=SampleRole.RESULTS).exists():
        return replace(job_outcome, objections=(job_outcome.reason,))
    return job_outcome


def _may_watch(context: StepContext, state: EngineState) -> bool:
    hopeful = state in (EngineState.NO_FORM, EngineState.JAVASCRIPT_ONLY, EngineState.NO_RECORDS)
    known = context.state.watched or bool(context.state.given)
    late = state == EngineState.NO_RECORDS and is_late(context) and not _is_filled(context)
    return hopeful and not known and not late and context.renderer is not None


def _is_filled(context: StepContext) -> bool:
    """Tell whether scripts fill the pages of results: as they are sent, no query changes them."""
    asked = context.samples(SampleRole.RESULTS)
    signature = no_result_signature(context, asked)
    return bool(asked) and all(
        _has_scripts(each) and signature.matches(each.page(), each.query) for each in asked
    )


def _record_failure(
    context: StepContext, state: EngineState, reason: str, evidence: dict[str, Any]
) -> tuple[FormFailure, ...]:
    failures = (*(context.state.failures or ()), FormFailure(state, reason, evidence))
    context.update(failures=failures)
    return failures


def scripts_needed(
    context: StepContext, samples: list[SamplePage], problem: str
) -> StepResult | None:
    """Return how learning goes on where scripts fill the pages; None where that is not known.

    Without a browser that is said at once. A site's page for what it lacks is one page, too.
    """
    filled = [sample for sample in samples if sample.status < 400 and _has_scripts(sample)]
    if context.state.watched or context.state.given or not filled:
        return None
    if context.renderer is not None:
        context.update(watching=True)
        return StepResult(f"{problem} Searching the page in a browser.", StepOutcome.BY_SCRIPTS)
    reason = f"{problem} Scripts fill them. {rendering_obstacle()}"
    evidence = {"url": samples[0].url, "status": samples[0].status}
    start = context.job.samples.filter(role=SampleRole.START).first() or context.job.samples.first()
    if start is not None:
        # What the site is made of can be collected instead.
        evidence = {**evidence, "sample": likely_content_link(start.page())}
    return end_job(EngineState.JAVASCRIPT_ONLY, reason, evidence)


def are_alike(samples: list[SamplePage]) -> bool:
    """Tell whether a site answers unlike queries with one page, in which no query is said."""
    pages = [sample.html() for sample in samples]
    if any(sample.query.encode() in page for sample, page in zip(samples, pages, strict=True)):
        return False
    return len({_GIVEN_ANEW.sub(b"", page) for page in pages}) == 1


def _has_scripts(sample: SamplePage) -> bool:
    return b"<script" in sample.html().lower()
