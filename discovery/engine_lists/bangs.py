"""Bangs: lists of engines with a short name each, as DuckDuckGo and its likes publish them.

An entry is an object such as `{"s": "Name", "d": "a.example", "t": "a", "r": 4,
"u": "https://a.example/?q={{{s}}}"}`, or a template under its short name.
"""

from collections.abc import Mapping
from typing import Any

from discovery.connection.description.description import DescriptionError
from discovery.engine_lists.engine_list import EngineProposal
from discovery.engine_lists.json_items import JsonItem
from discovery.engine_lists.proposals import (
    describe_subject,
    is_template,
    propose_by_address,
    propose_by_template,
    read_wanted,
)

TEMPLATE_NAMES = ("u", "template", "url_template", "urlTemplate", "searchUrl", "url", "href")
_NAMES = ("s", "name", "title", "n", "label")
_HOMES = ("d", "domain", "home", "homepage", "website", "host")
_SHORT_NAMES = ("t", "trigger", "shortcut", "keyword", "bang")
_CATEGORIES = ("category",)
_LANGUAGES = ("language", "lang")
_RANKS = ("r", "rank", "relevance", "wanted", "score")


def read_bang(item: JsonItem) -> EngineProposal:
    """Return the engine that an entry proposes. Raises `DescriptionError`."""
    if isinstance(item.value, str):
        return propose_by_address(item.line, item.value, name=item.name)
    entry: Mapping[str, Any] = item.value
    template = text_of(entry, TEMPLATE_NAMES)
    if not template:
        raise DescriptionError("there is no address in the entry")
    wanted = next((read_wanted(entry[name]) for name in _RANKS if name in entry), 0)
    name = text_of(entry, _NAMES) or text_of(entry, _SHORT_NAMES) or item.name
    if is_template(template):
        home = text_of(entry, _HOMES)
        proposal = propose_by_template(item.line, template, name=name, home=home, wanted=wanted)
    else:
        proposal = propose_by_address(item.line, template, name=name, wanted=wanted)
    category, language = (_said_of(entry, names) for names in (_CATEGORIES, _LANGUAGES))
    return describe_subject(proposal, category, language)


def _said_of(entry: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return the first text under one of the names; an entry is not refused for it."""
    return next((entry[name] for name in names if isinstance(entry.get(name), str)), "")


def text_of(entry: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return the first text that stands under one of the names. Raises `DescriptionError`."""
    for name in names:
        value = entry.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if value is not None and not isinstance(value, str):
            raise DescriptionError(f"{name!r} is no text")
    return ""
