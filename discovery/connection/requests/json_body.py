"""Bodies in JSON: their values as names and texts, so that they are treated as parameters are.

A name is a JSON pointer (RFC 6901).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discovery.connection.description.form_data import FormEntry

# Levels of a body: real ones nest ten. Guess.
MAX_DEPTH = 60


def json_entries(text: str | bytes) -> list[FormEntry]:
    """Return the texts, numbers and truths of a JSON text; none when it is no JSON.

    >>> [(each.name, each.value) for each in json_entries('{"a": {"b/c": [1, "x"]}}')]
    [('/a/b~1c/0', '1'), ('/a/b~1c/1', 'x')]
    """
    return [
        FormEntry(pointer, value if isinstance(value, str) else json.dumps(value))
        for pointer, value in _leaves(read_json(text), "", 0)
    ]


def read_json(text: str | bytes) -> Any:
    """Return what a JSON text says, None when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _leaves(value: Any, pointer: str, depth: int) -> Iterator[tuple[str, Any]]:
    """Yield pointers and values of all that is neither a list, an object nor nothing."""
    if isinstance(value, Mapping | list):
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, inner in pairs if depth < MAX_DEPTH else ():
            step = str(key).replace("~", "~0").replace("/", "~1")
            yield from _leaves(inner, f"{pointer}/{step}", depth + 1)
    elif value is not None:
        yield pointer, value


def json_value(text: str | bytes, pointer: str) -> str:
    """Return the text or number at `pointer`, empty when there is none.

    >>> json_value('{"next": {"after": 12}}', "/next/after")
    '12'
    """
    value = read_json(text)
    for step in _steps(pointer):
        value = _inside(value, step)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value)


def json_with(text: str, entries: Sequence[FormEntry]) -> str:
    """Return the JSON `text` with the values of `entries` at their pointers.

    A value keeps the type of what it replaces; a new one is a number if it looks like one. What
    has no place (its object is missing) is left out.

    >>> json_with('{"q": "", "from": 0}', [FormEntry("/q", "1"), FormEntry("/from", "10")])
    '{"q":"1","from":10}'
    """
    whole = read_json(text)
    for entry in entries:
        steps = _steps(entry.name)
        if not steps:
            continue
        holder = whole
        for step in steps[:-1]:
            holder = _inside(holder, step)
        _put(holder, steps[-1], entry.value)
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"))


def _steps(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _inside(value: Any, step: str) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    return None


def _put(holder: Any, step: str, text: str) -> None:
    """Put a value into its object or list, in the type of the one that is there."""
    before = _inside(holder, step)
    value: Any = text
    if not isinstance(before, str):
        plain = read_json(text)
        value = plain if isinstance(plain, bool | int | float) else text
    if isinstance(holder, dict):
        holder[step] = value
    elif isinstance(holder, list) and step.isdecimal() and int(step) < len(holder):
        holder[int(step)] = value
