"""When the machine calls an item what it is not, a person says what it is.

What the person has said becomes a version of its own, and is kept when the engine is learned anew.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from discovery.documents.document import DocumentError
from discovery.models import Engine
from wrappers.extraction.items.item import ItemKind
from wrappers.extraction.items.rules import ItemRules
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import item_samples
from wrappers.induction.pipeline import LearnedWrapper
from wrappers.models import WrapperVersion
from wrappers.operations.correction import (
    CorrectionError,
    StoredSamples,
    copy_samples,
    load_stored_samples,
    make_chosen_version,
)
from wrappers.operations.lifecycle import enqueue_check

MAX_LABEL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ItemChange:
    """What a person says of a column: its name, what it means, whether it is shown."""

    label: str
    kind: ItemKind
    is_hidden: bool


def load_items(engine: Engine, stored: StoredSamples) -> tuple[Wrapper, ItemRules]:
    """Return the wrapper in use and the columns of its records' items.

    Those of a wrapper of before items were learned are learned from the stored pages. Raises
    `CorrectionError`.
    """
    version = engine.wrapper_versions.in_use()
    if version is None:
        raise CorrectionError("Nothing reads this engine yet. Learn it first.")
    try:
        wrapper = Wrapper.from_json(version.wrapper)
    except DocumentError as error:
        raise CorrectionError(f"The wrapper in use cannot be read: {error}") from error
    items = wrapper.items or learn_items(
        [each for sample in stored.samples() for each in item_samples(wrapper, sample)]
    )
    if items is None or not items.columns:
        raise CorrectionError("The wrapper in use reads no record on the stored pages.")
    return wrapper, items


def change_items(engine: Engine, changes: Mapping[int, ItemChange], by: str) -> WrapperVersion:
    """Let the columns with these numbers (from 0) be what the person `by` says; have it checked.

    A version of its own, which can be undone like every other. Raises `CorrectionError`.
    """
    stored = load_stored_samples(engine)
    wrapper, items = load_items(engine, stored)
    columns = list(items.columns)
    for number, change in changes.items():
        if not 0 <= number < len(columns):
            raise CorrectionError("The columns have changed meanwhile: look at them once more.")
        label = " ".join(change.label.split())[:MAX_LABEL_LENGTH]
        if not label:
            raise CorrectionError("Every item needs a name.")
        columns[number] = columns[number].replace(
            label=label, kind=change.kind, is_hidden=change.is_hidden, by_person=True
        )
    labels = [column.label for column in columns]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise CorrectionError(f"Two items are called “{twice}”. Give each a name of its own.")
    changed = wrapper.replace(items=items.replace(columns=tuple(columns)))
    with transaction.atomic():
        engine = Engine.objects.select_for_update().get(pk=engine.pk)
        before = engine.wrapper_versions.get(is_active=True)
        learned = LearnedWrapper(changed, before.support, before.inducer, before.score or 0.0)
        version = make_chosen_version(engine, stored, learned, f"items named by {by}"[:200])
        copy_samples([*stored.results, *stored.no_results], version)
        Engine.objects.filter(pk=engine.pk).update(version=F("version") + 1)
    enqueue_check(engine)
    return version
