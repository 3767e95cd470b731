"""Learning the data items of an engine's records, from the records of its sample pages."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice, pairwise
from urllib.parse import unquote

from discovery.pages.tree import class_names
from wrappers.extraction.items.columns import (
    MAX_CLASSES,
    MAX_COLUMNS,
    MAX_PLACES_OF_COLUMN,
    ItemColumn,
    ItemRules,
    ItemSplit,
)
from wrappers.extraction.items.pieces import ItemKind, Outlines, RecordPiece, pieces_of
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.details import byline_in
from wrappers.extraction.records.selector import is_plain_name
from wrappers.induction.items.columns import (
    Column,
    align,
    label_of,
    repeated,
    unseen_columns,
)
from wrappers.induction.items.meaning import (
    TYPED,
    is_running_text,
    kind_of,
    learn_composite,
    learn_split,
    sentence_length,
)
from wrappers.induction.items.ratings import learn_rating
from wrappers.induction.items.sample import ItemSample
from wrappers.induction.items.titles import better_title, title_column, without_labels
from wrappers.induction.page_class import declared_name

# Records learned from, elements of one, and records looked at for stars: more take time and teach
# little. Guesses.
MAX_RECORDS = 300
MAX_NODES = 500
MAX_RATED = 100
# A class name tells places apart where this share of the records have it; a name with a number in
# it, which often counts or names one thing, where most do. Guesses.
MIN_SHARE_OF_CLASS = 0.1
MIN_SHARE_OF_NUMBERED_CLASS = 0.5
# A column's word begins the link after it in this share of its records.
MOSTLY = 0.8
# A word or two before a link are part of what it says ("by"). Guess (characters).
MAX_JOINED_LENGTH = 20
MAX_EXAMPLE_LENGTH = 120
# Kinds of columns whose texts may say several things.
_SPLIT = TYPED | {ItemKind.SNIPPET, ItemKind.TEXT, ItemKind.TYPE, ItemKind.AUTHOR}
_COMPOSITE = (ItemKind.TEXT, ItemKind.AUTHOR)
_DIGIT = re.compile(r"\d")
_WORDS_ALONE = re.compile(r"[^\W\d_]+(?:\s[^\W\d_]+){0,2}\Z")


def learn_items(
    samples: Sequence[ItemSample],
    classes: frozenset[str] | None = None,
    labels: frozenset[str] | None = None,
) -> ItemRules | None:
    """Return the columns of the records, None where there is no record.

    Segmentation, alignment, meaning, names. `classes` tell places apart, and `labels` in title
    links; without them those of many records do.
    """
    samples = samples[:MAX_RECORDS]
    if not samples:
        return None
    if classes is None:
        classes = telling_classes(samples)
    titled = without_labels(samples, classes, labels)
    titles = titled.titles
    outlines = Outlines(classes, titled.keys)
    rows = [pieces_of(RecordTree(each.elements, MAX_NODES), outlines) for each in samples]
    columns = align(rows)[:MAX_COLUMNS]
    unseen = unseen_columns(columns, rows, samples)
    # What nobody sees says nothing again: of a text shown twice the one that is seen stays.
    shown = [column for column in columns if id(column) not in unseen]
    linked = title_column(shown or columns, titles)
    better = better_title(shown, linked, titles, rows, [sample.link for sample in samples])
    title = better or linked
    hidden = unseen | repeated(shown, title)
    joined = {id(column) for column in columns if _is_joined(column, rows)}
    introduced = _introduced([c for c in columns if id(c) in joined], rows)
    called = [label_of(column) for column in columns]
    kinds = _kinds(columns, called, title, hidden, introduced)
    names = _names(columns, kinds, called)
    learned = tuple(
        ItemColumn(
            label=name,
            kind=kind,
            places=tuple(column.places[:MAX_PLACES_OF_COLUMN]),
            start=column.start,
            after=column.after,
            split=_split(column.texts, kind),
            is_mandatory=len(set(column.rows)) == len(samples),
            is_joined=id(column) in joined,
            is_hidden=id(column) in hidden,
            example=column.texts[0][:MAX_EXAMPLE_LENGTH],
            count=len(column.pieces),
        )
        for column, kind, name in zip(columns, kinds, names, strict=True)
    )
    if not any(column.kind is ItemKind.RATING and not column.is_hidden for column in learned):
        learned += _rating_column(samples, names)
    return ItemRules(
        learned[:MAX_COLUMNS],
        frozenset(sorted(classes)[:MAX_CLASSES]),
        are_titled=better is not None or titled.are_shorter,
        labels=titled.keys,
    )


def _split(texts: Sequence[str], kind: ItemKind) -> ItemSplit | None:
    found = learn_split(texts, kind) if kind in _SPLIT else None
    return found or (learn_composite(texts) if kind in _COMPOSITE else None)


def _rating_column(samples: Sequence[ItemSample], names: Sequence[str]) -> tuple[ItemColumn, ...]:
    """Return the column of a rating that no text says, if there is one; its name is not known."""
    trees = [RecordTree(sample.elements, MAX_NODES) for sample in samples[:MAX_RATED]]
    signs = learn_rating(trees)
    read = [] if signs is None else [found for tree in trees if (found := signs.read(tree))]
    if signs is None or not read:
        return ()
    kind = ItemKind.RATING
    return (
        ItemColumn(
            label=str(kind) if str(kind) not in names else f"{kind} {len(names) + 1}",
            kind=kind,
            # No piece of a record stands at such a place.
            places=(f"@{signs.tag} {signs.name}",),
            signs=signs,
            is_mandatory=len(read) == len(trees),
            example=read[0][1],
            count=len(read),
        ),
    )


def telling_classes(samples: Sequence[ItemSample]) -> frozenset[str]:
    """Return the class names that many records have: those that tell one's topic do not count."""
    counts: Counter[str] = Counter()
    for sample in samples:
        inside = (node for element in sample.elements for node in element.iterdescendants())
        names = {
            name
            for node in islice(inside, MAX_NODES)
            if isinstance(node.tag, str)
            for name in class_names(node)
        }
        counts.update(names)
    return frozenset(
        name
        for name, count in counts.items()
        if is_plain_name(name)
        and count >= max(min(2, len(samples)), MIN_SHARE_OF_CLASS * len(samples))
        and (not _DIGIT.search(name) or count >= MIN_SHARE_OF_NUMBERED_CLASS * len(samples))
    )


def _is_joined(column: Column, rows: Sequence[Sequence[RecordPiece]]) -> bool:
    """Return whether a column's word begins what the link after it says: "by <a>Ann Ode</a>"."""
    text = column.pieces[0].text
    if not column.is_static or len(text) > MAX_JOINED_LENGTH or not _WORDS_ALONE.match(text):
        return False
    followed = 0
    for piece, number in zip(column.pieces, column.rows, strict=True):
        row = rows[number]
        after = next((later for each, later in pairwise(row) if each is piece), None)
        followed += (
            piece.bare
            and after is not None
            and after.link is not None
            and after.element.getparent() is piece.element
        )
    return followed >= MOSTLY * len(column.pieces)


def _introduced(joined: Sequence[Column], rows: Sequence[Sequence[RecordPiece]]) -> dict[int, str]:
    """Return by `id` the pieces that begin with the word of a joined column, with that word."""
    words = {id(piece): piece.text for column in joined for piece in column.pieces}
    return {
        id(after): words[id(piece)]
        for row in rows
        for piece, after in pairwise(row)
        if id(piece) in words
    }


def _kinds(
    columns: Sequence[Column],
    labels: Sequence[str],
    title: Column | None,
    hidden: set[int],
    introduced: Mapping[int, str],
) -> list[ItemKind]:
    kinds = []
    for column, label in zip(columns, labels, strict=True):
        word = introduced.get(id(column.pieces[0]), "")
        if column is title:
            kinds.append(ItemKind.TITLE)
        elif word and byline_in(f"{word} Xy"):
            kinds.append(ItemKind.AUTHOR)
        elif _says_link(column):
            kinds.append(ItemKind.ADDRESS)
        else:
            kinds.append(kind_of(column, label, _markup_name(column)))
    _mark_snippets(columns, kinds, hidden)
    return kinds


def _says_link(column: Column) -> bool:
    """Return whether a column's texts say where the links lead that they stand in: "/tea/7/"."""
    saying = sum(
        piece.link is not None
        and "/" in piece.text
        and piece.text.strip("/ ") in unquote(piece.link.get("href", ""))
        for piece in column.pieces
    )
    return saying >= MOSTLY * len(column.pieces)


def _mark_snippets(columns: Sequence[Column], kinds: list[ItemKind], hidden: set[int]) -> None:
    """Mark as snippets the running text, and what goes on at its place."""
    running = [
        n
        for n, (column, kind) in enumerate(zip(columns, kinds, strict=True))
        if kind in (ItemKind.TEXT, ItemKind.SNIPPET)
        and id(column) not in hidden
        and is_running_text(column.texts)
        and learn_composite(column.texts) is None
    ]
    if not running:
        return
    most = max(running, key=lambda n: sum(map(sentence_length, columns[n].texts)))
    for n in running:
        if columns[n].places[0] == columns[most].places[0]:
            kinds[n] = ItemKind.SNIPPET


def _markup_name(column: Column) -> str:
    """Return what the markup calls a column: what it declares, else its classes."""
    declared = declared_name(column.pieces[0].element)
    classes = column.places[0].partition("|")[2].replace("|", " ").strip()
    link = column.pieces[0].link
    relation = "" if link is None else link.get("rel", "")
    return declared or f"{classes.replace('.', ' ')} {relation}".strip()


def _names(
    columns: Sequence[Column], kinds: Sequence[ItemKind], labels: Sequence[str]
) -> list[str]:
    """Return a name for each column, no two alike: its label, its kind, what the markup says."""
    counts: Counter[str] = Counter()
    names = []
    for column, kind, label in zip(columns, kinds, labels, strict=True):
        name = "" if kind is ItemKind.TEXT else str(kind)
        if label and kind is not ItemKind.STATIC:
            name = label
        name = (name or declared_name(column.pieces[0].element) or str(kind))[:60]
        counts[name] += 1
        names.append(name if counts[name] == 1 else f"{name} {counts[name]}")
    return names
