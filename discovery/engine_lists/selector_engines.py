"""Engines of another metasearch that are read by XPath: the `engines:` of its settings.

Size and nesting are measured before the tree is made, and what an anchor stands for is shared,
never copied out.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import accumulate, islice
from typing import Any
from urllib.parse import parse_qsl

import yaml

from discovery.connection.description import (
    PAGE_MARK,
    ConnectionDescription,
    DescriptionError,
    PageNumber,
    PagingRule,
    Parameter,
)
from discovery.connection.url_template import find_paging
from discovery.engine_lists.proposals import (
    EngineList,
    EngineListError,
    EngineProposal,
    known_charset,
    mark_query,
    propose,
    propose_by_address,
    read_wanted,
    sort_out,
)
from discovery.engine_lists.result_selectors import ResultSelectors

# libyaml's parser where the library was built with it: ten times faster.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# Ten thousand engines of fifteen lines give 320,000 events. Guess: some room above.
MAX_EVENTS = 600_000
MAX_DEPTH = 50
# An object taken over by `<<` must be small: each use copies it.
MAX_MERGED_KEYS = 100
_MERGE = "<<"


class YamlObject(dict[str, Any]):
    """An object of a YAML document: its line (from 1), and a name that is in it twice, if any."""

    def __init__(self, line: int) -> None:
        super().__init__()
        self.line = line
        self.repeated = ""


def read_yaml(text: str) -> Any:
    """Return a YAML document as text, lists and `YamlObject`s. Raises `EngineListError`."""
    try:
        _check_extent(yaml.parse(text, Loader=_LOADER))
        node = next(iter(yaml.compose_all(text, Loader=_LOADER)), None)
        return None if node is None else _value(node, {})
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = f"no YAML: {error.problem or error.context}"
        raise EngineListError(reason, mark.line + 1 if mark else None) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise EngineListError(f"no YAML: {str(error)[:200]}") from error


def _check_extent(events: Iterable[Any]) -> None:
    """Raise `EngineListError` where the first document is larger or deeper than any list."""
    depth = 0
    for number, event in enumerate(events, start=1):
        if number > MAX_EVENTS:
            raise EngineListError("the YAML is larger than any list of engines")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise EngineListError("YAML nested too deeply", event.start_mark.line + 1)
        if isinstance(event, yaml.DocumentEndEvent):
            return


def _value(node: Any, known: dict[int, Any]) -> Any:
    """Return what a node stands for, the very same for one that is named and used again."""
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if id(node) in known:
        return known[id(node)]
    if isinstance(node, yaml.SequenceNode):
        listed: list[Any] = []
        known[id(node)] = listed
        listed += [_value(each, known) for each in node.value]
        return listed
    found = known[id(node)] = YamlObject(node.start_mark.line + 1)
    # Not those taken over from another object by `<<`: they may be replaced.
    own: set[str] = set()
    for named, valued in node.value:
        value = _value(valued, known)
        if not isinstance(named, yaml.ScalarNode):
            continue
        if named.value != _MERGE:
            found.repeated = named.value if named.value in own else found.repeated
            own.add(named.value)
            found[named.value] = value
        elif isinstance(value, YamlObject) and len(value) <= MAX_MERGED_KEYS:
            for name, each in value.items():
                found.setdefault(name, each)
    return found


_PAGE_NUMBER = "{pageno}"
# What the other placeholders are filled with when nobody chose a period or a filter.
_EMPTY = ("{time_range}", "{safe_search}")
_LANGUAGES = ("{lang}", "{language}")
_MAX_NUMBER = 100_000
# Engines whose search address gives no page but data.
_DATA_ENGINES = frozenset({"json_engine"})
_SELECTORS = ("results", "url", "title", "content")


def read_selector_engines(text: str) -> EngineList:
    """Raises `EngineListError`."""
    document = read_yaml(text)
    entries = document.get("engines") if isinstance(document, YamlObject) else document
    if not isinstance(entries, list):
        raise EngineListError("the YAML has no list 'engines'")
    # What is no object stands after the last one that is.
    lines = accumulate(entries, lambda line, each: getattr(each, "line", line), initial=1)
    return sort_out(
        "selector engines (YAML)",
        zip(islice(lines, 1, None), entries, strict=True),
        lambda entry: read_entry(entry[1]),
        lambda entry: (entry[0], _label(entry[1])),
    )


def read_entry(entry: Any) -> EngineProposal:
    """Raises `DescriptionError`."""
    if not isinstance(entry, YamlObject):
        raise DescriptionError("the entry is no object")
    if entry.repeated:
        raise DescriptionError(f"{entry.repeated[:40]!r} stands twice in the entry")
    name, wanted = _text(entry, "name"), read_wanted(_text(entry, "weight"))
    template = _text(entry, "search_url")
    if not template or _text(entry, "engine") in _DATA_ENGINES:
        return replace(_propose_site(entry, name), wanted=wanted)
    description = _describe(entry, template)
    proposal = propose(entry.line, description, name)
    found = {each: _text(entry, f"{each}_xpath") for each in _SELECTORS}
    selectors = ResultSelectors(**found) if any(found.values()) else None
    return replace(proposal, wanted=wanted, selectors=selectors)


def _propose_site(entry: YamlObject, name: str) -> EngineProposal:
    about = entry.get("about")
    website = _text(about, "website") if isinstance(about, YamlObject) else ""
    address = _text(entry, "base_url") or website
    if not address or "{" in address:
        engine = _text(entry, "engine")[:40]
        raise DescriptionError(f"no search_url: {engine!r} is a program of that metasearch")
    return propose_by_address(entry.line, address, name=name)


def _describe(entry: YamlObject, search_url: str) -> ConnectionDescription:
    marked = _fill(entry, search_url)
    body = _fill(entry, _text(entry, "request_body"))
    post = _text(entry, "method").upper() == "POST"
    first = str(_number(entry, "first_page_num"))
    return ConnectionDescription(
        method="post" if post else "get",
        template=marked.replace(_PAGE_NUMBER, first),
        charset=known_charset(""),
        parameters=tuple(
            Parameter(name, value.replace(_PAGE_NUMBER, first)) for name, value in _pairs(body)
        )
        if post
        else (),
        paging=_paging(entry, marked, body if post else ""),
    )


def _fill(entry: YamlObject, template: str) -> str:
    for mark in _EMPTY:
        template = template.replace(mark, "")
    for mark in _LANGUAGES:
        template = template.replace(mark, _text(entry, "lang_all") or "en")
    return mark_query(template)


def _pairs(body: str) -> list[tuple[str, str]]:
    if body.lstrip().startswith(("{", "[")) and "=" not in body:
        raise DescriptionError("the engine is asked by a body that no form sends")
    try:
        return parse_qsl(body, keep_blank_values=True, max_num_fields=200)
    except ValueError as error:
        raise DescriptionError("too many parameters") from error


def _paging(entry: YamlObject, template: str, body: str) -> PagingRule | None:
    """Return the rule behind `{pageno}`: page n is `first_page_num` + (n - 1) · `page_size`."""
    first, step = _number(entry, "first_page_num"), _number(entry, "page_size")

    def number(name: str, value: str) -> PageNumber | None:
        return PageNumber(name, first, step, value.replace(_PAGE_NUMBER, PAGE_MARK))

    mark, method = re.compile(re.escape(_PAGE_NUMBER)), "post" if body else "get"
    return find_paging(template, method, _pairs(body), mark, number) if step else None


def _number(entry: YamlObject, name: str) -> int:
    """Return a whole number of an entry, 1 by default. Raises `DescriptionError`."""
    text = _text(entry, name) or "1"
    if not re.fullmatch(r"-?[0-9]{1,6}", text, re.ASCII) or abs(int(text)) > _MAX_NUMBER:
        raise DescriptionError(f"{name!r} is no small whole number: {text[:40]!r}")
    return int(text)


def _text(entry: Mapping[str, Any], name: str) -> str:
    """Return a text of an entry, empty where it is missing. Raises `DescriptionError`."""
    value = entry.get(name, "")
    if not isinstance(value, str):
        raise DescriptionError(f"{name!r} is no text")
    return value.strip()


def _label(entry: Any) -> str:
    name = entry.get("name") if isinstance(entry, YamlObject) else entry
    return name if isinstance(name, str) else ""
