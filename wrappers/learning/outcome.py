"""The end of a learning job: where it leaves the engine."""

from dataclasses import replace
from typing import Any

from django.db.models import F, Max
from django.utils import timezone

from discovery.engines import change_state, log_event
from discovery.models import Engine, EngineState
from wrappers.engines import note_mended
from wrappers.learning.step_context import Ending, Move, Work, last_evidence
from wrappers.models import WrapperVersion

# Ends of mending that tell nothing of an engine's pages.
OUT_OF_REACH = frozenset({EngineState.UNREACHABLE, EngineState.BLOCKED})


def ending_values(move: Move) -> dict[str, Any]:
    """Return the columns that end a job, none when it goes on."""
    if move.ending is None:
        return {}
    return {
        "outcome": move.ending.state,
        "reason": move.ending.reason,
        "finished_at": timezone.now(),
    }


def finish(work: Work, ending: Ending) -> None:
    """Bring the engine where learning left it; an engine in use keeps working when it failed."""
    engine = Engine.objects.select_for_update().get(pk=work.job.engine_id)
    if not ending.evidence:
        ending = replace(ending, evidence=last_evidence(work))
    if ending.state == EngineState.ACTIVE:
        _activate(work, engine, ending)
    elif engine.state == EngineState.LEARNING:
        change_state(engine, ending.state, ending.reason, ending.evidence)
    else:
        what = "Mending" if work.progress.get("mending") else "Learning anew"
        reason = f"{what} failed ({ending.state}), the wrapper in use is kept: {ending.reason}"
        if ending.state in OUT_OF_REACH and engine.state == EngineState.BROKEN:
            change_state(engine, EngineState.SUSPENDED, reason, ending.evidence)
        else:
            log_event(engine, engine.state, engine.state, reason, ending.evidence)


def _activate(work: Work, engine: Engine, ending: Ending) -> None:
    """Make what was learned the engine's active version; the old version stays in store."""
    progress = work.progress
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
        reason=_reason_of(work, number),
        is_active=True,
        last_checked_at=timezone.now(),
    )
    work.job.samples.update(version=version)
    Engine.objects.filter(pk=engine.pk).update(
        description=version.description,
        language=work.description.language or "",
        name=(progress.get("name") or engine.name)[:200],
        version=F("version") + 1,
        broken_queries=[],
    )
    note_mended(engine)
    if engine.state == EngineState.PAUSED:
        log_event(engine, engine.state, engine.state, ending.reason, ending.evidence)
    else:
        change_state(engine, EngineState.ACTIVE, ending.reason, ending.evidence)


def _reason_of(work: Work, number: int) -> str:
    """Return why a version is made; `number` is that of the version before, 0 for none."""
    mended = WrapperVersion.objects.filter(pk=work.progress.get("mending")).first()
    if mended is not None:
        return f"mends version {mended.number} ({work.progress['strategy']})"
    return "learned anew" if number else "learned"
