"""The entries of a YAML list one by one, each with the line it stands in.

Read from the parser's events: nothing in the file becomes anything but text, lists and objects.
Nesting costs no stack, and what an anchor stands for is shared, never copied out.
"""

from collections.abc import Iterator
from typing import Any

import yaml

from discovery.engine_lists.engine_list import EngineListError

# libyaml's parser where the library was built with it: ten times faster.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Ten thousand engines of fifteen lines give 320,000 events. Guess: some room above.
MAX_EVENTS = 600_000
MAX_DEPTH = 50
# An object taken over by `<<` must be small: each use copies it.
MAX_MERGED_KEYS = 100
_MERGE = "<<"


class YamlObject(dict[str, Any]):
    """An object of a YAML document: its line (from 1), and a name that stands in it twice, if any.

    All scalars are text.
    """

    def __init__(self, line: int = 1) -> None:
        super().__init__()
        self.line = line
        self.repeated = ""


def read_yaml(text: str) -> Any:
    """Return a YAML document as text, lists and `YamlObject`s; scalars stay as written.

    Raises `EngineListError` for what is no YAML, or larger or deeper than any list of engines.
    """
    try:
        return _build(_counted(yaml.parse(text, Loader=_LOADER)))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = f"no YAML: {error.problem or error.context}"
        raise EngineListError(reason, mark.line + 1 if mark else None) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise EngineListError(f"no YAML: {str(error)[:200]}") from error


def _counted(events: Iterator[Any]) -> Iterator[Any]:
    """Yield the events; raise `EngineListError` for too many of them."""
    for number, event in enumerate(events, start=1):
        if number > MAX_EVENTS:
            raise EngineListError("the YAML is larger than any list of engines")
        yield event


def _line(event: Any) -> int:
    """Return the line an event begins in."""
    return int(event.start_mark.line) + 1


class _Collection:
    """A list or object that is being filled."""

    def __init__(self, event: Any) -> None:
        self.awaits_key = isinstance(event, yaml.MappingStartEvent)
        self.value: Any = YamlObject(_line(event)) if self.awaits_key else []
        self.key: Any = None
        # Not those taken over from another object by `<<`: they may be replaced.
        self._own_keys: set[str] = set()

    def add(self, value: Any) -> None:
        """Take the next item of a list, or the next key or value of an object."""
        if isinstance(self.value, list):
            self.value.append(value)
        elif self.awaits_key:
            self.key, self.awaits_key = value, False
        else:
            self.awaits_key = True
            self._set(value)

    def _set(self, value: Any) -> None:
        if self.key == _MERGE:
            if isinstance(value, YamlObject) and len(value) <= MAX_MERGED_KEYS:
                for name, each in value.items():
                    self.value.setdefault(name, each)
        elif isinstance(self.key, str):
            if self.key in self._own_keys:
                self.value.repeated = self.key
            self._own_keys.add(self.key)
            self.value[self.key] = value


def _build(events: Iterator[Any]) -> Any:
    """Return the first document that the events describe."""
    root: list[Any] = []
    open_collections: list[_Collection] = []
    anchors: dict[str, Any] = {}
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            open_collections.pop()
            continue
        if isinstance(event, yaml.DocumentEndEvent):
            break
        if not isinstance(event, yaml.NodeEvent):
            continue
        opened = None
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise EngineListError(f"no YAML: nothing is named {event.anchor!r}", _line(event))
            value = anchors[event.anchor]
        elif isinstance(event, yaml.ScalarEvent):
            value = event.value
        else:
            opened = _Collection(event)
            value = opened.value
        if event.anchor and not isinstance(event, yaml.AliasEvent):
            anchors[event.anchor] = value
        if open_collections:
            open_collections[-1].add(value)
        else:
            root.append(value)
        if opened:
            open_collections.append(opened)
            if len(open_collections) > MAX_DEPTH:
                raise EngineListError("YAML nested too deeply", _line(event))
    return root[0] if root else None
