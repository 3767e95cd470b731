"""Search engines as browsers keep them in JSON.

Firefox: the records of its remote setting "search-config-v2", the engines of `search.json`.
Chromium: `prepopulated_engines.json` and the like. Both: an extension's manifest that brings one.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.form_data import percent_encode
from discovery.connection.description.parameter import Parameter
from discovery.connection.description.url_template import check_template, placeholders
from discovery.engine_lists.bangs import text_of
from discovery.engine_lists.engine_list import EngineProposal
from discovery.engine_lists.json_items import JsonItem
from discovery.engine_lists.proposals import (
    check_text,
    known_charset,
    mark_query,
    propose,
    propose_by_template,
)

MANIFEST_KEY = "chrome_settings_overrides"
# Chromium's TemplateURL: these two stand for addresses, all others with a prefix name the browser.
CHROMIUM_BASES = MappingProxyType(
    {
        "{google:baseURL}": "https://www.google.com/",
        "{google:baseSuggestURL}": "https://www.google.com/complete/",
    }
)
_CHROMIUMS_OWN = re.compile(r"\{[a-z]{1,20}:[\w:.-]{1,60}\??\}")
# More parameters than any browser's engine has (a dozen at most).
MAX_PARAMETERS = 200
_PARTNER_CODE = "{partnerCode}"
_TEMPLATE_NAMES = ("search_url", "searchUrl", "search_url_template")
_SUGGESTION_NAMES = ("suggest_url", "suggestUrl", "suggestions_url")
_NAMES = ("name", "_name", "short_name", "displayName", "title")
_CHARSET_NAMES = ("encoding", "charset", "queryCharset")
_ADDRESS_NAMES = ("base", "template")
_RESULT_TYPES = (None, "", "text/html")


def is_browser_engine(entry: Mapping[str, Any]) -> bool:
    """Whether an entry is in the format of a browser."""
    keys = {"recordType", "webExtension", "_urls", MANIFEST_KEY, *_TEMPLATE_NAMES}
    return bool(keys & entry.keys())


def read_browser_engine(item: JsonItem) -> EngineProposal:
    """Return the engine of an entry. Raises `DescriptionError`."""
    entry: Mapping[str, Any] = item.value
    if MANIFEST_KEY in entry:
        overrides = _object(entry[MANIFEST_KEY], MANIFEST_KEY)
        entry = _object(overrides.get("search_provider"), "search_provider")
    if "recordType" in entry:
        return _read_config_record(item.line, entry)
    if "_urls" in entry:
        return _read_stored_engine(item.line, entry)
    template = text_of(entry, _TEMPLATE_NAMES)
    if not template:
        raise DescriptionError("the entry names an extension, no address")
    proposal = propose_by_template(
        item.line,
        _expand_bases(template),
        name=text_of(entry, _NAMES) or item.name,
        charset=text_of(entry, _CHARSET_NAMES),
    )
    return _with_suggestions(proposal, _expand_bases(text_of(entry, _SUGGESTION_NAMES)))


def _read_config_record(line: int, record: Mapping[str, Any]) -> EngineProposal:
    """Return the engine of a record of Firefox's configuration."""
    if record["recordType"] != "engine":
        raise DescriptionError(f"a record of type {str(record['recordType'])[:40]!r}, no engine")
    base = _object(record.get("base"), "base")
    urls = _object(base.get("urls"), "urls")
    proposal = _propose_url(
        line,
        _object(urls.get("search"), "urls.search"),
        text_of(base, _NAMES) or text_of(record, ("identifier",)),
        text_of(base, _CHARSET_NAMES),
    )
    suggestions = urls.get("suggestions")
    if not isinstance(suggestions, Mapping):
        return proposal
    return _with_suggestions(proposal, _joined_template(suggestions))


def _read_stored_engine(line: int, entry: Mapping[str, Any]) -> EngineProposal:
    """Return an engine of Firefox's `search.json`."""
    urls = entry["_urls"] if isinstance(entry["_urls"], list) else []
    objects = [url for url in urls if isinstance(url, Mapping)]
    results = next((url for url in objects if url.get("type") in _RESULT_TYPES), None)
    if results is None:
        raise DescriptionError("no address gives result pages")
    return _propose_url(line, results, text_of(entry, _NAMES), text_of(entry, _CHARSET_NAMES))


def _propose_url(line: int, url: Mapping[str, Any], name: str, charset: str) -> EngineProposal:
    """Return the engine behind one of Firefox's addresses with its parameters."""
    if text_of(url, ("method",)).upper() != "POST":
        return propose_by_template(line, _joined_template(url), name=name, charset=charset)
    description = ConnectionDescription(
        method="post",
        template=text_of(url, _ADDRESS_NAMES),
        charset=known_charset(charset),
        parameters=tuple(Parameter(*pair) for pair in _parameters(url)),
    )
    return propose(line, description, name)


def _joined_template(url: Mapping[str, Any]) -> str:
    """Return address and parameters as one template."""
    base = text_of(url, _ADDRESS_NAMES)
    pairs = [
        f"{percent_encode(name, 'utf-8')}={_encode(value)}" for name, value in _parameters(url)
    ]
    if not pairs:
        return base
    return base + ("&" if "?" in base else "?") + "&".join(pairs)


def _encode(value: str) -> str:
    """Return a parameter's value as it stands in a template: placeholders stay."""
    return value if placeholders(value) else percent_encode(value, "utf-8")


def _parameters(url: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names and values of an address's parameters, the one for the query last.

    Parameters that only a partner's browser or an experiment sends are left out.
    """
    listed = url.get("params") or []
    if not isinstance(listed, list) or len(listed) > MAX_PARAMETERS:
        raise DescriptionError("'params' is no list of parameters")
    for parameter in listed:
        if not isinstance(parameter, Mapping):
            raise DescriptionError("a parameter is no object")
        name, value = parameter.get("name"), parameter.get("value")
        if isinstance(name, str) and isinstance(value, str) and value != _PARTNER_CODE:
            yield name, value
    query_name = text_of(url, ("searchTermParamName",))
    if query_name:
        yield query_name, SEARCH_TERMS


def _with_suggestions(proposal: EngineProposal, template: str) -> EngineProposal:
    """Return the proposal with a template of suggestions, where it is a usable one."""
    assert proposal.description is not None
    try:
        check_text(template)
        check_template(mark_query(template))
    except DescriptionError:
        return proposal
    description = replace(proposal.description, suggestions=mark_query(template))
    return replace(proposal, description=description)


def _expand_bases(template: str) -> str:
    """Return a template of Chromium without the placeholders that only it can fill."""
    for mark, address in CHROMIUM_BASES.items():
        template = template.replace(mark, address)
    return _CHROMIUMS_OWN.sub("", template)


def _object(value: Any, name: str) -> Mapping[str, Any]:
    """Return `value` if it is an object. Raises `DescriptionError`."""
    if not isinstance(value, Mapping):
        raise DescriptionError(f"{name!r} is missing or no object")
    return value
