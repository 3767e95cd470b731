"""The single values in an object by the path to them, and the collections of objects in data."""

import html
import re
from collections import defaultdict
from collections.abc import Mapping

from discovery.pages.data.value import Data, Value, is_scalar

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
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]{2,8});", re.IGNORECASE)


def leaves_of(value: Value) -> dict[Path, Scalar]:
    """Return the values in an object by their paths; of a list of values the first.

    >>> leaves_of({"id": 1, "names": ["a", "b"], "at": {"url": "/x"}})
    {('id',): 1, ('names',): 'a', ('at', 'url'): '/x'}
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


def objects_by_path(data: Data, most: int = MAX_OBJECTS) -> dict[Path, list[dict[str, Value]]]:
    """Return the objects that stand in lists, by path, the first `most` of each.

    XML writes a list of one as that one: there the name tells.
    """
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
    """Return whether a text holds tags of HTML."""
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
