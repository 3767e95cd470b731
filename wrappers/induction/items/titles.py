"""Titles among the columns: the one that says them, and labels inside them. Details ours."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from statistics import median

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS, fold_space, visible_text
from discovery.pages.visibility import hides_itself
from wrappers.extraction.items.columns import MAX_LABELS
from wrappers.extraction.items.pieces import Outlines, RecordPiece
from wrappers.extraction.records.details import date_in
from wrappers.extraction.records.titles import calls_title, is_name
from wrappers.induction.items.columns import Column
from wrappers.induction.items.meaning import names_people, type_of
from wrappers.induction.items.sample import ItemSample

# Elements of a title link, and of a record, that are looked at.
MAX_NODES = 100
# A label is in so many titles, of so many characters at most, and differs in this share. Guesses.
MIN_LABELS = 2
MAX_LENGTH = 30
# Longer names are not written down.
MAX_KEY_LENGTH = 80
MAX_SHARE_OF_LABELS = 0.4
# What is left of titles differs in this share, and names something. Guess.
MIN_SHARE_OF_NAMES = 0.6
NEARLY_ALL = 0.9
# Letters in which two forms of one word agree. Guess.
STEM = 4
# What marks the words of the query in a text, where no class says what it is for.
_STRESS = frozenset("b em strong i mark u font span ins hl".split())
# What markup calls a part of a name that many things share: "brand-name".
_NAMING = re.compile(r"(?<![a-z])(?:brand|maker?|manufacturer|vendor|model|series)(?![a-z])", re.I)
_SIGNED = re.compile(r"[(\[{].*[)\]}]\Z|.*[:|]\Z")
_LETTERS = re.compile(r"[^\W\d_]{2}|[^\x00-\u02ff\u2000-\u2bff]")
_JOINT = re.compile(r"[/:,;|·–—-]")
_WORD = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"\d+")
# A number, a version, the code of a thing.
_CODE = re.compile(r"\W*(?:[^\W\d_]{0,5}[-_#:.]?)?\d[\d.,:/-]*\W*\Z")
# The key of what stands in no element of its own, and of what is not shown.
_OWN, _HIDDEN = "", "hidden"

# Key and text of each thing that a title link says.
_Parts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Titles:
    """The titles of records without labels, the elements that are labels, whether any had one."""

    titles: list[str]
    keys: frozenset[str] = frozenset()
    are_shorter: bool = False


def without_labels(
    samples: Sequence[ItemSample],
    classes: Collection[str],
    known: Collection[str] | None = None,
) -> Titles:
    """Return what names records alone; `classes` tell places apart, labels may be `known` already.

    A label stands at an end of the title in an element of its own, and says the same few things of
    all records, or a number, a date …. What stresses words is one only where nearly all have it, or
    where signs set it off: "(new)", "News:".
    """
    outlines = Outlines(classes)
    titles = [sample.title for sample in samples]
    parts = [_parts(sample, outlines) for sample in samples]
    keys = _labels(parts, samples) if known is None else {*known, _HIDDEN}
    shorter = [_stripped(*each, keys) for each in zip(titles, parts, strict=True)]
    names = {title for title in shorter if _LETTERS.search(title)}
    if known is None and len(names) < MIN_SHARE_OF_NAMES * len(set(titles)):
        return Titles(titles)
    return Titles(shorter, frozenset(sorted(keys - {_HIDDEN})[:MAX_LABELS]), shorter != titles)


def _labels(titles: Sequence[_Parts], samples: Sequence[ItemSample]) -> set[str]:
    keys = {key for parts in titles for key, _ in parts if key != _OWN}
    keys = {key for key in keys if key == _HIDDEN or _is_label(key, titles, samples)}
    keys = {key for key in keys if len(key) <= MAX_KEY_LENGTH}
    while keys and (wrong := _misplaced(titles, keys)):
        keys -= wrong
    return keys


def _parts(sample: ItemSample, outlines: Outlines) -> _Parts:
    """Return what stands in a title, part by part; nothing where it is of one."""
    link = sample.link
    if link is None or not len(link):
        return []
    inside = islice(link.iter(), MAX_NODES)
    title = next(
        (node for node in inside if len(node) and visible_text(node) == sample.title), None
    )
    while title is not None:
        parts = list(_of(title, outlines))
        if len(parts) > 1:
            return parts
        inner = [child for child in title if isinstance(child.tag, str) and visible_text(child)]
        title = inner[0] if len(inner) == 1 and len(inner[0]) else None
    return []


def _of(title: HtmlElement, outlines: Outlines) -> Iterator[tuple[str, str]]:
    if text := fold_space(title.text or ""):
        yield _OWN, text
    for child in title:
        if isinstance(child.tag, str) and (text := visible_text(child)):
            yield _key_of(child, outlines), text
        if tail := fold_space(child.tail or ""):
            yield _OWN, tail


def _key_of(element: HtmlElement, outlines: Outlines) -> str:
    hides, names = outlines.names_in(element.get("class") or "")
    if hides or hides_itself(element.attrib):
        return _HIDDEN
    return f"{element.tag}|{names}"


def _is_label(key: str, titles: Sequence[_Parts], samples: Sequence[ItemSample]) -> bool:
    texts, queried = [], 0
    for parts, sample in zip(titles, samples, strict=True):
        words = tuple(_WORD.findall(sample.query.casefold()))
        own = [text for each, text in parts if each == key]
        texts += own
        queried += any(_is_form_of(text, words) for text in own)
    if len(texts) < MIN_LABELS or max(map(len, texts)) > MAX_LENGTH or queried > len(texts) / 2:
        return False
    if sum(_goes_on(key, parts) for parts in titles) > len(texts) / 2:
        return False
    tag, _, names = key.partition("|")
    if not names and tag in _STRESS:
        signed = sum(_SIGNED.match(text) is not None for text in texts)
        if max(signed, len(texts)) < NEARLY_ALL * len(samples) and signed < len(texts):
            return False
    wordings = Counter(_NUMBER.sub("#", text.casefold()) for text in texts)
    if len(wordings) <= max(1, MAX_SHARE_OF_LABELS * len(texts)):
        return not _NAMING.search(names)
    codes = sum(_CODE.match(text) is not None for text in texts)
    return codes >= NEARLY_ALL * len(texts) or type_of(texts) is not None


def _goes_on(key: str, parts: _Parts) -> bool:
    """Return whether what stands in a key's element goes on what is before it: "… / Ann Ode"."""
    return any(
        each == key and (_JOINT.match(text) or _JOINT.match(before[-1:]))
        for (_, before), (each, text) in pairwise(parts)
    )


def _is_form_of(text: str, words: Sequence[str]) -> bool:
    return any(
        each == word or (len(word) > 2 and each.startswith(word[:STEM]))
        for each in _WORD.findall(text.casefold())
        for word in words
    )


def _misplaced(titles: Sequence[_Parts], keys: Collection[str]) -> set[str]:
    """Return those keys whose elements have other parts on both sides, or are all of a title."""
    counts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for parts in titles:
        kept = [n for n, (key, _) in enumerate(parts) if key not in keys]
        for n, (key, _) in enumerate(parts):
            if key in keys:
                counts[key] += 1
                wrong[key] += not kept or kept[0] < n < kept[-1]
    return {key for key, count in counts.items() if wrong[key] > (1 - NEARLY_ALL) * count}


def _stripped(title: str, parts: _Parts, keys: Collection[str]) -> str:
    left = title
    while parts and parts[0][0] in keys:
        left = left.removeprefix(parts[0][1]).strip()
        parts = parts[1:]
    while parts and parts[-1][0] in keys:
        left = left.removesuffix(parts[-1][1]).strip()
        parts = parts[:-1]
    return left if parts and _LETTERS.search(left) else title


# Fewer records are not enough to say that their titles name nothing. Guess.
MIN_TITLES = 4
# Titles as seldom different as this tell what to do, not what there is ("more"). Guess.
MAX_SHARE_OF_WORDS = 0.3
# Of what names records this share differs: many bugs are called the same. Guess.
MIN_SHARE_OF_OWN = 0.6
# What names a record is of so many words (characters in scripts without spaces), unless markup says
# that it does, and no longer than this (characters). Guesses.
MIN_WORDS = 3
MIN_CHARACTERS = 6
MAX_TITLE_LENGTH = 150
# The number of a thing: "r5", "BUG-12", "#7", "arXiv:2101.00027". A version, a standard, a file
# have more to them.
_IDENTIFIER = re.compile(r"[#(\[]?[^\W\d_]{0,5}[-_#:]?\d{1,9}(?:\.\d{4,9})?[)\]]?\Z")
# The key of a thing, as people file it: "438-tkinter-dump", "smith_2020".
_KEY = re.compile(r"(?=\S*[\d_-])\S+\Z")
# The shortest hash that programs show, and the longest (SHA-256).
_HASH = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,64}\Z")


def title_column(columns: Sequence[Column], titles: Sequence[str]) -> Column | None:
    agreements = [
        sum(piece.text == titles[row] for piece, row in zip(c.pieces, c.rows, strict=True))
        for c in columns
    ]
    most = max(agreements, default=0)
    return columns[agreements.index(most)] if most else None


def better_title(
    columns: Sequence[Column],
    known: Column | None,
    titles: Sequence[str],
    rows: Sequence[Sequence[RecordPiece]],
    links: Sequence[HtmlElement | None],
) -> Column | None:
    """Return the column that names the records where their titles, in `known`, name nothing.

    Those are numbers of things, dates, or say the same of all; where no link says them also people.
    Keys of a word each ("438-dump") name less than what links elsewhere lead to the same from.
    What names records stands in nearly all, different in most.
    """
    is_unlinked = known is not None and known.pieces[0].link is None
    name_nothing = _name_nothing(titles)
    are_keys = not name_nothing and all(map(_KEY.match, titles))
    if len(titles) < MIN_TITLES or not (
        name_nothing or are_keys or (is_unlinked and _are_of_a_type(titles))
    ):
        return None
    records = len({tuple(piece.text for piece in row) for row in rows})
    ranks = {id(column): _rank(column, links) for column in columns}
    naming = [
        column
        for column in columns
        if column is not known
        and len(set(column.rows)) >= NEARLY_ALL * len(rows)
        and len(set(column.texts)) >= MIN_SHARE_OF_OWN * records
        and _is_as_long_as_a_title(column.texts, is_marked=ranks[id(column)] == _MARKED)
        and not _are_of_a_type(column.texts)
        and not _name_nothing(column.texts)
    ]
    # Of links that all say the same ("epub") none names a record: any text that differs does.
    are_silent = len(set(titles)) == 1 or all(map(_is_hash_or_date, titles))
    if are_keys:
        naming = [column for column in naming if _is_twin(column, links)]
    elif known is not None and not (is_unlinked or are_silent):
        naming = [c for c in naming if c.position < known.position or ranks[id(c)] < _PLAIN]
    return min(naming, key=lambda column: (ranks[id(column)], column.position), default=None)


def _name_nothing(titles: Sequence[str]) -> bool:
    codes = sum(
        not is_name(text) or _IDENTIFIER.match(text) is not None or _is_hash_or_date(text)
        for text in titles
    )
    few = len(set(titles)) <= MAX_SHARE_OF_WORDS * len(titles)
    return few or codes >= NEARLY_ALL * len(titles)


def _is_hash_or_date(text: str) -> bool:
    return _HASH.match(text) is not None or date_in(text) == text != ""


def _are_of_a_type(texts: Sequence[str]) -> bool:
    people = sum(map(names_people, texts))
    return type_of(texts) is not None or people >= NEARLY_ALL * len(texts)


def _is_as_long_as_a_title(texts: Sequence[str], *, is_marked: bool) -> bool:
    if median(map(len, texts)) > MAX_TITLE_LENGTH:
        return False
    if is_marked or median(len(text.split()) for text in texts) >= MIN_WORDS:
        return True
    unspaced = sum(not text.isascii() and " " not in text for text in texts) > len(texts) / 2
    return unspaced and median(map(len, texts)) >= MIN_CHARACTERS


_MARKED, _LINK, _PLAIN = range(3)


def _rank(column: Column, links: Sequence[HtmlElement | None]) -> int:
    """Tell a heading, or another link to where the title link leads, from other links and texts."""
    element = column.pieces[0].element
    is_heading = element.tag in HEADING_TAGS or calls_title(element.get("class", ""))
    if is_heading or _is_twin(column, links):
        return _MARKED
    return _PLAIN if column.pieces[0].link is None else _LINK


def _is_twin(column: Column, links: Sequence[HtmlElement | None]) -> bool:
    """Tell whether another link to where the title link leads says it, or a picture beside it."""
    piece, known = column.pieces[0], links[column.rows[0]]
    if known is None:
        return False
    beside = [piece.element.getprevious(), piece.element.getnext()]
    twins = [piece.link, *(node for node in beside if node is not None and not visible_text(node))]
    return any(
        link is not None and link is not known and link.get("href") == known.get("href")
        for link in twins
    )
