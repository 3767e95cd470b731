"""Wrappers as JSON: documented in docs/wrapper-format.md, checked when read."""

from collections.abc import Mapping, Sequence
from typing import Any

from lxml import etree

from wrappers.extraction.hits_line import HitsLineRule
from wrappers.extraction.lines import RuleFormatError
from wrappers.extraction.paging import NextPageRule
from wrappers.extraction.records import (
    ElementKey,
    SelectorError,
    SelectorStep,
    TitleKind,
    TitleRule,
)
from wrappers.extraction.wrapper import MAX_RECORDS, MAX_RUN_LENGTH, Extent, RecordRule, Wrapper

FORMAT = "metasearch-wrapper/1"
# A wrapper has a handful of each: longer lists come from elsewhere. Guess.
MAX_PARTS = 50
# What records may do or lack, unless the pages learned from say otherwise.
_FLAGS = ("may_lead_back", "may_lack_address", "may_lack_words")


class WrapperFormatError(ValueError):
    """The JSON is no wrapper in a format this version reads."""


def wrapper_to_json(wrapper: Wrapper) -> dict[str, Any]:
    """Return `wrapper` as JSON data."""
    hits_line, next_page = wrapper.hits_line, wrapper.next_page
    return {
        "format": FORMAT,
        "formula": wrapper.formula,
        "sections": [_section_to_json(section) for section in wrapper.sections],
        "hits_line": None if hits_line is None else hits_line.to_json(),
        "next_page": None if next_page is None else next_page.to_json(),
        "fixed": [_key_to_json(key) for key in wrapper.fixed],
    }


def wrapper_from_json(data: object) -> Wrapper:
    """Return the wrapper that `wrapper_to_json` wrote, its keys compiled.

    Raises `WrapperFormatError` for anything else.
    """
    document = _mapping(data, "wrapper")
    if document.get("format") != FORMAT:
        raise WrapperFormatError(f"format is not {FORMAT!r}: {document.get('format')!r:.80}")
    sections = _sequence(document.get("sections"), "sections")
    if not sections:
        raise WrapperFormatError("a wrapper needs at least one section")
    hits_line, next_page = document.get("hits_line"), document.get("next_page")
    try:
        return Wrapper(
            sections=tuple(_section_from_json(section) for section in sections),
            hits_line=None if hits_line is None else HitsLineRule.from_json(hits_line),
            next_page=None if next_page is None else NextPageRule.from_json(next_page),
            fixed=tuple(
                _key_from_json(key) for key in _sequence(document.get("fixed", []), "fixed")
            ),
        )
    except RuleFormatError as error:
        raise WrapperFormatError(str(error)) from error


def _section_to_json(section: RecordRule) -> dict[str, Any]:
    return {
        "keys": [_key_to_json(key) for key in section.keys],
        "extent": str(section.extent),
        "titles": [
            {"kind": str(title.kind)}
            | ({} if title.key is None else {"key": _key_to_json(title.key)})
            for title in section.titles
        ],
        "min": section.minimum,
        "max": section.maximum,
        "run_length": section.run_length,
    } | {name: getattr(section, name) for name in _FLAGS}


def _section_from_json(data: object) -> RecordRule:
    section = _mapping(data, "section")
    try:
        extent = Extent(_text(section.get("extent"), "extent"))
    except ValueError as error:
        raise WrapperFormatError(f"unknown extent: {error}") from error
    keys = tuple(_key_from_json(key) for key in _sequence(section.get("keys"), "keys"))
    titles = tuple(_title_from_json(title) for title in _sequence(section.get("titles"), "titles"))
    if not keys or not titles:
        raise WrapperFormatError("a section needs keys and titles")
    minimum = _count(section.get("min", 0), "min")
    maximum = _count(section.get("max", MAX_RECORDS), "max")
    run_length = _count(section.get("run_length", MAX_RUN_LENGTH), "run_length")
    flags = {name: section.get(name, True) for name in _FLAGS}
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise WrapperFormatError(f"{name} is not true or false")
    return RecordRule(keys, extent, titles, minimum, maximum, run_length, **flags)


def _title_from_json(data: object) -> TitleRule:
    title = _mapping(data, "title")
    try:
        kind = TitleKind(_text(title.get("kind"), "kind"))
    except ValueError as error:
        raise WrapperFormatError(f"unknown kind of title: {error}") from error
    key = _key_from_json(title["key"]) if "key" in title else None
    if kind is TitleKind.KEY and key is None:
        raise WrapperFormatError("a title by key needs a key")
    return TitleRule(kind, key)


def _key_to_json(key: ElementKey) -> dict[str, Any]:
    data: dict[str, Any] = {"steps": [_step_to_json(step) for step in key.steps]}
    if key.scope:
        data["scope"] = [_step_to_json(step) for step in key.scope]
    if key.rooted:
        data["rooted"] = True
    if key.after is not None:
        data["after"] = key.after
    return data


def _key_from_json(data: object) -> ElementKey:
    mapping = _mapping(data, "key")
    steps = tuple(_step_from_json(step) for step in _sequence(mapping.get("steps"), "steps"))
    scope = tuple(_step_from_json(step) for step in _sequence(mapping.get("scope", []), "scope"))
    if not steps:
        raise WrapperFormatError("a key needs steps")
    rooted = mapping.get("rooted", False)
    if not isinstance(rooted, bool):
        raise WrapperFormatError("rooted is not true or false")
    after = mapping.get("after")
    if after is not None and not isinstance(after, str):
        raise WrapperFormatError("after is not a text")
    try:
        key = ElementKey(steps, scope, rooted, after)
    except SelectorError as error:
        raise WrapperFormatError(str(error)) from error
    try:
        key.compiled  # noqa: B018  compiled when loaded, not at the first search
    except etree.XPathError as error:
        raise WrapperFormatError(f"key {key} cannot be compiled: {error}") from error
    return key


def _step_to_json(step: SelectorStep) -> dict[str, Any]:
    data: dict[str, Any] = {"tag": step.tag}
    if step.classes:
        data["classes"] = list(step.classes)
    if step.id is not None:
        data["id"] = step.id
    if step.column is not None:
        data["column"] = step.column
    return data


def _step_from_json(data: object) -> SelectorStep:
    mapping = _mapping(data, "step")
    classes = tuple(_text(name, "class") for name in _sequence(mapping.get("classes", []), "step"))
    own_id = _text(mapping["id"], "id") if "id" in mapping else None
    column = _count(mapping["column"], "column") if "column" in mapping else None
    try:
        return SelectorStep(_text(mapping.get("tag"), "tag"), classes, own_id, column)
    except SelectorError as error:
        raise WrapperFormatError(str(error)) from error


def _mapping(data: object, name: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise WrapperFormatError(f"{name} is no object")
    return data


def _sequence(data: object, name: str) -> Sequence[object]:
    if not isinstance(data, list) or len(data) > MAX_PARTS:
        raise WrapperFormatError(f"{name} is no list of at most {MAX_PARTS}")
    return data


def _text(data: object, name: str) -> str:
    if not isinstance(data, str):
        raise WrapperFormatError(f"{name} is no text")
    return data


def _count(data: object, name: str) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= 10**9:
        raise WrapperFormatError(f"{name} is no count")
    return data
