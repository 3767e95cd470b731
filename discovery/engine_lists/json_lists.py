"""Lists of engines in JSON: bangs, and search engines as browsers keep them."""

import json
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from discovery.connection.description import (
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    Parameter,
)
from discovery.connection.encodings import percent_encode
from discovery.connection.url_template import check_template, placeholders
from discovery.engine_lists.proposals import (
    EngineListError,
    EngineProposal,
    check_text,
    is_template,
    known_charset,
    mark_query,
    propose,
    propose_by_address,
    propose_by_template,
    with_said,
)

# What stands between the values of a document that is well-formed.
_GAP = re.compile(r"[ \t\r\n,:]*")
# Comments in the manner of C, as Chromium's own file has them, beside strings (which stay).
# The closing quote may lack: a pattern that could fail there would be tried again at every quote.
_STRING_OR_COMMENT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|//[^\n]*', re.DOTALL)


@dataclass(frozen=True, slots=True)
class JsonItem:
    """One entry: its line, its name in an object (else empty), its value."""

    line: int
    name: str
    value: Any


def json_items(text: str, containers: Set[str], single: Set[str]) -> tuple[JsonItem, ...]:
    """Return the members of a list or an object, or of one that an outer object holds under one of
    the names `containers`; an outer object with one of the names `single` is an entry itself.

    Raises `EngineListError` for what is no JSON, as a whole.
    """
    # A comment becomes spaces, so that all places stay.
    text = _STRING_OR_COMMENT.sub(
        lambda match: match[0] if match[0].startswith('"') else " " * len(match[0]), text
    )
    try:
        document = json.loads(text)
        start = _after_gap(text, 0)
        if isinstance(document, dict):
            if single & document.keys():
                return (JsonItem(1, "", document),)
            held = [name for name in containers & document.keys() if _holds_entries(document[name])]
            if held:
                start = next(place for place, name, _ in _members(text, start) if name in held)
        if text[start] not in "[{":
            raise EngineListError("the JSON is neither a list nor an object")
        items = []
        line = counted = 0
        for place, name, value in _members(text, start):
            line, counted = line + text.count("\n", counted, place), place
            items.append(JsonItem(line + 1, name, value))
        return tuple(items)
    except EngineListError:
        raise
    except json.JSONDecodeError as error:
        raise EngineListError(f"no JSON: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise EngineListError("JSON nested too deeply") from error
    except ValueError as error:
        raise EngineListError(f"no JSON: {error}") from error


def _holds_entries(value: Any) -> bool:
    members = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and all(isinstance(each, dict | list) for each in members)


def _members(text: str, start: int) -> Iterator[tuple[int, str, Any]]:
    """Yield place, name and value of each member of the list or object at `start`."""
    decoder = json.JSONDecoder()
    place = _after_gap(text, start + 1)
    while text[place] not in "]}":
        name = ""
        if text[start] == "{":
            name, place = decoder.raw_decode(text, place)
            place = _after_gap(text, place)
        value, end = decoder.raw_decode(text, place)
        yield place, name, value
        place = _after_gap(text, end)


def _after_gap(text: str, place: int) -> int:
    match = _GAP.match(text, place)
    return match.end() if match else place


TEMPLATE_NAMES = ("u", "template", "url_template", "urlTemplate", "searchUrl", "url", "href")
_NAMES = ("s", "name", "title", "n", "label")
_HOMES = ("d", "domain", "home", "homepage", "website", "host")
_SHORT_NAMES = ("t", "trigger", "shortcut", "keyword", "bang")
_RANKS = ("r", "rank", "relevance", "wanted", "score")


def read_bang(item: JsonItem) -> EngineProposal:
    """Raises `DescriptionError`."""
    if isinstance(item.value, str):
        return propose_by_address(item.line, item.value, name=item.name)
    entry: Mapping[str, Any] = item.value
    template = text_of(entry, TEMPLATE_NAMES)
    if not template:
        raise DescriptionError("there is no address in the entry")
    name = text_of(entry, _NAMES) or text_of(entry, _SHORT_NAMES) or item.name
    if is_template(template):
        home = text_of(entry, _HOMES)
        proposal = propose_by_template(item.line, template, name=name, home=home)
    else:
        proposal = propose_by_address(item.line, template, name=name)
    wanted = next((entry[name] for name in _RANKS if name in entry), None)
    # An entry is not refused for what is no text here.
    category, language = (
        next((entry[name] for name in names if isinstance(entry.get(name), str)), "")
        for names in (("category",), ("language", "lang"))
    )
    return with_said(proposal, wanted, category, language)


def text_of(entry: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return the first text that stands under one of the names. Raises `DescriptionError`."""
    for name in names:
        value = entry.get(name)
        if isinstance(value, str) and value.strip():
            return value
        if value is not None and not isinstance(value, str):
            raise DescriptionError(f"{name!r} is no text")
    return ""


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
_ENGINE_NAMES = ("name", "_name", "short_name", "displayName", "title")
_CHARSET_NAMES = ("encoding", "charset", "queryCharset")
_ADDRESS_NAMES = ("base", "template")
_RESULT_TYPES = (None, "", "text/html")


def is_browser_engine(entry: Mapping[str, Any]) -> bool:
    keys = {"recordType", "webExtension", "_urls", MANIFEST_KEY, *_TEMPLATE_NAMES}
    return bool(keys & entry.keys())


def read_browser_engine(item: JsonItem) -> EngineProposal:
    """Raises `DescriptionError`."""
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
        name=text_of(entry, _ENGINE_NAMES) or item.name,
        charset=text_of(entry, _CHARSET_NAMES),
    )
    return _with_suggestions(proposal, _expand_bases(text_of(entry, _SUGGESTION_NAMES)))


def _read_config_record(line: int, record: Mapping[str, Any]) -> EngineProposal:
    if record["recordType"] != "engine":
        raise DescriptionError(f"a record of type {str(record['recordType'])[:40]!r}, no engine")
    base = _object(record.get("base"), "base")
    urls = _object(base.get("urls"), "urls")
    proposal = _propose_url(
        line,
        _object(urls.get("search"), "urls.search"),
        text_of(base, _ENGINE_NAMES) or text_of(record, ("identifier",)),
        text_of(base, _CHARSET_NAMES),
    )
    suggestions = urls.get("suggestions")
    if not isinstance(suggestions, Mapping):
        return proposal
    return _with_suggestions(proposal, _joined_template(suggestions))


def _read_stored_engine(line: int, entry: Mapping[str, Any]) -> EngineProposal:
    urls = entry["_urls"] if isinstance(entry["_urls"], list) else []
    objects = [url for url in urls if isinstance(url, Mapping)]
    results = next((url for url in objects if url.get("type") in _RESULT_TYPES), None)
    if results is None:
        raise DescriptionError("no address gives result pages")
    return _propose_url(
        line, results, text_of(entry, _ENGINE_NAMES), text_of(entry, _CHARSET_NAMES)
    )


def _propose_url(line: int, url: Mapping[str, Any], name: str, charset: str) -> EngineProposal:
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
    base = text_of(url, _ADDRESS_NAMES)
    # Placeholders stay as they are.
    pairs = [
        f"{percent_encode(name, 'utf-8')}="
        + (value if placeholders(value) else percent_encode(value, "utf-8"))
        for name, value in _parameters(url)
    ]
    if not pairs:
        return base
    return base + ("&" if "?" in base else "?") + "&".join(pairs)


def _parameters(url: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names and values of an address's parameters, the one for the query last."""
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
    assert proposal.description is not None
    try:
        check_text(template)
        check_template(mark_query(template))
    except DescriptionError:
        return proposal
    description = replace(proposal.description, suggestions=mark_query(template))
    return replace(proposal, description=description)


def _expand_bases(template: str) -> str:
    for mark, address in CHROMIUM_BASES.items():
        template = template.replace(mark, address)
    return _CHROMIUMS_OWN.sub("", template)


def _object(value: Any, name: str) -> Mapping[str, Any]:
    """Return `value` if it is an object. Raises `DescriptionError`."""
    if not isinstance(value, Mapping):
        raise DescriptionError(f"{name!r} is missing or no object")
    return value
