"""A field of the records that no longer comes is adapted by itself; all else stays as it is.

Ferrara and Baumgartner 2011, section 4: "In case integrity constraints are violated during
runtime, the adaptation process for this particular pattern is started." A field is a leaf without a
tree of its own, for which "we rely on string similarity metrics": what the same records once said
is looked for in what they say today. Details ours: where nothing is known, what names the field or
its data type must tell it from all else that is new.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.known_records import are_alike
from wrappers.extraction.constraints import (
    FIELDS,
    NO_CONSTRAINTS,
    IntegrityConstraints,
    RecordField,
    fields_broken_by_most,
    violations,
)
from wrappers.extraction.items.columns import ItemColumn, ItemRules, leaf_of
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.record_reading import KINDS_OF_FIELDS
from wrappers.extraction.wrapper import Extraction, Wrapper
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import item_samples
from wrappers.induction.samples import Sample

# The fields that columns fill and constraints are learned of, and what fills them.
FIELD_KINDS: Mapping[RecordField, ItemKind] = {
    name: KINDS_OF_FIELDS[name] for name in FIELDS if name in KINDS_OF_FIELDS
}
# What its texts alone tell from other columns.
TOLD_BY_TYPE = frozenset((ItemKind.DATE, ItemKind.PRICE, ItemKind.SIZE))
# A field is lost when by its share before so few of today's records lack it by chance, on so many
# pages and records at least. Guesses.
MAX_CHANCE = 1e-3
MIN_PAGES = 2
MIN_RECORDS = 8
# Known values that must be found again in one column, and their share of those looked for. Guess.
MIN_LOCATED = 3
MIN_ALIKE = 0.8
# A column adapted to has the field in so much of the records that had it, as a share. Guess.
MIN_SHARE_LEFT = 0.8
# Kinds of columns that no field is adapted to.
_OF_OTHERS = frozenset((ItemKind.TITLE, ItemKind.STATIC))

Answers = Sequence[Sequence[ResultRecord]]


def find_failed_fields(
    wrapper: Wrapper, constraints: IntegrityConstraints, answers: Answers
) -> tuple[RecordField, ...]:
    filled = [records for records in answers if records]
    records = tuple(record for each in filled for record in each)
    if wrapper.items is None or len(filled) < MIN_PAGES or len(records) < MIN_RECORDS:
        return ()
    model = constraints.data_model
    broken = fields_broken_by_most(model, records) if model else ()
    return tuple(
        name
        for name in FIELD_KINDS
        if name in broken
        or _is_lost(name, wrapper.items, constraints, records)
        or _is_mistyped(name, constraints, records)
    )


def adapt_fields(
    wrapper: Wrapper,
    failed: Sequence[RecordField],
    samples: Sequence[Sample],
    known: Sequence[KnownAnswer] = (),
) -> tuple[Wrapper, tuple[RecordField, ...]]:
    """Return the wrapper with rules of failed fields adapted, and those that a rule is sure for."""
    adapted = []
    for name in failed:
        changed = _adapt_field(wrapper, name, samples, known)
        if changed is not None:
            wrapper = changed
            adapted.append(name)
    return wrapper, tuple(adapted)


def _columns_of(name: RecordField, rules: ItemRules) -> list[ItemColumn]:
    kind = FIELD_KINDS[name]
    return [
        column
        for column in rules.columns
        if not column.is_hidden
        and (column.kind is kind or (column.split is not None and kind in column.split.kinds))
    ]


def _share_before(name: RecordField, rules: ItemRules) -> float:
    records = max((column.count for column in rules.columns if column.is_mandatory), default=0)
    counts = [
        records if column.is_mandatory else min(column.count, records)
        for column in _columns_of(name, rules)
    ]
    return max(counts, default=0) / records if records else 0.0


def _is_lost(
    name: RecordField,
    rules: ItemRules,
    constraints: IntegrityConstraints,
    records: Sequence[ResultRecord],
) -> bool:
    if any(getattr(record, name) for record in records):
        return False
    share = 1.0 if name in constraints.mandatory else _share_before(name, rules)
    return (1 - share) ** len(records) < MAX_CHANCE


def _is_mistyped(
    name: RecordField, constraints: IntegrityConstraints, records: Sequence[ResultRecord]
) -> bool:
    if name not in constraints.types:
        return False
    types = NO_CONSTRAINTS.replace(types={name: constraints.types[name]})
    return bool(violations(types, Extraction(tuple(records))))


def _adapt_field(
    wrapper: Wrapper,
    name: RecordField,
    samples: Sequence[Sample],
    known: Sequence[KnownAnswer],
) -> Wrapper | None:
    """Return the wrapper with the rule of one field adapted, None where no place is sure."""
    rules = wrapper.items
    if rules is None:
        return None
    old = next(iter(_columns_of(name, rules)), None)
    if old is None or old.kind is not FIELD_KINDS[name]:
        # It was a part of another column, which stays.
        labels = {column.label for column in rules.columns}
        kind = FIELD_KINDS[name]
        label = next(each for each in (str(kind), f"{kind} field") if each not in labels)
        old = ItemColumn(label, kind, ("-",))
    records = [each for sample in samples for each in item_samples(wrapper, sample)]
    learned = learn_items(records, rules.classes, rules.labels)
    least = max(1.0, MIN_SHARE_LEFT * _share_before(name, rules) * len(records))
    trials = [
        trial
        for column in (learned.columns if learned is not None else ())
        if not (column.is_hidden or column.is_joined or column.kind in _OF_OTHERS)
        for trial in [_Trial.of(wrapper, old, column)]
        if trial.gained(wrapper, name, samples) >= least
    ]
    chosen = (
        _by_known_values(trials, name, samples, known)
        or _by_name(trials, old)
        or _by_type(trials, old)
    )
    return None if chosen is None else chosen.wrapper


@dataclass(frozen=True, slots=True)
class _Trial:
    """The wrapper with a field read from a column of today's records."""

    wrapper: Wrapper
    column: ItemColumn

    @classmethod
    def of(cls, wrapper: Wrapper, old: ItemColumn, column: ItemColumn) -> "_Trial":
        rules = wrapper.items
        assert rules is not None
        found = column.replace(label=old.label, kind=old.kind, by_person=old.by_person)
        others = (each for each in rules.columns if each.label != old.label)
        return cls(wrapper.replace(items=rules.replace(columns=(*others, found))), column)

    def gained(self, before: Wrapper, name: RecordField, samples: Sequence[Sample]) -> int:
        """Return how many records have the field; none where anything else is read otherwise."""
        gained = 0
        for sample in samples:
            old, new = before.records(sample.page), self.wrapper.records(sample.page)
            if len(old) != len(new) or not all(map(partial(_are_same, name), old, new)):
                return 0
            gained += sum(bool(getattr(record, name)) for record in new)
        return gained


def _are_same(name: RecordField, old: ResultRecord, new: ResultRecord) -> bool:
    """Tell whether two readings differ in a field alone, and what a snippet lost to it."""
    same = {name: "", "items": (), "snippet": ""}
    return old.replace(**same) == new.replace(**same) and (
        name == "snippet" or new.snippet in old.snippet or old.snippet == new.snippet
    )


def _by_known_values(
    trials: Sequence[_Trial],
    name: RecordField,
    samples: Sequence[Sample],
    known: Sequence[KnownAnswer],
) -> _Trial | None:
    best, most = None, 0
    for trial in trials:
        pairs = list(_known_pairs(trial.wrapper, name, samples, known))
        alike = sum(are_alike(was, now) for was, now in pairs if now)
        if len(pairs) >= MIN_LOCATED and alike >= MIN_ALIKE * len(pairs) and alike > most:
            best, most = trial, alike
    return best


def _known_pairs(
    wrapper: Wrapper,
    name: RecordField,
    samples: Sequence[Sample],
    known: Sequence[KnownAnswer],
) -> Iterator[tuple[str, str]]:
    by_query = {answer.query: answer.records for answer in known}
    for sample in samples:
        before = {(r.url, r.title): r for r in by_query.get(sample.query or "", ())}
        for record in wrapper.records(sample.page) if before else ():
            was = before.get((record.url, record.title))
            if was is not None and getattr(was, name):
                yield getattr(was, name), getattr(record, name)


def _by_name(trials: Sequence[_Trial], old: ItemColumn) -> _Trial | None:
    leaves = set(map(leaf_of, old.places)) - {""}
    words = (old.start, old.after)
    named = [
        trial
        for trial in trials
        if trial.column.kind in (old.kind, ItemKind.TEXT)
        and (
            (any(words) and (trial.column.start, trial.column.after) == words)
            or leaves & set(map(leaf_of, trial.column.places))
        )
    ]
    return named[0] if len(named) == 1 else None


def _by_type(trials: Sequence[_Trial], old: ItemColumn) -> _Trial | None:
    typed = [trial for trial in trials if trial.column.kind is old.kind in TOLD_BY_TYPE]
    return typed[0] if len(typed) == 1 else None
