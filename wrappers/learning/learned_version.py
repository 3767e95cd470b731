"""From what a learning job found to a wrapper version in use."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from discovery.engines.registration import change_state, give_bang, log_event
from discovery.models import Collection, Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from wrappers.adaptation.expectations import keep_demands
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.check_schedule import enqueue_check, record_check
from wrappers.engines.registry import make_ready_engine
from wrappers.engines.versions import (
    activate_engine,
    give_time,
    new_version,
    use_version,
    withdraw_proposal,
)
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import item_samples, keep_items
from wrappers.induction.no_result import settle_no_result
from wrappers.induction.pipeline import LearnedWrapper
from wrappers.induction.samples import Sample
from wrappers.learning.failures import UNREACHABLE_STATES, with_unproven
from wrappers.learning.flow import JobOutcome
from wrappers.learning.queries import learn_start_pages
from wrappers.learning.step_context import StepContext, last_evidence
from wrappers.models import FoundWrapper, LearningJob, Proposal, SampleRole, WrapperVersion

# Engines checked at once because one of their template was mended. Guess.
MAX_KIN = 200


def found_wrapper(
    context: StepContext,
    learned: LearnedWrapper,
    samples: Sequence[Sample],
    signature: NoResultSignature,
    strategy: str,
    tree_grams: TreeGrams | None = None,
) -> FoundWrapper:
    """Return what was `learned`, or found again, on `samples`, with all that goes with it."""
    wrapper = with_items(learned.wrapper, samples, context.job.engine)
    asked = [(stored.page(), stored.query) for stored in context.samples(SampleRole.NO_RESULT)]
    pairs = [(sample.page, sample.query) for sample in samples]
    settled = settle_no_result(wrapper, signature, asked, pairs)
    # What an engine that always answers lists for a made-up word may be a record of another query.
    no_results = [page for page, _ in asked] if settled == signature else []
    constraints = learn_constraints(wrapper, pairs, no_results)
    if settled is None:
        # Nothing tells an answer to a made-up word, whose records have nothing of it.
        constraints = constraints.replace(names_query=False)
    return FoundWrapper(
        wrapper=wrapper.to_json(),
        formula=wrapper.formula,
        no_result=None if settled is None else settled.to_json(),
        start_pages=[each.to_json() for each in learn_start_pages(context, settled)],
        constraints=constraints.to_json(),
        tree_grams=(tree_grams or take_tree_grams(wrapper, [page for page, _ in pairs])).to_json(),
        inducer=learned.inducer,
        support=learned.support,
        strategy=strategy,
        score=learned.score,
    )


def with_items(wrapper: Wrapper, samples: Sequence[Sample], engine: Engine) -> Wrapper:
    """Return a wrapper with the items of its records, called as a person has called them before."""
    items = wrapper.items or learn_items(
        [each for sample in samples for each in item_samples(wrapper, sample)]
    )
    if items is None:
        return wrapper
    before = engine.wrapper_versions.in_use()
    used = None if before is None else Wrapper.read_or_none(before.wrapper)
    known = None if used is None else used.items
    return wrapper.replace(items=items if known is None else keep_items(items, known))


def finish_job(context: StepContext, job_outcome: JobOutcome) -> None:
    """Bring the engine where learning left it; an engine in use keeps working when it failed."""
    engine = Engine.objects.select_for_update().get(pk=context.job.engine_id)
    job_outcome = with_unproven(context, job_outcome)
    if not job_outcome.evidence:
        job_outcome = replace(job_outcome, evidence=last_evidence(context))
    if job_outcome.collection_id is not None:
        # It searches a collection of ours from now on.
        collection = Collection.objects.get(pk=job_outcome.collection_id)
        Engine.objects.filter(pk=engine.pk).update(
            collection=collection, name=collection.name[:200], version=engine.version + 1
        )
        give_bang(engine, collection.name)
        activate_engine(engine, job_outcome.reason, job_outcome.evidence)
    elif job_outcome.state == EngineState.ACTIVE:
        withdraw_proposal(engine)
        _hasten_kin(engine, _mended(context))
        others = _others(context)
        for other in others:
            other.save()
        version = make_version(context)
        version.constraints = _constraints_of(context, version, engine.wrapper_versions.in_use())
        version.last_checked_at = timezone.now()
        beside = [other.pk for other in others if other.form_key == version.form_key]
        use_version(engine, version, context.state.name, beside)
        context.job.samples.update(version=version)
        record_check(engine, AnswerKind.RESULTS)
        activate_engine(engine, job_outcome.reason, job_outcome.evidence)
        give_time(engine, version, job_outcome.evidence.get("seconds", 0.0))
    elif job_outcome.objections:
        _propose(context, engine, job_outcome)
    else:
        leave_engine(context.job, job_outcome)


def _mended(context: StepContext) -> WrapperVersion | None:
    mending = context.state.mending
    return WrapperVersion.objects.filter(pk=mending.version).first() if mending else None


def _hasten_kin(engine: Engine, mended: WrapperVersion | None) -> None:
    """Have the engines checked that share the template of one just mended, and mended alike."""
    if mended is None or not mended.form_key:
        return
    alike = WrapperVersion.objects.filter(form_key=mended.form_key, formula=mended.formula)
    for version in alike.filter(is_active=True).exclude(engine=engine)[:MAX_KIN]:
        enqueue_check(version.engine)


def leave_engine(job: LearningJob, job_outcome: JobOutcome) -> None:
    engine = Engine.objects.select_for_update().get(pk=job.engine_id)
    if engine.state == EngineState.LEARNING:
        change_state(engine, job_outcome.state, job_outcome.reason, job_outcome.evidence)
    else:
        what = "Repairing" if job.is_mending else "Relearning"
        reason = f"{what} failed ({job_outcome.state}), what is in use stays: {job_outcome.reason}"
        if job_outcome.state in UNREACHABLE_STATES and engine.state == EngineState.BROKEN:
            change_state(engine, EngineState.SUSPENDED, reason, job_outcome.evidence)
        else:
            log_event(engine, engine.state, engine.state, reason, job_outcome.evidence)


def _constraints_of(
    context: StepContext, version: WrapperVersion, replaced: WrapperVersion | None
) -> dict[str, Any] | None:
    """Return what a version is held to: a repair to all that the records had to have before.

    A data model holds from then on, given by a file or by the version that is `replaced`.
    """
    given = context.state.data_model
    if not given and replaced is not None:
        given = replaced.data_model
    if given and context.state.mending is None:
        return {**(version.constraints or {}), "data_model": given}
    mended = _mended(context)
    if mended is None or mended.constraints is None or version.constraints is None:
        return version.constraints
    before = IntegrityConstraints.read_or_none(mended.constraints)
    if before is None:
        return version.constraints
    learned = IntegrityConstraints.from_json(version.constraints)
    return keep_demands(learned, before).to_json()


def _propose(context: StepContext, engine: Engine, job_outcome: JobOutcome) -> None:
    """Store what was found for a person to decide on, in place of what was proposed before."""
    version = make_version(context)
    because = "; ".join(job_outcome.objections)
    older = engine.wrapper_versions.proposed().first()
    rejected = engine.wrapper_versions.filter(proposal=Proposal.REJECTED)
    found = (version.wrapper, version.description)
    again = next((each for each in rejected if (each.wrapper, each.description) == found), None)
    if again is not None:
        withdraw_proposal(engine)
        reason = (
            f"Repairing found what version {again.number} is, which a person rejected: {because}."
        )
    else:
        if older is not None:
            # It keeps its number, the address at which somebody may be looking at it, and its age.
            older.samples.all().delete()
            version.pk, version.number = older.pk, older.number
            version.created_at = older.created_at
        version.proposal, version.proposed_because = Proposal.OPEN, because
        version.save()
        context.job.samples.update(version=version)
        reason = (
            f"Repairing found version {version.number}, which waits for a person to accept or "
            f"reject it; what is in use stays: {because}."
        )
    evidence = {**job_outcome.evidence, "objections": list(job_outcome.objections)}
    log_event(engine, engine.state, engine.state, reason, evidence)


def draft_engine(context: StepContext) -> ReadyEngine:
    return make_ready_engine(context.job.engine, make_version(context), *_others(context))


def _others(context: StepContext) -> list[WrapperVersion]:
    """Return the versions that read other designs; what was just found is not stored yet."""
    state, engine = context.state, context.job.engine
    others = list(engine.wrapper_versions.filter(pk__in=state.beside))
    # The first of a file is to be the latest.
    for place, found in enumerate(reversed(state.others)):
        xml = state.candidates[state.candidate].xml
        other = new_version(engine, xml, found, "reads another design of the site")
        other.number += place
        others.append(other)
    return others


def make_version(context: StepContext) -> WrapperVersion:
    """Return what was learned as a version that is neither stored nor in use yet."""
    state = context.state
    assert state.found is not None
    mended = _mended(context)
    why = ("learned", "learned anew")
    if mended is not None:
        why = (f"mends version {mended.number} ({state.found.strategy})",) * 2
    xml = state.candidates[state.candidate].xml
    return new_version(context.job.engine, xml, state.found, *why)
