"""From a description and a query to the requests that ask the engine."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

from lxml.html import HtmlElement

from discovery.connection.description import (
    FRESH_ACTION,
    PAGE_MARK,
    QUERY,
    SEARCH_TERMS,
    ConnectionDescription,
    FreshValue,
    PagingRule,
    Parameter,
    fill_known,
    query_values,
)
from discovery.connection.encodings import (
    CODECS,
    DEFAULT_CHARSET,
    JSON,
    PLAIN,
    URLENCODED,
    FormEntry,
    encode_body,
    encode_text,
    urlencode,
    web_charset,
)
from discovery.connection.url_template import expand_url, settled
from discovery.forms.finding import press_button
from discovery.pages.data.value import load_json
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.urls import MAX_PAIRS, ascii_url, parse_pairs, resolve_url
from discovery.pages.walls import (
    ConsentPolicy,
    asks_for_birthday,
    choose_label,
    site_question,
    wall_controls,
)


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """A request to an engine; `method` is "GET" or "POST", `url` is ASCII and percent-encoded."""

    method: str
    url: str
    body: bytes | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


# Levels of a body: real ones nest ten. Guess.
MAX_DEPTH = 60


def json_entries(text: str | bytes) -> dict[str, str]:
    """Return the texts, numbers and truths of a JSON text by their pointers; none of other texts.

    >>> json_entries('{"a": {"b/c": [1, "x"]}}')
    {'/a/b~1c/0': '1', '/a/b~1c/1': 'x'}
    """
    return {
        pointer: value if isinstance(value, str) else json.dumps(value)
        for pointer, value in json_leaves(read_json(text))
    }


def read_json(text: str | bytes) -> Any:
    try:
        return load_json(text)
    except ValueError:
        return None


def json_leaves(value: Any, pointer: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the texts, numbers and truths of a JSON document with their pointers (RFC 6901)."""
    if isinstance(value, Mapping | list):
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, inner in pairs if depth < MAX_DEPTH else ():
            step = str(key).replace("~", "~0").replace("/", "~1")
            yield from json_leaves(inner, f"{pointer}/{step}", depth + 1)
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
    """Return the JSON `text` with the values of `entries` at their pointers, as far as these lead.

    A value keeps the type of what it replaces; a new one is a number if it looks like one.

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
    before = _inside(holder, step)
    value: Any = text
    if not isinstance(before, str):
        plain = read_json(text)
        value = plain if isinstance(plain, bool | int | float) else text
    if isinstance(holder, dict):
        holder[step] = value
    elif isinstance(holder, list) and step.isdecimal() and int(step) < len(holder):
        holder[int(step)] = value


def read_fresh(value: FreshValue, answer: str) -> str:
    """Return the value where it stands in the text `answer`; empty when it does not.

    >>> read_fresh(FreshValue("t", "", before="token='", after="'"), "var token='x1';")
    'x1'
    """
    if value.path:
        return json_value(answer, value.path)
    start = answer.find(value.before)
    if start < 0:
        return ""
    start += len(value.before)
    end = answer.find(value.after, start)
    return answer[start:end] if end >= 0 else ""


# Characters of scripts that are read, and from a button's name to the cookie that it sets.
MAX_SCRIPT = 200_000
MAX_DISTANCE = 1_500
MAX_COOKIE = 1_000
# A cookie set by a script as one piece of text; what is put together there needs a browser.
_COOKIE = re.compile(r"document\s*\.\s*cookie\s*=\s*(['\"`])((?:(?!\1)[^\\\n$])+)\1\s*(?![\s+.])")
_CALLED = re.compile(r"([A-Za-z_$][\w$]{1,60})\s*\(")
# What ends a cookie instead of setting it.
_ENDING = re.compile(r"max-age\s*=\s*-?0*(?:;|$)|expires\s*=[^;]*\b19[67]\d\b|^[^=;]*=\s*;", re.I)


@dataclass(frozen=True, slots=True)
class WallStep:
    """How a wall is passed: by `request`, else by the `cookies` that its button's script sets."""

    kind: ObstacleKind
    label: str
    request: EngineRequest | None = None
    cookies: tuple[str, ...] = ()

    @property
    def needs_browser(self) -> bool:
        return self.request is None and not self.cookies


def wall_step(page: Page, manner: ConsentPolicy) -> WallStep | None:
    kind = site_question(page)
    if kind is None or (kind is ObstacleKind.AGE and asks_for_birthday(page.root)):
        return None
    controls = wall_controls(page, kind)
    chosen = choose_label(kind, [control.label for control in controls], manner)
    if chosen is None:
        return None
    control = controls[chosen]
    request = _request_of(page, control.element)
    cookies = () if request is not None else _cookies_of(page, control.element)
    return WallStep(kind, control.label, request, cookies)


def _request_of(page: Page, element: HtmlElement) -> EngineRequest | None:
    if element.tag in ("a", "area"):
        href = element.get("href", "").strip()
        url = resolve_url(page.base_url, href) if href and not href.startswith("#") else None
        return None if url is None else EngineRequest("GET", url.partition("#")[0])
    if element.get("onclick"):
        return None
    form = press_button(page, element)
    if form is None:
        return None
    sent = ConnectionDescription(
        action=form.action,
        method=form.method,
        enctype=form.enctype,
        charset=web_charset(form.charset) or DEFAULT_CHARSET,
    )
    entries = [FormEntry(*pair) for pair in form.entries]
    return _sent(sent, _address(sent, "", NOTHING_FRESH), entries, "", NOTHING_FRESH)


def _cookies_of(page: Page, element: HtmlElement) -> tuple[str, ...]:
    own = " ".join((element.get("onclick", ""), element.get("href", "")))[:MAX_SCRIPT]
    said = _cookies_in(own)
    if said:
        return said[:1]
    scripts = islice(page.root.iter("script"), MAX_DISTANCE)
    text = "\n".join(each.text or "" for each in scripts if not each.get("src"))[:MAX_SCRIPT]
    names = [*_CALLED.findall(own), element.get("id", ""), *element.get("class", "").split()[:5]]
    for name in filter(None, names):
        found = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)
        near = _cookies_in(text[found.end() : found.end() + MAX_DISTANCE]) if found else ()
        if near:
            return near[:1]
    every = _cookies_in(text)
    return every if len(every) == 1 else ()


def _cookies_in(script: str) -> tuple[str, ...]:
    found = (match[2].strip() for match in _COOKIE.finditer(script))
    return tuple(dict.fromkeys(e for e in found if len(e) <= MAX_COOKIE and not _ENDING.search(e)))


_SESSION_IN_PATH = re.compile(r";jsessionid=[^/]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RequestParts:
    """What a request consists of.

    `values` are those of the query string, or of an urlencoded or JSON body (then `posted_to` is
    the query string; names of JSON are pointers), in order, by name and its how-manieth occurrence.
    """

    method: str
    origin: str
    segments: tuple[str, ...]
    posted_to: str
    values: dict[tuple[str, int], str]


def take_apart(request: EngineRequest, charset: str) -> RequestParts | None:
    """Return the parts of a request; None when its address or body cannot be read."""
    try:
        parts = urlsplit(request.url)
        posted = request.method == "POST"
        pairs = (
            _body_pairs(request, charset) if posted else parse_pairs(parts.query, CODECS[charset])
        )
    except ValueError:
        return None
    path = _SESSION_IN_PATH.sub("", parts.path) or "/"
    seen: Counter[str] = Counter()
    values = {}
    for name, value in pairs:
        values[name, seen[name]] = value
        seen[name] += 1
    return RequestParts(
        method=request.method,
        origin=f"{parts.scheme}://{parts.netloc}",
        segments=tuple(path.split("/")),
        posted_to=parts.query if posted else "",
        values=values,
    )


def _body_pairs(request: EngineRequest, charset: str) -> list[tuple[str, str]]:
    body = request.body or b""
    if "json" in (request.content_type or "") or body[:1] in (b"{", b"["):
        return list(islice(json_entries(body).items(), MAX_PAIRS))
    if not (request.content_type or "").startswith(URLENCODED):
        return []
    return parse_pairs(body.decode("ascii"), CODECS[charset])


# Longer than any question people type (the longest queries of public logs have some hundred
# characters), short enough for the 8 kB that servers take as an address when all is escaped. Guess.
MAX_QUERY_LENGTH = 2_000
NOTHING_FRESH: Mapping[str, str] = {}
# A hidden field of this name is filled with the charset (HTML, section 4.10.22.4, step 5.8).
_CHARSET_FIELD = "_charset_"


class QueryError(ValueError):
    """No engine is asked this: the query is empty, too long, or no text."""


def check_query(query: str) -> str:
    """Return `query` as a one-line text field would hold it.

    Raises `QueryError` with a sentence for the user when it is empty, too long, or holds control
    characters.

    >>> check_query(" fish\\n& chips ")
    'fish & chips'
    """
    line = query.replace("\r\n", " ").translate({9: " ", 10: " ", 13: " "}).strip()
    if not line:
        raise QueryError("The query is empty.")
    if len(line) > MAX_QUERY_LENGTH:
        raise QueryError(f"The query is longer than {MAX_QUERY_LENGTH:,} characters.")
    # What is printable has none of them; most queries are.
    if not line.isprintable() and any(unicodedata.category(each) in {"Cc", "Cs"} for each in line):
        raise QueryError("The query contains control characters.")
    return line


def build_request(
    description: ConnectionDescription, query: str, fresh: Mapping[str, str] = NOTHING_FRESH
) -> EngineRequest:
    """Return the request for the first result page of `query`.

    `fresh` holds values read anew from the form page, by parameter name (`fresh_values`), or of an
    exact description by placeholder (`fresh:NAME`). Raises `QueryError`.
    """
    query = check_query(query)
    if description.is_typed:
        # The page that a visitor types into; the query is in no request of ours.
        return EngineRequest("GET", ascii_url(description.form_page, CODECS[description.charset]))
    description = settled(description)
    entries = request_entries(description, query, fresh)
    return _sent(description, _address(description, query, fresh), entries, query, fresh)


def _values(query: str, fresh: Mapping[str, str]) -> dict[str, str]:
    return {**query_values(query), **fresh}


def request_entries(
    description: ConnectionDescription, query: str, fresh: Mapping[str, str] = NOTHING_FRESH
) -> list[FormEntry]:
    """Return what is sent, in order: of a form its data set (HTML, section 4.10.22.4)."""
    values = _values(query, fresh)
    return [
        FormEntry(each.name, _sent_value(each, description, values), each.kind == "file")
        for each in description.parameters
        if each.sent
    ]


def _sent_value(
    parameter: Parameter, description: ConnectionDescription, values: Mapping[str, str]
) -> str:
    if not description.action:
        return fill_known(parameter.value, values)
    if parameter.kind == QUERY:
        return parameter.value.replace(SEARCH_TERMS, values["searchTerms"])
    if parameter.kind == "hidden" and parameter.name.lower() == _CHARSET_FIELD:
        return description.charset
    if parameter.kind == "hidden" and parameter.token:
        return values.get(parameter.name, parameter.value)
    return parameter.value


def _address(description: ConnectionDescription, query: str, fresh: Mapping[str, str]) -> str:
    """Return where a request goes, with what stands in a template's own query string."""
    if description.action:
        action = fresh.get(FRESH_ACTION, description.action)
        return _form_address(action, CODECS[description.charset], description.method)
    return expand_url(description.template, _values(query, fresh), description.charset)


@lru_cache(maxsize=1_024)
def _form_address(action: str, codec: str, method: str) -> str:
    url = ascii_url(action, codec)
    # The form data replace the query string of the action (HTML, "mutate action URL").
    return url if method == "post" else urlunsplit(urlsplit(url)._replace(query="", fragment=""))


def _sent(
    description: ConnectionDescription,
    url: str,
    entries: list[FormEntry],
    query: str,
    fresh: Mapping[str, str],
) -> EngineRequest:
    values, charset = _values(query, fresh), description.charset
    headers = tuple((each.name, fill_known(each.value, values)) for each in description.headers)
    if description.method == "post":
        if description.exact and description.enctype == JSON:
            body, content_type = json_with(description.body, entries).encode(), JSON
        elif description.exact and description.enctype == PLAIN:
            body, content_type = fill_known(description.body, values).encode(), PLAIN
        else:
            body, content_type = encode_body(entries, description.enctype, charset)
        return EngineRequest("POST", url, body, content_type, headers)
    query_string = urlencode(entries, charset)
    if description.exact and not description.action:
        # Spaces as %20: what takes them as + takes these too, not the other way round.
        query_string = query_string.replace("+", "%20")
    if query_string:
        url += ("&" if "?" in url else "?") + query_string
    return EngineRequest("GET", url, headers=headers)


def result_page_template(description: ConnectionDescription) -> str:
    """Return the URL template of a form's result pages, empty when there is none."""
    if description.method == "post" or description.needs_form_page:
        return ""
    # A word that percent-encoding leaves alone and no form holds marks the place.
    mark = "searchTerms"
    while any(mark in each.value for each in description.parameters if each.kind != QUERY):
        mark += "X"
    return build_request(description, mark).url.replace(mark, SEARCH_TERMS)


def paged_request(
    description: ConnectionDescription,
    query: str,
    page: int,
    fresh: Mapping[str, str] = NOTHING_FRESH,
    cursor: str = "",
) -> EngineRequest | None:
    """Return the request for result page `page` (from 1) of `query`, None without a rule for it.

    `cursor` is what the page before gave for the rule's cursor. Raises `QueryError`, and
    `ValueError` for a page below 1.
    """
    if page < 1:
        raise ValueError(f"result pages count from 1, not {page}")
    first = build_request(description, query, fresh)
    rule = description.paging
    if page == 1 or rule is None or not (rule.numbers or cursor):
        return first if page == 1 else None
    query, description = check_query(query), settled(description)
    if description.exact:
        # What scripts ask is asked there always.
        rule = replace(rule, origin="", method="")
    path = _later_path(rule, urlsplit(first.url).path, query, page, description.charset)
    if path is None:
        return None
    added = {
        name: value.replace(SEARCH_TERMS, query) for name, value in rule.added if name not in fresh
    }
    if rule.cursor and cursor:
        added = {rule.cursor.parameter: cursor, **added}
    entries = request_entries(description, query, fresh)
    own = urlsplit(_address(description, query, fresh)).query
    if first.method == "GET":
        # A template has all of them in its address.
        in_address = parse_pairs(own, CODECS[description.charset])
        entries, own = [*(FormEntry(*pair) for pair in in_address), *entries], ""
    method = rule.method or description.method
    parts = urlsplit(rule.origin or first.url)._replace(path=path, fragment="")
    # What another method had in the address stays there.
    own = own if method == description.method == "post" else ""
    address = urlunsplit(parts._replace(query=own))
    later = _later_entries(rule, entries, added, page)
    return _sent(replace(description, method=method), address, later, query, fresh)


def _later_entries(
    rule: PagingRule, entries: list[FormEntry], added: Mapping[str, str], page: int
) -> list[FormEntry]:
    values = dict(added)
    for number in rule.numbers:
        if number.parameter:
            values[number.parameter] = number.pattern.replace(PAGE_MARK, str(number.at(page)))
    changed = []
    for entry in entries:
        if entry.name in values:
            changed.append(FormEntry(entry.name, values.pop(entry.name)))
        elif entry.name not in rule.dropped:
            changed.append(entry)
    return [*changed, *(FormEntry(name, value) for name, value in values.items())]


def _later_path(rule: PagingRule, first: str, query: str, page: int, charset: str) -> str | None:
    if rule.path is None:
        return first
    segments = first.split("/")
    if len(segments) < rule.path.start + rule.path.end:
        return None
    number = next((each for each in rule.numbers if not each.parameter), None)
    middle = rule.path.pattern.replace(SEARCH_TERMS, quote(encode_text(query, charset), safe=""))
    if number:
        middle = middle.replace(PAGE_MARK, str(number.at(page)))
    kept_end = segments[len(segments) - rule.path.end :]
    between = [middle] if middle else []
    path = "/".join([*segments[: rule.path.start], *between, *kept_end])
    return path if path.startswith("/") else f"/{path}"
