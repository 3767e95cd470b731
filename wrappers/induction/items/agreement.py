"""Agreement between engines: what a column means, told by what others say of the same pages."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from discovery.pages.tree import fold_space
from discovery.pages.urls import comparison_key
from wrappers.extraction.constraints.constraints import RecordField
from wrappers.extraction.items.columns import ItemColumn
from wrappers.extraction.items.item import ItemKind
from wrappers.extraction.items.rules import ItemRules
from wrappers.extraction.records.record import ResultRecord

# Records, different texts, and the share of the records of which both say something that must
# agree. Guesses.
MIN_AGREEING = 3
MIN_TEXTS = 2
MIN_ALIKE = 0.8

_UNTOLD = (ItemKind.TEXT, ItemKind.TYPE)

# By address and kind, what other engines say of a page.
_Said = Mapping[str, Mapping[ItemKind, set[str]]]


def kinds_by_agreement(
    rules: ItemRules,
    records: Iterable[ResultRecord],
    others: Iterable[ResultRecord],
    fields: Mapping[RecordField, ItemKind],
) -> ItemRules:
    """Return rules in which texts that nobody could tell are what `others` call the same texts.

    `records` are read by the rules. `fields` are those of the others' records that tell a kind;
    one that the rules know a column of is not looked for.
    """
    known = {kind for column in rules.columns for kind in _kinds_of(column)}
    wanted = {name: kind for name, kind in fields.items() if kind not in known}
    if not wanted or not any(map(_is_untold, rules.columns)):
        return rules
    own = {comparison_key(record.url): record for record in records if record.url}
    said = _said_by(others, own.keys(), wanted)
    texts = {
        address: {item.label: _comparable(item.bare) for item in own[address].items}
        for address in said
    }
    columns = list(rules.columns)
    for place, column in enumerate(columns):
        kind = _agreed_kind(column.label, texts, said) if _is_untold(column) else None
        if kind is not None and kind not in known:
            known.add(kind)
            columns[place] = column.replace(kind=kind, label=_named(column, kind, columns))
    return rules.replace(columns=tuple(columns))


def _kinds_of(column: ItemColumn) -> tuple[ItemKind, ...]:
    """Return what a column shows, none where it is hidden."""
    if column.is_hidden:
        return ()
    return (column.kind, *(column.split.kinds if column.split else ()))


def _is_untold(column: ItemColumn) -> bool:
    """Return whether what a column means is not known, or guessed since few texts come again."""
    is_shown = not column.is_hidden and not column.is_joined and not column.by_person
    return is_shown and column.kind in _UNTOLD and column.split is None


def _said_by(
    others: Iterable[ResultRecord], addresses: Iterable[str], fields: Mapping[RecordField, ItemKind]
) -> _Said:
    """Return what other engines say in these fields of the pages at these addresses."""
    wanted = set(addresses)
    said: dict[str, dict[ItemKind, set[str]]] = defaultdict(lambda: defaultdict(set))
    for record in others:
        address = comparison_key(record.url) if record.url else ""
        if address in wanted:
            for name, kind in fields.items():
                if text := getattr(record, name):
                    said[address][kind].add(_comparable(text))
    return said


def _agreed_kind(
    label: str, texts: Mapping[str, Mapping[str, str]], said: _Said
) -> ItemKind | None:
    """Return what others call the texts of a column; None where they do not agree."""
    compared: Counter[ItemKind] = Counter()
    alike: dict[ItemKind, list[str]] = defaultdict(list)
    for address, by_kind in said.items():
        text = texts[address].get(label)
        for kind, values in by_kind.items() if text else ():
            compared[kind] += 1
            if text in values:
                alike[kind].append(text)
    agreed = [
        kind
        for kind, found in alike.items()
        if len(found) >= max(MIN_AGREEING, MIN_ALIKE * compared[kind])
        and len(set(found)) >= MIN_TEXTS
    ]
    return agreed[0] if len(agreed) == 1 else None


def _named(column: ItemColumn, kind: ItemKind, columns: Iterable[ItemColumn]) -> str:
    """Return what a column is called now: what it means, where it had no name and that is free."""
    is_free = all(str(kind) != each.label for each in columns)
    return str(kind) if is_free and column.label.startswith(str(column.kind)) else column.label


def _comparable(text: str) -> str:
    return fold_space(text).casefold()
