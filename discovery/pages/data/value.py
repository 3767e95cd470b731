"""Data as programs send it: objects, lists, texts, their keys, brought into one shape.

Programs write the same records in many ways. Here each becomes a list of objects: tables of rows
with a header, parallel lists, objects keyed by number, lists of names with values, JSON in a text.
"""

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias, cast

import msgspec

from discovery.lexicon.words import DATA_KEYS

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")


@lru_cache(maxsize=4_096)
def words_of(key: str) -> tuple[str, ...]:
    """Return the words of a key in lower case.

    >>> words_of("htmlURL"), words_of("og:page_title"), words_of("numFound")
    (('html', 'url'), ('og', 'page', 'title'), ('num', 'found'))
    """
    return tuple(word.lower() for word in _WORD.findall(key[:100]))


@lru_cache(maxsize=16_384)
def says(key: str, kind: str) -> float:
    """Return how clearly a key names a kind of `DATA_KEYS`: 1 by all of it, less by a part."""
    words = words_of(key)
    names = DATA_KEYS[kind]
    if not words:
        return 0.0
    if "".join(words) in names:
        return 1.0
    if words[-1] in names:
        return 0.8
    return 0.5 if any(word in names for word in words) else 0.0


Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"

# Levels of lists and objects, and values of an answer. Guess: real ones nest about ten levels.
MAX_DEPTH = 60
MAX_VALUES = 100_000
# A key that holds data instead of naming it: a number, an address, a title.
_DATA_KEY = re.compile(r"\d+\Z|(?=.*\d)[\w:.-]{6,}\Z|.*[\s/]")
# An object of so many objects alike is a list with keys, whatever these look like. Guess.
MIN_ALIKE = 5
MIN_SHARED_KEYS = 0.5
_COLUMN_NAME = re.compile(r"[A-Za-z_][\w .:-]{0,60}\Z")
# Keys of an object that only names a value, by the key that holds the name.
_NAMING = {
    "code": {"code", "text", "value"},
    "tag": {"tag", "ind1", "ind2", "subfield", "subfields", "text", "value"},
    **{
        name: {name, "value", "values", "text", "content"}
        for name in ("name", "key", "property", "field", "qualifier")
    },
}
_ADDRESS = re.compile(r"(?:https?:/)?/\S+\Z")


class DataTooLargeError(ValueError):
    """Data that nests too deep or has too many values; the message says which."""


@dataclass(frozen=True, slots=True)
class Data:
    """What an answer of a program says: its `value` in one shape, and in which `format` it came."""

    format: str
    value: Value


def load_json(text: str | bytes) -> Value:
    """Return what a JSON text says. Raises `ValueError`; of it `DataTooLargeError`."""
    try:
        return cast(Value, msgspec.json.decode(text))
    except RecursionError as error:
        raise DataTooLargeError("data that nests too deep") from error
    except (msgspec.DecodeError, UnicodeError):
        pass
    try:
        # Less strict: NaN, and line breaks within texts.
        return cast(Value, json.loads(text, strict=False))
    except RecursionError as error:
        raise DataTooLargeError("data that nests too deep") from error


def in_one_shape(value: Value, max_values: int = MAX_VALUES) -> Value:
    """Return `value` with every collection of records as a list of objects.

    Raises `DataTooLargeError`.

    >>> in_one_shape({"columns": ["id", "title"], "rows": [[1, "Tea"], [2, "Oil"]]})["rows"]
    [{'id': 1, 'title': 'Tea'}, {'id': 2, 'title': 'Oil'}]
    >>> in_one_shape({"pages": {"12": {"title": "Tea"}, "7": {"title": "Oil"}}})["pages"]
    [{'#key': '12', 'title': 'Tea'}, {'#key': '7', 'title': 'Oil'}]
    >>> in_one_shape([{"rel": "self", "href": "/a"}, {"rel": "next", "href": "/b"}])
    {'self': {'href': '/a'}, 'next': {'href': '/b'}}
    """
    return _Shaping(max_values).shape(value, 0)


class _Shaping:
    """One answer brought into shape, its values counted."""

    def __init__(self, max_values: int) -> None:
        self.values = 0
        self._max_values = max_values

    def shape(self, value: Value, depth: int) -> Value:
        self.values += 1
        if depth > MAX_DEPTH:
            raise DataTooLargeError(f"data of more than {MAX_DEPTH} levels")
        if self.values > self._max_values:
            raise DataTooLargeError(f"data of more than {self._max_values:,} values")
        match value:
            case dict():
                return self._shape_object(value, depth)
            case list():
                return self._shape_list(value, depth)
            case str() if value[:1] in ("{", "[") and value[-1:] in ("}", "]"):
                return self._shape_text(value, depth)
        return value

    def _shape_text(self, text: str, depth: int) -> Value:
        try:
            value = load_json(text)
        except ValueError:
            return text
        return self.shape(value, depth + 1) if isinstance(value, dict | list) else text

    def _shape_object(self, value: dict[str, Value], depth: int) -> Value:
        value = _with_table_names(value)
        rows = _parallel_rows(value)
        if rows is not None:
            value = rows
        if _is_keyed_list(value):
            listed = [
                cast(Value, {"#key": key, **cast(dict[str, Value], value[key])}) for key in value
            ]
            return self.shape(listed, depth)
        if isinstance(value.get("rel"), str) and "href" in value:
            return self._shape_members(_named([value], "rel"), depth)
        if set(value) == {"code", "text"} or (set(value) & {"subfield"} and "tag" in value):
            # One field of a library's record alone.
            return self._shape_members(_named([value], "code" if "code" in value else "tag"), depth)
        return self._shape_members(value, depth)

    def _shape_members(self, value: dict[str, Value], depth: int) -> Value:
        return {str(key): self.shape(own, depth + 1) for key, own in value.items()}

    def _shape_list(self, value: list[Value], depth: int) -> Value:
        rows = _rows_of_lists(value)
        if rows is not None:
            value = rows
        name = _naming_key(value)
        if name is not None:
            named = _named(cast(list[dict[str, Value]], value), name)
            return self._shape_members(named, depth)
        return [self.shape(own, depth + 1) for own in value]


def is_scalar(value: Value) -> bool:
    return not isinstance(value, dict | list)


def _is_row(value: Value) -> bool:
    return isinstance(value, list) and bool(value) and all(map(is_scalar, value))


def _is_table(value: Value) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(map(_is_row, value))


def _column_names(value: Value) -> list[str] | None:
    if not isinstance(value, list) or not value:
        return None
    names = [own.get("name", own.get("key")) if isinstance(own, dict) else own for own in value]
    texts = [name for name in names if isinstance(name, str) and _COLUMN_NAME.match(name)]
    return texts if len(texts) == len(names) == len(set(texts)) else None


def _with_table_names(value: dict[str, Value]) -> dict[str, Value]:
    tables = [key for key, own in value.items() if _is_table(own)]
    if not tables:
        return value
    shaped = dict(value)
    names_of: dict[int, list[str]] = {}
    for key in sorted(value):
        names = _column_names(value[key])
        if names is not None:
            names_of.setdefault(len(names), names)
    for key in tables:
        rows = cast(list[list[Value]], value[key])
        names = names_of.get(len(rows[0]))
        if names is not None and all(len(row) == len(names) for row in rows):
            shaped[key] = [dict(zip(names, row, strict=True)) for row in rows]
    return shaped


def _rows_of_lists(value: list[Value]) -> list[Value] | None:
    if _is_table(value):
        rows = cast(list[list[Value]], value)
        names = _column_names(rows[0]) if len(rows) > 1 else None
        if names is not None and all(len(row) == len(names) for row in rows):
            return [dict(zip(names, row, strict=True)) for row in rows[1:]]
        return [dict(zip(_numbered(len(row)), row, strict=True)) for row in rows]
    lists = [own for own in value if isinstance(own, list)]
    if len(lists) < len(value) and _are_columns(lists):
        beside = [own for own in value if not isinstance(own, list)]
        return [*beside, cast(Value, _transposed(_numbered(len(lists)), lists))]
    return None


def _numbered(count: int) -> list[str]:
    return [f"column{number}" for number in range(1, count + 1)]


def _are_columns(lists: Sequence[list[Value]]) -> bool:
    """Return whether lists are the columns of one table: of one length, one of addresses."""
    full = [own for own in lists if own]
    if len(full) < 2 or len({len(own) for own in full}) > 1 or not all(map(_is_row, full)):
        return False
    return len(full[0]) > 1 and any(
        all(isinstance(text, str) and _ADDRESS.match(text) for text in own) for own in full
    )


def _transposed(names: Iterable[str], lists: Sequence[list[Value]]) -> list[dict[str, Value]]:
    full = [(name, own) for name, own in zip(names, lists, strict=True) if own]
    names = [name for name, _ in full]
    return [
        dict(zip(names, row, strict=True)) for row in zip(*(own for _, own in full), strict=True)
    ]


def _parallel_rows(value: dict[str, Value]) -> dict[str, Value] | None:
    columns = {key: own for key, own in value.items() if _is_row(own)}
    lists = cast(list[list[Value]], list(columns.values()))
    if not _are_columns(lists):
        return None
    rows = cast(Value, _transposed(columns, lists))
    return {key: own for key, own in value.items() if key not in columns} | {"#rows": rows}


def _is_keyed_list(value: dict[str, Value]) -> bool:
    if not value or not all(isinstance(own, dict) and own for own in value.values()):
        return False
    objects = cast(list[dict[str, Value]], list(value.values()))
    if not all(any(isinstance(text, str) for text in own.values()) for own in objects):
        return False
    if all(_DATA_KEY.match(key) for key in value):
        return True
    if len(objects) < MIN_ALIKE:
        return False
    everything = set().union(*objects)
    shared = set(objects[0]).intersection(*objects[1:])
    return len(shared) >= MIN_SHARED_KEYS * len(everything)


def _naming_key(value: list[Value]) -> str | None:
    if not value or not all(isinstance(own, dict) for own in value):
        return None
    objects = cast(list[dict[str, Value]], value)
    if all(isinstance(own.get("rel"), str) and "href" in own for own in objects):
        return "rel"
    for name, allowed in _NAMING.items():
        if all(
            isinstance(said := own.get(name), str) and (_COLUMN_NAME.match(said) or said.isdigit())
            for own in objects
        ) and all(len(own) > 1 and set(own) <= allowed for own in objects):
            return name
    return None


def _named(objects: Sequence[dict[str, Value]], name: str) -> dict[str, Value]:
    """Return named values as one object; of a name that comes again, the list of its values."""
    found: dict[str, list[Value]] = {}
    for own in objects:
        rest = {key: value for key, value in own.items() if key != name}
        only: Value = (
            next(iter(rest.values())) if len(rest) == 1 and name not in ("rel", "tag") else rest
        )
        found.setdefault(str(own[name]), []).append(only)
    return {key: values[0] if len(values) == 1 else values for key, values in found.items()}


# The keys that lead to a value; lists on the way do not count.
Path = tuple[str, ...]
Scalar = None | bool | int | float | str
Leaves = Mapping[Path, Scalar]

# Levels of objects within a record, and values in it, that are looked at. Guesses.
MAX_LEVELS = 6
MAX_LEAVES = 300
# Objects of one collection that are looked at.
MAX_OBJECTS = 200
# Elements of XML of which one alone is a record too.
_RECORD_NAMES = frozenset(("entry", "item", "record", "doc", "result", "hit", "row"))
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>|<!--")
_LINK = re.compile(r"""\s*<a\s[^<>]{0,500}?\bhref=(["'])([^"'<>]{1,2000})\1""", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]{2,8});", re.IGNORECASE)


def leaves_of(value: Value) -> dict[Path, Scalar]:
    """Return the values in an object by their paths; of a list of values the first.

    Where one is a link in HTML, as in tables that scripts fill, its address is a value of its own.

    >>> leaves_of({"id": 1, "names": ["a", "b"], "at": {"url": "/x"}})
    {('id',): 1, ('names',): 'a', ('at', 'url'): '/x'}
    >>> leaves_of({"name": '<a href="/x?a=1&amp;b=2">Tea</a>'})[("name", "href")]
    '/x?a=1&b=2'
    """
    found: dict[Path, Scalar] = {}
    _collect_leaves(value, (), found)
    return found


def _collect_leaves(value: Value, path: Path, found: dict[Path, Scalar]) -> None:
    if len(found) >= MAX_LEAVES or len(path) > MAX_LEVELS:
        return
    if isinstance(value, dict):
        for key, own in value.items():
            _collect_leaves(own, (*path, key), found)
    elif isinstance(value, list):
        if value and is_scalar(value[0]):
            found[path] = value[0]  # type: ignore[assignment]
    elif path:
        found[path] = value
        link = _LINK.match(value) if isinstance(value, str) else None
        if link is not None:
            found[(*path, "href")] = html.unescape(link[2])


def objects_by_path(data: Data, most: int = MAX_OBJECTS) -> dict[Path, list[dict[str, Value]]]:
    """Return the objects that stand in lists, by path, the first `most` of each."""
    found: dict[Path, list[dict[str, Value]]] = defaultdict(list)
    # Each value with its path, whether it stands in a list, and whether in a record.
    stack: list[tuple[Value, Path, bool, bool]] = [(data.value, (), False, False)]
    while stack:
        own, path, is_listed, inside = stack.pop()
        if isinstance(own, dict):
            named = data.format == "XML" and bool(path) and path[-1].lower() in _RECORD_NAMES
            is_record = is_listed or (named and not inside)
            if is_record and own and len(found[path]) < most:
                found[path].append(own)
            inside = inside or is_record
            stack.extend((own[key], (*path, key), False, inside) for key in reversed(own))
        elif isinstance(own, list):
            stack.extend((each, path, True, inside) for each in reversed(own))
    return found


def is_markup_text(text: str) -> bool:
    return "<" in text and _TAG.search(text) is not None


def text_of(value: Scalar) -> str:
    """Return a value as plain text: tags left out, entities read, white space folded.

    >>> text_of(" <em>Tea</em> &amp; oil "), text_of(None), text_of(3)
    ('Tea & oil', '', '3')
    """
    if value is None or isinstance(value, bool):
        return ""
    text = str(value)
    if "<" in text:
        text = _TAG.sub("", text)
    if "&" in text and _ENTITY.search(text):
        text = html.unescape(text)
    return " ".join(text.split())
