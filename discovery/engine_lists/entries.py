"""What an entry says, in whatever format its list is, made a proposal.

One table names what lists call the same: bangs, search engines as browsers keep them, columns of a
table, outlines, engines that another metasearch reads by XPath.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urljoin

from discovery.connection.description import (
    PAGE_MARK,
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    PageNumber,
    PagingRule,
    Parameter,
)
from discovery.connection.description_xml import from_xml
from discovery.connection.encodings import percent_encode
from discovery.connection.url_template import (
    check_template,
    decode_braces,
    find_paging,
    placeholders,
)
from discovery.engine_lists.proposals import (
    EngineProposal,
    check_text,
    clean_name,
    complete_address,
    known_charset,
    propose,
    propose_by_address,
    read_language,
    read_wanted,
)
from discovery.engine_lists.result_selectors import ResultSelectors

# What stands for the query in the lists people have: the bangs of DuckDuckGo, OpenSearch and the
# browsers, the selector engines of a metasearch, and the keywords of bookmarks.
QUERY_MARKS = ("{{{s}}}", SEARCH_TERMS, "{query}", "%s")
# What each thing is called, the most telling name first. A template holds the query; an address
# may be one; OPML 2.0 has `htmlUrl` for the site and `url` for what is linked.
NAMES = {
    "template": (
        "search_url", "searchUrl", "searchurl", "search_url_template", "template",
        "url_template", "urlTemplate", "search url", "query url",
    ),
    "address": ("u", "htmlUrl", "url", "href", "address", "link"),
    "home": ("d", "domain", "home", "homepage", "website", "host", "site"),
    "name": (
        "s", "name", "_name", "short_name", "displayName", "title", "text", "n", "label",
        "t", "trigger", "shortcut", "keyword", "bang", "identifier",
    ),
    "charset": ("charset", "encoding", "queryCharset"),
    "suggestions": ("suggest_url", "suggestUrl", "suggestions_url"),
    "category": ("category",),
    "language": ("language", "lang"),
}  # fmt: skip
_RANKS = ("r", "rank", "relevance", "wanted", "score", "weight", "count")
_SELECTORS = ("results", "url", "title", "content")


def propose_entry(line: int, entry: Any, name: str) -> EngineProposal:
    """Return what an entry proposes; its list may call it by `name`. Raises `DescriptionError`."""
    if isinstance(entry, ConnectionDescription):
        return propose(line, entry, name)
    if isinstance(entry, str):
        entry = {"address": entry}
    if not isinstance(entry, Mapping):
        raise DescriptionError("the entry is neither an object nor text")
    if is_engine_file(entry):
        return _propose_file(line, entry)
    entry = _flattened(entry)
    called = said(entry, "name") or name
    description = _description(entry)
    if description is None:
        proposal = propose_by_address(line, said(entry, "address") or said(entry, "home"), called)
    else:
        proposal = propose(line, description, called)
    # An entry is not refused for what is no text here.
    category, language = (
        next((entry[key] for key in NAMES[what] if isinstance(entry.get(key), str)), "")
        for what in ("category", "language")
    )
    found = {each: _text(entry, f"{each}_xpath") for each in _SELECTORS}
    return replace(
        proposal,
        selectors=ResultSelectors(**found) if description and any(found.values()) else None,
        wanted=read_wanted(next((entry[key] for key in _RANKS if key in entry), None)),
        # A comma would make two categories of one.
        category=clean_name(category.replace(",", " ")),
        language=read_language(language),
    )


# What each engine file has, and what its format is called, whatever the version.
CONNECTION_KEY = "connection"
_FILE_FORMAT = "metasearch-engine/"


def is_engine_file(entry: Any) -> bool:
    return isinstance(entry, Mapping) and str(entry.get("format")).startswith(_FILE_FORMAT)


def _propose_file(line: int, entry: Mapping[str, Any]) -> EngineProposal:
    """Return what an engine file proposes; the rest of it is read when it is imported."""
    lines = entry.get(CONNECTION_KEY)
    if not isinstance(lines, list) or not all(isinstance(each, str) for each in lines):
        raise DescriptionError(f"{CONNECTION_KEY!r} is no list of lines")
    description = from_xml("\n".join(lines).encode())
    return replace(
        propose(line, description, _text(entry, "name")),
        description=description,
        home_url=_text(entry, "home_url"),
        category=clean_name(_text(entry, "categories")),
        language=read_language(_text(entry, "language")),
        file=entry,
    )


def said(entry: Mapping[str, Any], what: str) -> str:
    """Return the first text under one of the names of `what`. Raises `DescriptionError`."""
    return next(filter(None, (_text(entry, key) for key in NAMES[what])), "")


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    if value is not None and not isinstance(value, str):
        raise DescriptionError(f"{key!r} is no text")
    return (value or "").strip()


def is_template(text: str) -> bool:
    decoded = decode_braces(text)
    return any(mark in decoded for mark in QUERY_MARKS)


def _mark_query(template: str) -> str:
    """Return a template with `{searchTerms}` for the query, whichever mark the list uses."""
    mark = next((mark for mark in QUERY_MARKS if mark in template), SEARCH_TERMS)
    return template.replace(mark, SEARCH_TERMS)


class YamlObject(dict[str, Any]):
    """An object of a YAML document: its line (from 1), and a name that is in it twice, if any."""

    line = 1
    repeated = ""


# What nobody chose: a period, a filter.
_UNCHOSEN = ("{time_range}", "{safe_search}")
# Engines whose search address gives no page but data.
_DATA_ENGINES = frozenset({"json_engine"})


def _selector_engine(entry: YamlObject) -> dict[str, Any]:
    if entry.repeated:
        raise DescriptionError(f"{entry.repeated[:40]!r} stands twice in the entry")
    if not _text(entry, "search_url") or _text(entry, "engine") in _DATA_ENGINES:
        about = entry.get("about")
        website = _text(about, "website") if isinstance(about, YamlObject) else ""
        address = _text(entry, "base_url") or website
        if not address or "{" in address:
            program = _text(entry, "engine")[:40]
            raise DescriptionError(f"no search_url: {program!r} is a program of that metasearch")
        return {"name": _text(entry, "name"), "weight": _text(entry, "weight"), "home": address}
    filled = dict(entry)
    language = _text(entry, "lang_all") or "en"
    for key in ("search_url", "request_body"):
        for mark in (*_UNCHOSEN, "{lang}", "{language}"):
            value = "" if mark in _UNCHOSEN else language
            filled[key] = _text(filled, key).replace(mark, value)
    return filled


MANIFEST_KEY = "chrome_settings_overrides"
_RESULT_TYPES = (None, "", "text/html")
# Where an entry keeps the object that its address is.
_URL = "\0url"
_BROWSERS_KEYS = frozenset(
    {"recordType", "webExtension", "_urls", MANIFEST_KEY, "search_url", "searchUrl"}
)


def is_browsers(entry: Any) -> bool:
    return isinstance(entry, Mapping) and bool(_BROWSERS_KEYS & entry.keys())


def _flattened(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the entry of a browser with what it keeps deeper brought up, any other as it is."""
    if isinstance(entry, YamlObject):
        return _selector_engine(entry)
    if MANIFEST_KEY in entry:
        return _object(_object(entry, MANIFEST_KEY), "search_provider")
    if "recordType" in entry:
        if entry["recordType"] != "engine":
            raise DescriptionError(f"a record of type {str(entry['recordType'])[:40]!r}, no engine")
        base = _object(entry, "base")
        urls = _object(base, "urls")
        suggestions, name = urls.get("suggestions"), _text(entry, "identifier")
        told = _joined(*_address(suggestions)) if isinstance(suggestions, Mapping) else ""
        return {"identifier": name, **base, "suggest_url": told, _URL: _object(urls, "search")}
    if "_urls" in entry:
        listed = entry["_urls"] if isinstance(entry["_urls"], list) else []
        objects = [url for url in listed if isinstance(url, Mapping)]
        results = next((url for url in objects if url.get("type") in _RESULT_TYPES), None)
        if results is None:
            raise DescriptionError("no address gives result pages")
        return {**entry, _URL: results}
    if "webExtension" in entry and not said(entry, "template"):
        raise DescriptionError("the entry names an extension, no address")
    return entry


def _object(entry: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the object under a key. Raises `DescriptionError`."""
    value = entry.get(key)
    if not isinstance(value, Mapping):
        raise DescriptionError(f"{key!r} is missing or no object")
    return value


# Chromium's TemplateURL: these two stand for addresses, all others with a prefix name the browser.
_CHROMIUM_BASES = {
    "{google:baseURL}": "https://www.google.com/",
    "{google:baseSuggestURL}": "https://www.google.com/complete/",
}
_CHROMIUMS_OWN = re.compile(r"\{[a-z]{1,20}:[\w:.-]{1,60}\??\}")
_PARTNER_CODE = "{partnerCode}"
_PAGE_NUMBER = "{pageno}"
Pairs = list[tuple[str, str]]


def _description(entry: Mapping[str, Any]) -> ConnectionDescription | None:
    """Return how the engine is asked, None where only its site is told."""
    url = entry.get(_URL, entry)
    is_posted = _text(url, "method").upper() == "POST"
    if _URL in entry:
        template, pairs = _address(url)
    else:
        address = said(entry, "address") or said(entry, "home")
        template = said(entry, "template") or (address if is_template(address) else "")
        body = _text(entry, "request_body")
        pairs = _body_pairs(body) if is_posted else []
    if not template:
        return None
    if not is_posted:
        template, pairs = _joined(template, pairs), []
    home, template = said(entry, "home"), _cleaned(template)
    home_url = "" if is_template(home) else complete_address(home) or ""
    if home_url and "://" not in home and template.lower().startswith("http://"):
        # A host alone says nothing of the scheme; its template does.
        home_url = home_url.replace("https://", "http://", 1)
    if home_url and template.startswith("/"):
        template = urljoin(home_url, template)
    pairs = [(name, _mark_query(value)) for name, value in pairs]
    first = _number(entry, "first_page_num")
    return ConnectionDescription(
        method="post" if is_posted else "get",
        template=template.replace(_PAGE_NUMBER, str(first)),
        charset=known_charset(said(entry, "charset")),
        home_url=home_url,
        parameters=tuple(
            Parameter(name, value.replace(_PAGE_NUMBER, str(first))) for name, value in pairs
        ),
        paging=_paging(template, pairs, first, _number(entry, "page_size"), is_posted=is_posted),
        suggestions=_suggestions(said(entry, "suggestions")),
    )


def _address(url: Mapping[str, Any]) -> tuple[str, Pairs]:
    """Return an address as Firefox has it, with its parameters, the one for the query last."""
    return _text(url, "base") or _text(url, "template"), list(_parameters(url))


def _parameters(url: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    listed = url.get("params") or []
    if not isinstance(listed, list):
        raise DescriptionError("'params' is no list of parameters")
    for parameter in listed:
        if not isinstance(parameter, Mapping):
            raise DescriptionError("a parameter is no object")
        name, value = parameter.get("name"), parameter.get("value")
        if isinstance(name, str) and isinstance(value, str) and value != _PARTNER_CODE:
            yield name, value
    query_name = _text(url, "searchTermParamName")
    if query_name:
        yield query_name, SEARCH_TERMS


def _joined(base: str, pairs: Pairs) -> str:
    # Placeholders stay as they are.
    query = "&".join(
        f"{percent_encode(name, 'utf-8')}="
        + (value if placeholders(value) else percent_encode(value, "utf-8"))
        for name, value in pairs
    )
    return base + (("&" if "?" in base else "?") + query if query else "")


def _body_pairs(body: str) -> Pairs:
    if body.startswith(("{", "[")) and "=" not in body:
        raise DescriptionError("the engine is asked by a body that no form sends")
    return parse_qsl(body, keep_blank_values=True)


def _cleaned(template: str) -> str:
    for mark, address in _CHROMIUM_BASES.items():
        template = template.replace(mark, address)
    return decode_braces(_mark_query(_CHROMIUMS_OWN.sub("", template)))


def _suggestions(template: str) -> str:
    """Return the address of suggestions, empty where it can never be asked."""
    template = _cleaned(template)
    try:
        check_text(template)
        check_template(template)
    except DescriptionError:
        return ""
    return template


def _paging(
    template: str, pairs: Pairs, first: int, step: int, *, is_posted: bool
) -> PagingRule | None:
    """Return the rule behind `{pageno}`: page n is `first_page_num` + (n - 1) · `page_size`."""

    def number(name: str, value: str) -> PageNumber | None:
        return PageNumber(name, first, step, value.replace(_PAGE_NUMBER, PAGE_MARK))

    mark, method = re.compile(re.escape(_PAGE_NUMBER)), "post" if is_posted else "get"
    return find_paging(template, method, pairs, mark, number) if step else None


def _number(entry: Mapping[str, Any], key: str) -> int:
    """Return a whole number of an entry, 1 by default. Raises `DescriptionError`."""
    text = _text(entry, key) or "1"
    if not re.fullmatch(r"-?[0-9]{1,5}", text):
        raise DescriptionError(f"{key!r} is no small whole number: {text[:40]!r}")
    return int(text)
