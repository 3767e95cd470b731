"""The entries of a JSON document one by one, each with the line it stands in."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any

from discovery.engine_lists.engine_list import EngineListError, check_entry_count

_SPACE = re.compile(r"[ \t\r\n]*")
# Comments in the manner of C, as Chromium's own file has them, beside strings (which stay).
# The closing quote may lack: a pattern that could fail there would be tried again at every quote.
_STRING_OR_COMMENT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|//[^\n]*', re.DOTALL)


@dataclass(frozen=True, slots=True)
class JsonItem:
    """One entry: the line it stands in, its name in an object (else empty), its value.

    `repeated` is a name that an object in it has twice, empty without one.
    """

    line: int
    name: str
    value: Any
    repeated: str = ""


def json_items(text: str, containers: Set[str], single: Set[str]) -> tuple[JsonItem, ...]:
    """Return the entries of a JSON document.

    They are those of a list or an object, or of one that an outer object holds under one of the
    names `containers`. An outer object that has one of the names `single` is an entry itself.
    Raises `EngineListError` for what is no JSON, as a whole.
    """
    text = _STRING_OR_COMMENT.sub(_blank_comment, text)
    try:
        document = json.loads(text)
        start = _after_space(text, 0)
        if isinstance(document, dict):
            if single & document.keys():
                return (JsonItem(1, "", document),)
            start = _container_start(text, start, document, containers)
        return tuple(_items(text, start))
    except EngineListError:
        raise
    except json.JSONDecodeError as error:
        raise EngineListError(f"no JSON: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise EngineListError("JSON nested too deeply") from error
    except ValueError as error:
        raise EngineListError(f"no JSON: {error}") from error


def _blank_comment(match: re.Match[str]) -> str:
    """Return a string as it is, a comment as spaces, so that all places stay."""
    return match[0] if match[0].startswith('"') else " " * len(match[0])


def _container_start(text: str, start: int, document: Any, containers: Set[str]) -> int:
    """Return where the entries' list or object begins."""
    inside = [name for name in document if name in containers and _holds_entries(document[name])]
    if not inside:
        return start
    return next(place for place, name, _ in _places(text, start, _Decoder()) if name == inside[0])


def _holds_entries(value: Any) -> bool:
    """Whether a value is a list or object of lists and objects."""
    members = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and all(isinstance(each, dict | list) for each in members)


class _Decoder:
    """Reads one value and notes a name that stands twice in one of its objects."""

    def __init__(self) -> None:
        self.repeated = ""
        self._decoder = json.JSONDecoder(object_pairs_hook=self._object)

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            [(self.repeated, _)] = Counter(name for name, _ in pairs).most_common(1)
        return value

    def read(self, text: str, start: int) -> tuple[Any, int]:
        """Return the value at `start`, and where it ends."""
        self.repeated = ""
        return self._decoder.raw_decode(text, start)


def _items(text: str, start: int) -> Iterator[JsonItem]:
    """Yield the entries of the list or object at `start` of a well-formed document."""
    decoder = _Decoder()
    line, counted = 1, 0
    for number, (place, name, value) in enumerate(_places(text, start, decoder), start=1):
        check_entry_count(number)
        line, counted = line + text.count("\n", counted, place), place
        yield JsonItem(line, name, value, decoder.repeated)


def _places(text: str, start: int, decoder: _Decoder) -> Iterator[tuple[int, str, Any]]:
    """Yield place, name and value of each member of the list or object at `start`."""
    if text[start] not in "[{":
        raise EngineListError("the JSON is neither a list nor an object")
    in_object = text[start] == "{"
    place = _after_space(text, start + 1)
    while text[place] not in "]}":
        name = ""
        if in_object:
            name, place = decoder.read(text, place)
            place = _after_space(text, _after_space(text, place) + 1)
        value, end = decoder.read(text, place)
        yield place, name, value
        place = _after_space(text, end)
        if text[place] == ",":
            place = _after_space(text, place + 1)


def _after_space(text: str, place: int) -> int:
    """Return the place of the next character that is no white space."""
    match = _SPACE.match(text, place)
    return match.end() if match else place
