"""From what a learning job found to a wrapper version in use.

A step stores the wrapper in the job's progress; the last one makes it the engine's active version.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import F, Max
from django.utils import timezone

from discovery.engines import change_state, log_event
from discovery.models import Engine, EngineState
from wrappers.adaptation import take_tree_grams, tree_grams_to_json
from wrappers.engines import record_mended
from wrappers.extraction import NoResultSignature, Wrapper, constraints_to_json, wrapper_to_json
from wrappers.induction import Sample, learn_constraints
from wrappers.learning.start_pages import learn_start_pages
from wrappers.learning.step_context import JobOutcome, StepContext, StepResult, last_evidence
from wrappers.models import SampleRole, WrapperVersion


def store_wrapper(
    context: StepContext, wrapper: Wrapper, samples: Sequence[Sample], signature: NoResultSignature
) -> None:
    """Put `wrapper`, found on `samples`, into the job's progress with all that goes with it."""
    no_results = [stored.page() for stored in context.samples(SampleRole.NO_RESULT)]
    pairs = [(sample.page, sample.query) for sample in samples]
    context.progress |= {
        "wrapper": wrapper_to_json(wrapper),
        "formula": wrapper.formula,
        "no_result": signature.to_json(),
        "start_pages": [each.to_json() for each in learn_start_pages(context, signature)],
        "constraints": constraints_to_json(learn_constraints(wrapper, pairs, no_results)),
        "tree_grams": tree_grams_to_json(take_tree_grams(wrapper, [page for page, _ in pairs])),
    }


# Ends of mending that tell nothing of an engine's pages.
UNREACHABLE_STATES = frozenset({EngineState.UNREACHABLE, EngineState.BLOCKED})


def outcome_values(result: StepResult) -> dict[str, Any]:
    """Return the columns that end a job, none when it goes on."""
    if result.job_outcome is None:
        return {}
    return {
        "outcome": result.job_outcome.state,
        "reason": result.job_outcome.reason,
        "finished_at": timezone.now(),
    }


def finish_job(context: StepContext, job_outcome: JobOutcome) -> None:
    """Bring the engine where learning left it; an engine in use keeps working when it failed."""
    engine = Engine.objects.select_for_update().get(pk=context.job.engine_id)
    if not job_outcome.evidence:
        job_outcome = replace(job_outcome, evidence=last_evidence(context))
    if job_outcome.state == EngineState.ACTIVE:
        _activate(context, engine, job_outcome)
    elif engine.state == EngineState.LEARNING:
        change_state(engine, job_outcome.state, job_outcome.reason, job_outcome.evidence)
    else:
        what = "Mending" if context.progress.get("mending") else "Learning anew"
        reason = (
            f"{what} failed ({job_outcome.state}), the wrapper in use is kept: {job_outcome.reason}"
        )
        if job_outcome.state in UNREACHABLE_STATES and engine.state == EngineState.BROKEN:
            change_state(engine, EngineState.SUSPENDED, reason, job_outcome.evidence)
        else:
            log_event(engine, engine.state, engine.state, reason, job_outcome.evidence)


def _activate(context: StepContext, engine: Engine, job_outcome: JobOutcome) -> None:
    """Make what was learned the engine's active version; the old version stays in store."""
    progress = context.progress
    number = engine.wrapper_versions.aggregate(last=Max("number"))["last"] or 0
    engine.wrapper_versions.filter(is_active=True).update(is_active=False)
    version = WrapperVersion.objects.create(
        engine=engine,
        number=number + 1,
        wrapper=progress["wrapper"],
        no_result=progress["no_result"],
        start_pages=progress["start_pages"],
        constraints=progress["constraints"],
        strategy=progress["strategy"],
        score=progress["score"],
        tree_grams=progress["tree_grams"],
        description=progress["candidates"][progress["candidate"]]["xml"],
        formula=progress["formula"],
        inducer=progress["inducer"],
        support=progress["support"],
        reason=_reason_of(context, number),
        is_active=True,
        last_checked_at=timezone.now(),
    )
    context.job.samples.update(version=version)
    Engine.objects.filter(pk=engine.pk).update(
        description=version.description,
        language=context.description.language or "",
        name=(progress.get("name") or engine.name)[:200],
        version=F("version") + 1,
        broken_queries=[],
    )
    record_mended(engine)
    if engine.state == EngineState.PAUSED:
        log_event(engine, engine.state, engine.state, job_outcome.reason, job_outcome.evidence)
    else:
        change_state(engine, EngineState.ACTIVE, job_outcome.reason, job_outcome.evidence)


def _reason_of(context: StepContext, number: int) -> str:
    """Return why a version is made; `number` is that of the version before, 0 for none."""
    mended = WrapperVersion.objects.filter(pk=context.progress.get("mending")).first()
    if mended is not None:
        return f"mends version {mended.number} ({context.progress['strategy']})"
    return "learned anew" if number else "learned"
