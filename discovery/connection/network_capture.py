"""Requests that a page sent while somebody searched on it, made a connection description."""

import base64
import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import combinations
from urllib.parse import parse_qsl, quote, unquote, unquote_plus, urlsplit, urlunsplit

from lxml.html import HtmlElement

from discovery.connection.description import (
    FRESH,
    SEARCH_TERMS,
    BrowserSearch,
    ConnectionDescription,
    FreshValue,
    Header,
    KeptCookie,
    PageCursor,
    Parameter,
    PassedWall,
)
from discovery.connection.encodings import JSON, PLAIN, URLENCODED
from discovery.connection.form_tokens import TOKEN_NAME
from discovery.connection.requests import (
    EngineRequest,
    json_entries,
    read_fresh,
    read_json,
    take_apart,
)
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.pages.tree import fold_space
from discovery.pages.urls import parse_pairs, resolve_url

# Characters of a text that tells something; longer ones are cut where they are shown.
MIN_LENGTH = 4
MAX_LENGTH = 300
# Texts looked at of one answer or page.
MAX_TEXTS = 20_000
# Lines of JSON, bare or as data of events.
_LINES = re.compile(r"\s*[{\[]|(?:data|event|id|retry)?:")
_TAG = re.compile(r"<[^<>]{0,2000}>")
_BETWEEN = re.compile(r">([^<>]{2,2000})<")
_SHOWING = ("a", "h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "td", "span", "div", "b", "strong")


def answer_texts(answer: bytes) -> frozenset[str]:
    """Return the texts in JSON, lines of JSON, events, HTML or XML."""
    text = answer.decode("utf-8", "replace")
    found = list(json_entries(text).values())
    if not found and _LINES.match(text):
        lines = (line.removeprefix("data:") for line in text.splitlines())
        found = [value for line in lines for value in json_entries(line).values()]
    if not found:
        found = _BETWEEN.findall(text)
    return frozenset(
        plain for each in found[:MAX_TEXTS] if len(plain := plain_text(each)) >= MIN_LENGTH
    )


def plain_text(text: str) -> str:
    """Return a text without tags, references and extra white space.

    >>> plain_text("Salt &amp; <em>fish</em>")
    'Salt & fish'
    """
    return fold_space(html.unescape(_TAG.sub("", text)))


def page_texts(root: HtmlElement) -> Counter[str]:
    """Count the texts that a page shows: what a list of names leads to may stand on it as well."""
    texts = Counter[str]()
    for element in root.iter(*_SHOWING):
        if len(texts) >= MAX_TEXTS:
            break
        said = fold_space("".join(element.itertext())) if len(element) < 20 else ""
        if MIN_LENGTH <= len(said) <= MAX_LENGTH:
            texts[said] += 1
    return texts


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request of a page and its answer.

    `request.headers` are those that the page or browser gave it. `cookies` are those that the
    answer set, by name. `phase` counts what the visitor had done: 0 opened the page, 1 typed the
    query, 2 sent it, 3 and later asked for more.
    """

    request: EngineRequest
    phase: int
    status: int
    content_type: str
    answer: bytes
    cookies: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visit:
    """One visitor's search for `query`: what was asked for, and the markup after each phase.

    `url` is the address of the page when it was opened, `addresses` are those after each phase.
    `walls` are what the page asked first, as answered, and `cookies` what the browser kept then.
    """

    query: str
    url: str
    exchanges: tuple[Exchange, ...]
    shown: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    walls: tuple[PassedWall, ...] = ()
    cookies: tuple[KeptCookie, ...] = ()

    @property
    def has_searched(self) -> bool:
        return len(self.shown) > 1

    def pages(self) -> list[tuple[Page | None, frozenset[str]]]:
        pages = [_parsed(markup, self.url) for markup in self.shown]
        texts = [page_texts(page.root) if page else Counter[str]() for page in pages]
        return [(page, frozenset(said - texts[0])) for page, said in zip(pages, texts, strict=True)]


def links_of(pages: Iterable[tuple[Page | None, frozenset[str]]]) -> Iterator[str]:
    """Yield the addresses that pages of a visit link."""
    found = (
        resolve_url(page.base_url, link.get("href"))
        for page, _ in pages
        if page is not None
        for link in page.root.iter("a")
    )
    yield from filter(None, found)


def _parsed(markup: str, url: str) -> Page | None:
    try:
        return parse_page(markup.encode("utf-8", "replace"), url, "text/html; charset=utf-8")
    except NotHtmlError:
        return None


# Characters of a query in base64 below which it is found by chance.
MIN_BASE64_LENGTH = 6


def generalise(value: str, query: str) -> str:
    """Return `value` with the placeholder in place of the query, unchanged where it is not in it.

    >>> generalise("fish", "fish"), generalise("query=fish&page=0", "fish")
    ('{searchTerms}', 'query={percent:searchTerms}&page=0')
    >>> generalise('{"q":"fish"}', "fish"), generalise("ZmlzaGVz", "fishes")
    ('{"q":"{json:searchTerms}"}', '{base64:searchTerms}')
    """
    if value == query:
        return SEARCH_TERMS
    encoded = base64.b64encode(query.encode()).decode()
    for text in (encoded, encoded.rstrip("=")):
        if len(encoded.rstrip("=")) >= MIN_BASE64_LENGTH and text in value:
            return value.replace(text, "{base64:searchTerms}")
    if query not in value:
        return value
    if read_json(value) is not None or f'"{query}' in value or f'{query}"' in value:
        return value.replace(query, "{json:searchTerms}")
    if "=" in value and any(query in text for _, text in parse_qsl(value)):
        return value.replace(query, "{percent:searchTerms}")
    return value.replace(query, SEARCH_TERMS)


# Texts of an answer that are shown, below which they are shown by chance. Guess: title and
# description of one record.
MIN_SHOWN = 2


@dataclass(frozen=True, slots=True)
class ChosenExchange:
    """What brought the results of a visit: `shown` of its texts stood on `page`."""

    visit: Visit
    exchange: Exchange
    shown: int
    page: Page


def choose_exchange(visit: Visit, always: Set[bytes] = frozenset()) -> ChosenExchange | None:
    """Return what brought the results of a visit: none of the answers that are `always` given."""
    carrying = [each for each in searches(visit) if always.isdisjoint(told(each, visit))]
    best: ChosenExchange | None = None
    for phase, (page, new) in enumerate(visit.pages()[1:], start=1):
        for exchange in carrying if page else ():
            if exchange.phase > phase:
                continue
            said = answer_texts(exchange.answer)
            joined = "\n".join(said)
            shown = sum(text in said or text in joined for text in new - {visit.query})
            if page and shown >= MIN_SHOWN and (best is None or shown >= best.shown):
                best = ChosenExchange(visit, exchange, shown, page)
    return best


def searches(visit: Visit) -> list[Exchange]:
    return [each for each in visit.exchanges if each.phase > 0 and _carries(each, visit)]


def told(exchange: Exchange, visit: Visit) -> tuple[bytes, bytes]:
    """Return an answer as it came, and without the query, which many repeat."""
    return exchange.answer, exchange.answer.replace(visit.query.encode(), b"")


def _carries(exchange: Exchange, visit: Visit) -> bool:
    if not 200 <= exchange.status < 300 or not exchange.answer:
        return False
    parts = take_apart(exchange.request, "utf-8")
    if parts is None:
        return False
    body = (exchange.request.body or b"").decode("utf-8", "replace")
    # Names of pages hold words by chance, even within one ("geteventtype").
    word = re.compile(rf"(?<![^\W_]){re.escape(visit.query)}(?![^\W_])")
    named = (each for each in parts.segments if word.search(each) or visit.query not in each)
    held = (*named, *parts.values.values(), parts.posted_to, body)
    return any(generalise(value, visit.query) != value for value in held)


def asked_alike(first: EngineRequest, second: EngineRequest) -> bool:
    one, other = take_apart(first, "utf-8"), take_apart(second, "utf-8")
    if one is None or other is None:
        return False
    return (one.method, one.origin, len(one.segments)) == (
        other.method,
        other.origin,
        len(other.segments),
    ) and sum(a != b for a, b in zip(one.segments, other.segments, strict=True)) <= 1


# New texts of a page from which on it shows results. Guess: titles and descriptions of three
# records; a page that found nothing says less.
MIN_NEW = 6
# Share of the texts of the smaller of two lists beyond which they are one list, whatever is asked.
SAME_LIST = 0.5


@dataclass(frozen=True, slots=True)
class ShownResults:
    """The page of a visit with what came for its query, how it came, and the texts that are new."""

    query: str
    how: BrowserSearch
    page: Page
    texts: frozenset[str]


def shown_results(visit: Visit) -> ShownResults | None:
    pages = visit.pages()
    if len(pages) < 3 or pages[0][0] is None:
        return None
    typed, sent = (
        ShownResults(visit.query, how, page, texts) if page and len(texts) >= MIN_NEW else None
        for how, (page, texts) in zip(
            (BrowserSearch.TYPED, BrowserSearch.SENT),
            ((page, new - {visit.query}) for page, new in pages[1:3]),
            strict=True,
        )
    )
    return typed if sent is None or (typed and _leads_away(visit, typed, sent)) else sent


def linked_address(visits: Sequence[Visit]) -> str:
    """Return the address with {searchTerms} to which visits' pages lead for what is typed, or "".

    Links that came with the typing, or where sending it led; so on more than one visit.
    """
    counts: Counter[str] = Counter()
    for visit in visits:
        counts.update(set(_with_query(visit)))
    best = counts.most_common(1)
    return best[0][0] if best and best[0][1] > 1 else ""


def _with_query(visit: Visit) -> Iterator[str]:
    own = urlsplit(visit.url).netloc
    for address in (*visit.addresses[1:], *links_of(visit.pages()[1:])):
        parts = urlsplit(address)
        pairs = parse_pairs(parts.query, "utf-8")
        places = [n for n, (_, value) in enumerate(pairs) if value == visit.query]
        if len(places) == 1 and parts.netloc == own:
            names = [(quote(name), quote(value)) for name, value in pairs]
            names[places[0]] = (names[places[0]][0], SEARCH_TERMS)
            asked = "&".join(f"{name}={value}" for name, value in names)
            yield urlunsplit(parts._replace(query=asked, fragment=""))


def follow_query(shown: Iterable[ShownResults]) -> bool:
    """Whether what visits brought follows from what was asked: any two lists are unlike.

    One that is much like the others proves nothing: its few records may be among theirs.
    """
    lists = combinations((each.texts for each in shown), 2)
    return any(len(one & two) <= SAME_LIST * min(len(one), len(two)) for one, two in lists)


def _leads_away(visit: Visit, typed: ShownResults, sent: ShownResults) -> bool:
    """Whether Enter led from the list to another page, as it does where it opens the first hit."""
    before, after = (urlsplit(address) for address in visit.addresses[1:3])
    moved = (before.netloc, before.path) != (after.netloc, after.path)
    carried = visit.query.casefold() in unquote_plus(after.geturl()).casefold()
    return moved and not carried and len(typed.texts & sent.texts) < SAME_LIST * len(typed.texts)


# Of what a request says of itself, what the answer hardly ever depends on.
_SAID_BY_ALL = frozenset(("Accept-Language", "Cache-Control", "Pragma", "Dnt", "Priority"))


def describe_request(request: EngineRequest, query: str) -> ConnectionDescription:
    parts = urlsplit(request.url)
    segments = [_segment(each, query) for each in parts.path.split("/")]
    template = urlunsplit(parts._replace(path="/".join(segments), query="", fragment=""))
    headers = [Header(*pair) for pair in request.headers if pair[0] not in _SAID_BY_ALL]
    asked = ConnectionDescription(template=template, exact=True, headers=tuple(headers))
    if request.method != "POST":
        return replace(asked, parameters=_parameters(parse_pairs(parts.query, "utf-8"), query))
    if parts.query:
        # Posted to: what stands there is part of the address.
        pieces = re.split("([=&])", parts.query)
        template = f"{template}?{''.join(_segment(each, query, unquote_plus) for each in pieces)}"
    posted = replace(asked, template=template, method="post")
    body = (request.body or b"").decode("utf-8", "replace")
    kind = (request.content_type or "").partition(";")[0].strip().lower()
    if kind == URLENCODED:
        return replace(posted, parameters=_parameters(parse_pairs(body, "utf-8"), query))
    if kind not in ("", JSON):
        headers.append(Header("Content-Type", request.content_type or ""))
    posted = replace(posted, headers=tuple(headers))
    if not isinstance(read_json(body), dict | list):
        return replace(posted, enctype=PLAIN, body=generalise(body, query))
    found = json_entries(body).items()
    carrying = [pair for pair in found if generalise(pair[1], query) != pair[1]]
    return replace(posted, enctype=JSON, body=body, parameters=_parameters(carrying, query))


def _segment(text: str, query: str, decode: Callable[[str], str] = unquote) -> str:
    """Return a piece of an address with the placeholder in place of the query.

    >>> _segment("sea%20fish", "sea fish"), _segment("a%26b+fish", "fish", unquote_plus)
    ('{searchTerms}', 'a%26b%20{searchTerms}')
    """
    plain = decode(text)
    found = generalise(plain, query)
    return text if found == plain else quote(found, safe="{}:")


def _parameters(pairs: Sequence[tuple[str, str]], query: str) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, generalise(value, query)) for name, value in pairs if name)


def values_of(description: ConnectionDescription) -> Iterator[tuple[str, str, str]]:
    """Yield kind ("header", "parameter" or "body"), name and value of what may change."""
    yield from (("header", each.name, each.value) for each in description.headers)
    yield from (("parameter", each.name, each.value) for each in description.parameters)
    if description.enctype == JSON:
        known = {each.name for each in description.parameters}
        for name, value in json_entries(description.body).items():
            if name not in known:
                yield "body", name, value


def with_value(
    description: ConnectionDescription, kind: str, name: str, value: str
) -> ConnectionDescription:
    if kind == "header":
        headers = (
            Header(name, value) if each.name == name else each for each in description.headers
        )
        return replace(description, headers=tuple(headers))
    if kind == "parameter":
        parameters = (
            replace(each, value=value) if each.name == name else each
            for each in description.parameters
        )
        return replace(description, parameters=tuple(parameters))
    return replace(description, parameters=(*description.parameters, Parameter(name, value)))


# Characters of a value that can be found again for sure. Guess.
MIN_VALUE_LENGTH = 6
# Characters before a value by which it is found, tried in this order.
CONTEXTS = (12, 24, 48, 96)
MAX_FRESH = 8


def with_dynamic_values(
    description: ConnectionDescription, first: ChosenExchange, second: ChosenExchange
) -> ConnectionDescription:
    """Return the first visit's request with what each visitor is answered anew in its places."""
    other = describe_request(second.exchange.request, second.visit.query)
    others = {(kind, name): value for kind, name, value in values_of(other)}
    for kind, name, value in list(values_of(description)):
        again = others.get((kind, name), "")
        if not again or (value == again and not TOKEN_NAME.search(name)):
            continue
        # "Bearer x1": what is given is the last word.
        given, given_again = value.rpartition(" ")[2], again.rpartition(" ")[2]
        if (
            min(len(given), len(given_again)) < MIN_VALUE_LENGTH
            or len(description.fresh) >= MAX_FRESH
        ):
            continue
        found = _source(given, given_again, first, second)
        if found is None:
            continue
        fresh = replace(found, name=f"value{len(description.fresh) + 1}")
        mark = f"{{{FRESH}{fresh.name}}}"
        description = with_value(description, kind, name, value.replace(given, mark))
        description = replace(description, fresh=(*description.fresh, fresh))
    return description


def _source(
    value: str, again: str, first: ChosenExchange, second: ChosenExchange
) -> FreshValue | None:
    before, before_again = (
        each.visit.exchanges[: each.visit.exchanges.index(each.exchange)]
        for each in (first, second)
    )
    answers = {each.request.url: each for each in before_again}
    for exchange in before:
        other = answers.get(exchange.request.url)
        if other is None or exchange.request.method != "GET":
            continue
        page = exchange.request.url
        for name, cookie in exchange.cookies.items():
            if unquote(cookie) == value and unquote(other.cookies.get(name, "")) == again:
                return FreshValue("", page, cookie=name)
        found = _place(value, again, exchange.answer, other.answer, page)
        if found is not None:
            return found
    return None


def _place(value: str, again: str, answer: bytes, other: bytes, page: str) -> FreshValue | None:
    text, other_text = answer.decode("utf-8", "replace"), other.decode("utf-8", "replace")
    if value not in text or again not in other_text:
        return None
    places = (path for path, own in json_entries(text).items() if own == value)
    found = [FreshValue("", page, path=path) for path in places]
    start = text.find(value)
    end = start + len(value)
    for length in CONTEXTS:
        before, after = text[max(0, start - length) : start], text[end : end + 1]
        if before and after:
            found.append(FreshValue("", page, before=before, after=after))
    return next(
        (
            each
            for each in found
            if (read_fresh(each, text), read_fresh(each, other_text)) == (value, again)
        ),
        None,
    )


# The phase in which the first further results are asked for.
FIRST_MORE = 3


def later_exchanges(chosen: ChosenExchange) -> tuple[Exchange, ...]:
    found: dict[int, Exchange] = {}
    for exchange in chosen.visit.exchanges:
        if exchange.phase >= FIRST_MORE and asked_alike(exchange.request, chosen.exchange.request):
            found.setdefault(exchange.phase, exchange)
    return tuple(found.values())


def find_cursor(first: Exchange, second: EngineRequest) -> PageCursor | None:
    before, after = take_apart(first.request, "utf-8"), take_apart(second, "utf-8")
    if before is None or after is None:
        return None
    entries = json_entries(first.answer)
    for (name, _), value in after.values.items():
        if not value or before.values.get((name, 0)) == value:
            continue
        paths = [path for path, own in entries.items() if own == value]
        if paths:
            # The record that it belongs to says it too: the one outside of the list is meant.
            return PageCursor(
                name,
                min(paths, key=lambda path: (any(map(str.isdecimal, path.split("/"))), len(path))),
            )
    return None
