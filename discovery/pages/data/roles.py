"""The objects of data that are records: their titles, texts, and addresses.

Told by alignment (a value that nearly all objects have, unlike in each), by type (an address, a
text as long as titles are), by agreement (a title whose words its own address repeats) and by the
name of the key, which is a hint among others: keys without meaning are found as well.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Annotated
from urllib.parse import quote, unquote

from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.data.value import Data, Leaves, Path, leaves_of, objects_by_path, says, text_of

# Collections of one answer that are shown as records, and parts of one address. Guesses.
MAX_RECORD_VIEWS = 30
MAX_PARTS = 20


class AddressTemplate(Document, frozen=True):
    """An address with places for values of an object: texts, and paths to the values.

    >>> template = AddressTemplate(("https://a.example/item/", ("id",)))
    >>> template.fill({("id",): 7}), template.fill({})
    ('https://a.example/item/7', None)
    """

    parts: Annotated[tuple[str | tuple[str, ...], ...], Meta(min_length=1, max_length=MAX_PARTS)]

    def fill(self, leaves: Leaves) -> str | None:
        filled: list[str] = []
        is_whole = len(self.parts) == 1
        for part in self.parts:
            if isinstance(part, str):
                filled.append(part)
                continue
            value = leaves.get(part)
            if value is None or isinstance(value, bool) or value == "":
                return None
            text = str(value).strip()
            # Beside other text a value is a part of an address: what would end it is escaped.
            filled.append(text if is_whole else quote(text, safe="/:@!$&'()*+,;=-._~%"))
        return "".join(filled)

    def __str__(self) -> str:
        return "".join(
            part if isinstance(part, str) else "{" + ".".join(part) + "}" for part in self.parts
        )


class RecordView(Document, frozen=True):
    """How the objects at one path are shown: the path to their title, and their address."""

    path: Path
    title: Path
    address: AddressTemplate | None = None


class DataView(Document, frozen=True):
    """How all of an engine's data is shown; `collections` are the objects that are records."""

    collections: Annotated[tuple[RecordView, ...], Meta(max_length=MAX_RECORD_VIEWS)] = ()


# Objects and links that are looked at, characters of a value in an address. Guesses.
MAX_OBJECTS = 100
MAX_LINKS = 2_000
MAX_VALUE = 200
# Places of values in one address that are looked at.
MAX_SPANS = 12
# A template that gives links for a smaller share of the objects, and for fewer, is none of them: of
# other queries' objects no links were seen. Guesses.
MIN_SHARE = 0.5
ENOUGH = 8
_VALUE = re.compile(r"[^\s<>\"]+\Z")

_Pattern = tuple[str | Path, ...]


def learn_template(objects: Sequence[Leaves], links: Sequence[str]) -> AddressTemplate | None:
    """Return the template by which values of the objects give addresses among `links`.

    >>> items = [{("id",): 7, ("n",): "Tea"}, {("id",): 31, ("n",): "Oil"}]
    >>> str(learn_template(items, ["http://a.example/", "http://a.example/i/7", "http://a.example/i/31"]))
    'http://a.example/i/{id}'
    """
    by_value: dict[str, set[int]] = defaultdict(set)
    addresses = [unquote(link) for link in dict.fromkeys(links[:MAX_LINKS])]
    for place, address in enumerate(addresses):
        for part in _parts_of(address):
            by_value[part].add(place)
    counts: Counter[_Pattern] = Counter()
    looked_at = objects[:MAX_OBJECTS]
    for leaves in looked_at:
        values = _values(leaves)
        found = {place for text in values for place in by_value.get(text, ())}
        for leaf_text in [text for text in values if "/" in text]:
            found.update(n for n, address in enumerate(addresses) if leaf_text in address)
        own: set[_Pattern] = set()
        for place in found:
            own.update(_patterns(addresses[place], values))
        counts.update(own)
    enough = max(2, min(ENOUGH, MIN_SHARE * len(looked_at)))
    likely = [(count, -_fixed(pattern), str(pattern), pattern) for pattern, count in counts.items()]
    for count, *_, pattern in sorted(likely, reverse=True):
        if count < enough:
            break
        template = AddressTemplate(pattern)
        # A pattern that all objects share with one link alone is no template.
        if len({template.fill(leaves) for leaves in looked_at} - {None}) >= count / 2:
            return template
    return None


def _fixed(pattern: _Pattern) -> int:
    return sum(len(part) for part in pattern if isinstance(part, str))


def _parts_of(address: str) -> set[str]:
    """Return the texts between the marks of an address."""
    marks = (r"[/?&=#:,;.]", r"[/?&=#]", r"[/?&=#_-]")
    return {part for each in marks for part in re.split(each, address)} - {""}


def _values(leaves: Leaves) -> dict[str, list[Path]]:
    values: dict[str, list[Path]] = defaultdict(list)
    for path, value in leaves.items():
        if isinstance(value, bool) or value is None or isinstance(value, float):
            continue
        text = str(value).strip()
        if len(text) <= MAX_VALUE and _VALUE.match(text):
            values[text].append(path)
    return values


def _patterns(address: str, values: dict[str, list[Path]]) -> set[_Pattern]:
    scheme = address.find("://") + 3
    start = max(scheme, address.find("/", scheme))
    found: set[_Pattern] = set()
    spans: list[tuple[int, int, Path]] = []
    for text, paths in values.items():
        for place in _find_whole(address, text, start):
            spans.extend((place, place + len(text), path) for path in paths)
    for first in spans[:MAX_SPANS]:
        found.add(_pattern(address, [first]))
        for second in spans[:MAX_SPANS]:
            if first[1] <= second[0]:
                found.add(_pattern(address, [first, second]))
    return found


def _find_whole(address: str, text: str, start: int) -> Iterator[int]:
    place = address.find(text, start)
    while place >= 0:
        before, after = address[place - 1 : place], address[place + len(text) :][:1]
        if not (before.isalnum() and text[:1].isalnum()) and not (
            after.isalnum() and text[-1:].isalnum()
        ):
            yield place
        place = address.find(text, place + 1)


def _pattern(address: str, spans: Sequence[tuple[int, int, Path]]) -> _Pattern:
    parts: list[str | Path] = []
    at = 0
    for start, end, path in spans:
        if start > at:
            parts.append(address[at:start])
        parts.append(path)
        at = end
    if at < len(address):
        parts.append(address[at:])
    return tuple(parts[:MAX_PARTS])


# Paths to objects that are looked at, those with most first. Guess.
MAX_PATHS = 1_000
# A value in fewer of the objects is none that they are shown by.
MIN_COVERAGE = 0.5
# Values of a column shown as titles, below which they may be there by chance. Guess.
MIN_SHOWN = 4
# All scores below are hand-weighted (guess), on answers written for building.
MIN_TITLE_SCORE = 0.5
MIN_ADDRESS_SCORE = 0.3
_SHORTEST, _LONG, _LONGEST, MAX_TITLE = 6, 60, 110, 250
_LETTERS = re.compile(r"[^\W\d_]{2}|[^\x00-\u02ff]")
_ADDRESS = re.compile(r"(?:https?:)?//[^\s/]+\S*\Z")
_ROOTED = re.compile(r"/[^\s/][^\s]*\Z")
_RELATIVE = re.compile(
    r"\?\S+=\S*\Z|\.{0,2}/?[\w%~.-]+(?:/[\w%~.-]*)+(?:[?#]\S*)?\Z|[\w%~-]+\.html?\b\S*\Z"
)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|svg|ico|avif|bmp|tiff?)(?:[?#]|\Z)", re.IGNORECASE)
_PROGRAM = re.compile(r"/api/|/rest/|/v\d+/|//api\.|\.(?:json|xml|git)\b", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\w{3}, \d\d? \w{3} \d{4} ")
_TOKEN = re.compile(r"[\w.:/@#+-]+\Z")
_HEX = re.compile(r"[0-9a-f]{8,}\Z|[0-9a-f]{8}-[0-9a-f-]{20,}\Z", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]{3,}")


def find_view(
    datas: Sequence[Data],
    links: Iterable[str] = (),
    known: DataView | None = None,
    titles: Set[str] = frozenset(),
) -> DataView:
    """Return how answers of one engine are shown, by what all of `datas` have in common.

    `links` are addresses that a page for readers showed for the same records, if one is known,
    `titles` the texts of its links and headings;
    `known` is how they were shown before: its addresses serve where the records have none.
    """
    collections: dict[Path, list[dict[Path, object]]] = {}
    for data in datas:
        for path, objects in objects_by_path(data).items():
            collections.setdefault(path, []).extend(map(leaves_of, objects))  # type: ignore[arg-type]
    shown = list(links)
    templates = [own.address for own in known.collections if own.address] if known else []
    views = []
    largest = sorted(collections.items(), key=lambda each: -len(each[1]))[:MAX_PATHS]
    for path, leaves in largest:
        view = _record_view(path, leaves, shown, templates, titles)  # type: ignore[arg-type]
        if view is not None:
            views.append((len(leaves), view))
    views.sort(key=lambda counted: (-counted[0], counted[1].path))
    return DataView(tuple(view for _, view in views[:MAX_RECORD_VIEWS]))


def _record_view(
    path: Path,
    objects: Sequence[Leaves],
    links: Sequence[str],
    templates: Sequence[AddressTemplate],
    shown: Set[str],
) -> RecordView | None:
    counts = Counter(leaf for leaves in objects for leaf in leaves)
    common = [leaf for leaf, count in counts.items() if count >= MIN_COVERAGE * len(objects)]
    columns = {leaf: [leaves.get(leaf) for leaves in objects] for leaf in sorted(common)}
    rated = ((_address_score(leaf, column), leaf) for leaf, column in columns.items())
    address = max(rated, default=(0.0, ()), key=lambda each: (each[0], -len(each[1])))
    template = learn_template(objects, links) if links else None
    if template is None and address[0] >= MIN_ADDRESS_SCORE:
        template = AddressTemplate((address[1],))
    if template is None:
        template = next((own for own in templates if _serves(own, objects)), None)
    leads = [
        "" if template is None else unquote(template.fill(leaves) or "").casefold()
        for leaves in objects
    ]
    titles = [
        (_count_shown(column, shown), _title_score(leaf, column, leads), leaf)
        for leaf, column in columns.items()
    ]
    told, score, title = max(
        titles, default=(0, 0.0, ()), key=lambda each: (each[0], each[1], -len(each[2]))
    )
    if not told and score < MIN_TITLE_SCORE:
        return None
    return RecordView(path, title, template)


def _count_shown(column: Sequence[object], shown: Set[str]) -> int:
    """Return how many unlike values a page for readers shows; a few may be there by chance."""
    count = len({text_of(text) for text in _texts(column)} & shown) if shown else 0
    return count if count >= MIN_SHOWN else 0


def _serves(template: AddressTemplate, objects: Sequence[Leaves]) -> bool:
    filled = [address for leaves in objects if (address := template.fill(leaves))]
    return len(filled) > MIN_COVERAGE * len(objects) and len(set(filled)) * 2 > len(filled)


def is_address(key: str, text: str) -> bool:
    """Return whether a text is an address, by itself or by the name of its key.

    >>> is_address("x", "https://a.example/b"), is_address("link", "docs/b"), is_address("x", "a/b")
    (True, True, False)
    """
    if len(text) > 8_000:
        return False
    if _ADDRESS.match(text) or _ROOTED.match(text):
        return True
    return says(key, "address") > 0 and _RELATIVE.match(text) is not None


def is_picture(key: str, address: str) -> bool:
    return _PICTURE.search(address) is not None or (
        says(key, "picture") >= 0.8 and says(key, "text") < 0.8
    )


def _texts(column: Sequence[object]) -> list[str]:
    return [text for value in column if isinstance(value, str) and (text := value.strip())]


def _address_score(leaf: Path, column: Sequence[object]) -> float:
    texts = _texts(column)
    found = [text for text in texts if is_address(leaf[-1], text)]
    if not found or len(found) < MIN_COVERAGE * len(column):
        return 0.0
    absolute = sum(_ADDRESS.match(text) is not None for text in found) / len(found)
    score = 0.7 + 0.3 * absolute + 1.0 * len(set(found)) / len(found) + len(found) / len(column)
    score += 1.2 * max(says(key, "address") for key in leaf[-2:])
    score -= 1.4 * max(says(key, "program") for key in leaf)
    score -= 2.5 * (max(says(key, "picture") for key in leaf) >= 0.8)
    for kind in ("person", "sort"):
        score -= 1.5 * max((says(key, kind) for key in leaf[:-1]), default=0.0)
    score -= 3.0 * sum(_PICTURE.search(text) is not None for text in found) / len(found)
    score -= 1.5 * sum(_PROGRAM.search(text) is not None for text in found) / len(found)
    return score - 0.15 * len(leaf)


def _title_score(leaf: Path, column: Sequence[object], leads: Sequence[str]) -> float:
    texts = [text_of(text) for text in _texts(column)]
    texts = [text for text in texts if _LETTERS.search(text)]
    if not texts or len(texts) < MIN_COVERAGE * len(column):
        return 0.0
    others = sum(
        is_address(leaf[-1], text)
        or _DATE.match(text) is not None
        or _HEX.match(text) is not None
        or text == '""'
        for text in texts
    )
    if others > MIN_COVERAGE * len(texts):
        return 0.0
    length = sum(map(len, texts)) / len(texts)
    score = 1.5 * len(set(texts)) / len(texts) + len(texts) / len(column)
    score += 1.0 if _SHORTEST <= length <= _LONGEST else 0.3 if length < MAX_TITLE else -1.0
    score += 0.4 * sum(" " in text for text in texts) / len(texts)
    score -= 0.5 * sum(text.endswith((".", "…", "。")) for text in texts) / len(texts)
    score -= 0.3 * (length > _LONG)
    tokens = [text for text in texts if _TOKEN.match(text) and not text.isalpha()]
    score -= 0.5 * len(tokens) / len(texts)
    score += 2.5 * says(leaf[-1], "title") + 0.3 * (leaf[-1].lower() == "title")
    score -= 1.5 * says(leaf[-1], "text") + 1.5 * says(leaf[-1], "person")
    score -= 1.2 * says(leaf[-1], "sort") + 1.0 * says(leaf[-1], "number")
    for kind in ("person", "sort", "picture"):
        score -= 1.5 * max((says(key, kind) for key in leaf[:-1]), default=0.0)
    score += 1.0 * _agreement(column, leads)
    return score - 0.2 * len(leaf)


def _agreement(column: Sequence[object], leads: Sequence[str]) -> float:
    """Return the share of texts most of whose words stand in the address of their record."""
    agreeing = counted = 0
    for value, lead in zip(column, leads, strict=True):
        words = _WORDS.findall(text_of(value).casefold()) if isinstance(value, str) else []
        if not words or not lead:
            continue
        counted += 1
        agreeing += 2 * sum(word in lead for word in words) > len(words)
    return agreeing / counted if counted else 0.0
