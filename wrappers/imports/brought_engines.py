"""Engines brought by an import or the starter list: left unlearned, learned a few at a time."""

import json
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from django.db import transaction

from discovery.jobs.crawls import in_chunks
from discovery.jobs.leases import WorkStateError
from discovery.models import (
    ALLOWED_CHANGES,
    LEARNING_FAILURES,
    Engine,
    EngineEvent,
    EngineQuerySet,
    EngineState,
    ForbiddenChangeError,
)
from wrappers.imports.importing import BROUGHT_BY
from wrappers.learning.jobs import plan_learning, stop_learning
from wrappers.models import EngineImport, LearningJob

# Learned at once: room is left for engines that somebody added by hand, and for mending. Guess.
MAX_LEARNING = 1


def plan_next_proposals() -> int:
    """Plan learning of the next proposals while there is room; return how many were planned."""
    free = MAX_LEARNING - LearningJob.objects.unfinished().count()
    if free <= 0:
        return 0
    planned = 0
    for engine in Engine.objects.waiting()[:free]:
        # Somebody may have paused it meanwhile.
        with suppress(ForbiddenChangeError):
            plan_learning(engine)
            planned += 1
    return planned


_UNDER_WAY = (EngineState.PROPOSED, EngineState.LEARNING)
_LEFT = (EngineState.PAUSED, *sorted(LEARNING_FAILURES))


def brought_engines(row: EngineImport) -> EngineQuerySet:
    first_lines = EngineEvent.objects.filter(
        engine__imported__engine_import=row, **{f"evidence__{BROUGHT_BY}": row.pk}
    )
    return Engine.objects.filter(pk__in=first_lines.values("engine"))


def waiting_engines(row: EngineImport) -> EngineQuerySet:
    return brought_engines(row).filter(state__in=_UNDER_WAY)


def left_engines(row: EngineImport) -> EngineQuerySet:
    """Return the engines of an import that were stopped or failed before they were learned."""
    return brought_engines(row).filter(state__in=_LEFT, wrapper_versions__isnull=True)


def stop_learning_of(row: EngineImport) -> None:
    """Learn no more engines of an import; those learned stay. Raises `WorkStateError`."""
    for engine in waiting_engines(row).filter(state=EngineState.LEARNING):
        # It may have ended meanwhile.
        with suppress(WorkStateError):
            stop_learning(engine)
    proposed = brought_engines(row).filter(state=EngineState.PROPOSED)
    _move(proposed, EngineState.PAUSED, f"Learning of {row.file_name} was stopped by a person.")


def learn_what_is_left(row: EngineImport) -> None:
    """Let what was stopped or failed wait for its turn again. Raises `WorkStateError`."""
    _move(left_engines(row), EngineState.PROPOSED, "A person wants it to be learned.")
    plan_next_proposals()


def undo_import(row: EngineImport) -> None:
    """Remove what was never learned of an import, pause the rest. Raises `WorkStateError`."""
    with transaction.atomic():
        brought = brought_engines(row)
        if not brought.exists():
            raise WorkStateError(f"{row}: none of its engines is left.")
        reason = f"The import of {row.file_name} was undone by a person."
        learned = brought.filter(wrapper_versions__isnull=False)
        kept = sorted(set(learned.values_list("pk", flat=True)))
        never_learned = brought.exclude(pk__in=kept)
        removed = never_learned.count()
        _change_state(brought.filter(pk__in=kept), EngineState.PAUSED, reason)
        never_learned.delete()
        row.problem = (
            f"Undone by a person: engines removed: {removed}; "
            f"learned already, and paused: {len(kept)}."
        )
        row.save(update_fields=["problem"])


def _move(engines: EngineQuerySet, after: EngineState, reason: str) -> None:
    """Move engines into a state. Raises `WorkStateError` when there is none."""
    with transaction.atomic():
        if not _change_state(engines, after, reason):
            raise WorkStateError("There is no engine left to which this applies.")


def _change_state(engines: EngineQuerySet, after: EngineState, reason: str) -> int:
    """Move all engines that may into a state, with a line in each history; return how many."""
    allowed = [state for state, targets in ALLOWED_CHANGES.items() if after in targets]
    changing = engines.filter(state__in=allowed).select_for_update(of=("self",))
    rows = list(changing.values_list("pk", "state"))
    for batch in in_chunks(rows):
        Engine.objects.filter(pk__in=[pk for pk, _ in batch]).update(state=after, reason=reason)
        EngineEvent.objects.bulk_create(
            EngineEvent(engine_id=pk, before=before, after=after, reason=reason)
            for pk, before in batch
        )
    return len(rows)


STARTER_LIST = Path(__file__).with_name("starter.json")
# What an import of it is called, and the word for it on the command line.
STARTER_NAME = "starter"
# What its engines can be chosen by.
SUBJECTS = ("category", "language")


class NoStarterError(ValueError):
    """No engine of the starter list is of the categories and languages asked for."""


@dataclass(frozen=True, slots=True)
class StarterEngine:
    name: str
    url: str
    category: str
    language: str


def read_starter_list() -> tuple[StarterEngine, ...]:
    return tuple(StarterEngine(**entry) for entry in json.loads(STARTER_LIST.read_bytes()))


def select_starters(
    categories: Collection[str] = (), languages: Collection[str] = ()
) -> tuple[bytes, str]:
    """Return starters as a list to import, and its name; all by default. Raises `NoStarterError`"""
    chosen = [
        engine
        for engine in read_starter_list()
        if (not categories or engine.category in categories)
        and (not languages or engine.language in languages)
    ]
    if not chosen:
        known = (", ".join(name for name, _ in count_starters(by)) for by in SUBJECTS)
        raise NoStarterError(
            "No engine of the starter list is of these categories and languages. "
            f"Its categories: {next(known)}; its languages: {next(known)}."
        )
    entries = ",\n".join(json.dumps(asdict(engine), ensure_ascii=False) for engine in chosen)
    return f"[\n{entries}\n]".encode(), f"{STARTER_NAME}.json"


def count_starters(by: str) -> list[tuple[str, int]]:
    """Return how many engines of the list there are `by` category or language, by name."""
    return sorted(Counter(getattr(engine, by) for engine in read_starter_list()).items())
