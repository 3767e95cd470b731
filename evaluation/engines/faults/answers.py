"""Faulty answers: named operations on what the engine would answer when well.

A case names one (`do`) and gives its arguments; a page in the site's own chrome (`chrome`), in its
charset alone (`own`) or the same for all engines (`page`) is given as markup. Slots of markup, as
`{results}` or `{hits:89}`, are filled with parts of the page (`slots`).
"""

import gzip
import json
import quopri
import random
import re
import tomllib
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Any

from evaluation.engines.faults.fault import Exchange, Header, Reply
from evaluation.engines.faults.sites import (
    DESIGNS,
    Design,
    FoundPage,
    Record,
    find_page,
    make_records,
)
from evaluation.engines.slots import fill

CASES = Path(__file__).parent / "cases"
NOISE = random.Random(7).randbytes(6_000)
# A page number that no engine comes to: its records are somebody else's offers.
OFFERS = 555
Pairs = Sequence[Sequence[str]]
Pieces = Sequence[tuple[str, int]]
# The tags that a record consists of at its outermost: one, or a term and its definition.
_OUTER = re.compile(r'(^|(?<=</dt>))<(\w+)((?:\s+[\w-]+="[^"]*")*)')


@cache
def read_cases(name: str) -> dict[str, Any]:
    return tomllib.loads((CASES / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def heavy(kind: str) -> str:
    """Return a part of a page that takes long to read: texts, each many times."""
    return repeated(read_cases("heavy_parts")[kind])


def repeated(pieces: Pieces) -> str:
    """Return texts, each as often as it says; `{n}` in one is the number of its repetition.

    >>> repeated([("<{n}>", 3), ("!", 2)])
    '<0><1><2>!!'
    """
    return "".join(
        "".join(text.replace("{n}", str(n)).replace("{m}", str(n % 7)) for n in range(times))
        if "{" in text
        else text * times
        for text, times in pieces
    )


def slots(
    exchange: Exchange,
    found: FoundPage,
    each: str = "",
    take: int | None = None,
    between: str = "",
    around: str = "{rows}",
    row: Callable[[str, int], str] | None = None,
    total: int | None = None,
) -> Mapping[str, str | Callable[[str], str]]:
    """Return what may stand in markup: parts of the page for `found`, of the site, of the query.

    `each` is a markup of records' own, for the first `take`, with `between` between them; `around`
    and `row` change the markup of the records in the list, `total` the number of matches.
    """
    design = exchange.design

    def rows() -> list[str]:
        made = design.rows(found)
        return [row(markup, n) for n, markup in enumerate(made)] if row else made

    def listed() -> list[str]:
        texts: dict[str, Callable[[str], str]] = {
            "rows": lambda _: "".join(rows()),
            "even": lambda _: "".join(rows()[::2]),
            "odd": lambda _: "".join(rows()[1::2]),
            "first": lambda count: "".join(rows()[: int(count)]),
        }
        return [fill(around, texts)]

    def own_markup(_: str = "") -> str:
        shown = enumerate(found.records[:take])
        return between.join(record_in(each, record, n) for n, record in shown)

    def hits(count: str = "") -> str:
        return design.hits_line(design.hits_text(found, int(count) if count else total))

    def results(_: str = "") -> str:
        return design.results(found, listed(), total)

    def records(count: str = "") -> str:
        return design.listing(rows()[: int(count)] if count else listed())

    filled: dict[str, str | Callable[[str], str]] = {
        "results": results,
        "outcome": lambda _: results() if found.records else design.nothing(found.query),
        "records": records,
        "hits": lambda count: hits(count) if design.has_hits_line else "",
        "line": hits,
        "pager": lambda _: design.pager(found),
        "nothing": lambda _: design.nothing(exchange.search.query),
        "each": own_markup,
        "answer": lambda _: design.answer(found),
        "home": lambda _: design.home(),
        "start": lambda _: design.start(),
        "words": lambda count: design.words(int(count)),
        "popular": lambda count: "".join(f"<li>{one}</li>" for one in design.menu("popular", 8)),
        "query": lambda _: escape(exchange.search.query),
        "asked": lambda _: exchange.search.query,
        "path": design.path,
        "parameter": design.parameter,
        "search": design.wording["search"],
        "wall": lambda kind: read_cases("walls")[kind][design.language],
        "heavy": heavy,
        "page_link": lambda text: design.page_link(found, 1, text),
    }
    filled["escaped"] = lambda name: escape(fill(f"{{{name}}}", filled))
    return filled


def record_in(text: str, record: Record, place: int) -> str:
    """Return a text with a record in it: escaped, or as it is (`raw_…`), or as JSON (`json_…`)."""
    values = {
        "url": record.url,
        "title": escape(record.title),
        "snippet": escape(record.snippet),
        "json_url": json.dumps(record.url),
        "json_title": json.dumps(record.title),
        "raw_title": record.title,
        "raw_snippet": record.snippet,
        "date": record.date,
        "n": str(place),
        "position": str(place + 1),
    }
    return fill(text, values)


def headers_of(exchange: Exchange, headers: Pairs) -> tuple[Header, ...]:
    hop = 1 + int(exchange.parameters.get("hop", exchange.parameters.get("n", "0")))
    places: dict[str, str | Callable[[str], str]] = {
        "host": exchange.host,
        "port": str(exchange.ports[0]),
        "next": lambda _: f"127.0.0.1:{exchange.ports[1]}",
        "path": exchange.design.path,
        "asked": lambda _: exchange.design.quote(exchange.asked),
        "hop": str(hop),
        "seen_at": lambda last: "&seen=1" if hop == int(last) else "",
    }
    return tuple((name, fill(value, places)) for name, value in headers)


# Changes of records.


def with_texts(found: FoundPage, every: int = 1, **texts: str) -> FoundPage:
    """Return every n-th record with other texts; slots in them are those of the record."""

    def changed(record: Record, place: int) -> Record:
        if place % every:
            return record
        number = {"number": record.url.rpartition("/")[2], "half": str(place % 2)}
        new = {name: fill(record_in(text, record, place), number) for name, text in texts.items()}
        return replace(record, **new)

    return found.showing(*(changed(record, n) for n, record in enumerate(found.records)))


def under_advertisements(found: FoundPage) -> FoundPage:
    ads = [
        replace(record, url=f"https://promo{n}.example/offer", title=f"Anzeige: {record.title}")
        for n, record in enumerate(found.records[:2])
    ]
    return found.showing(*ads, *found.records)


def as_many(found: FoundPage, count: int) -> FoundPage:
    if not found.records:
        return found
    return found.showing(*make_records(found.language, found.query, found.number, count))


def only(found: FoundPage, count: int, number: int = 0) -> FoundPage:
    """Return the first records, as if there were no more; of pages but `number`, none."""
    kept = () if number and found.number != number else found.records[:count]
    return replace(found, records=kept, total=min(count, found.total))


def first_of_page_one(found: FoundPage, skip: int, own: int) -> FoundPage:
    """Return page 1's records but the first `skip`, then some of this page."""
    first = find_page(found.language, found.query).records
    return found.showing(*first[skip:], *found.records[:own])


def scattered(found: FoundPage, sign: str) -> FoundPage:
    def change(title: str) -> str:
        return sign + " ".join(f"{word[:2]}{sign}{word[2:]}" for word in title.split(" "))

    return found.showing(*(replace(r, title=change(r.title)) for r in found.records))


SPAM = tuple(Record(**row) for row in read_cases("spam").values())


def with_spam(found: FoundPage, *places: int) -> FoundPage:
    """Return the records with the same spam among them for every query."""
    records = list(found.records)
    for place, record in zip(places, SPAM, strict=False):
        records.insert(place, record)
    return found.showing(*records)


def with_own_index(found: FoundPage, count: int, place: int) -> FoundPage:
    """Return few records with one that is about every query: the site's own index."""
    if not found.records:
        return found
    text = f"{found.query}, {', '.join(record.title for record in found.records)}"
    own = Record("https://www.small-site.example/index-of-all", "A–Z", text, "02.02.2020")
    records = [*found.records[: count - 1]]
    records.insert(place, own)
    return replace(found.showing(*records), total=count)


Change = Callable[..., FoundPage]
RECORD_CHANGES: dict[str, Change] = {
    "as they are": lambda found: found,
    "none": lambda found: found.showing(),
    "reversed": lambda found: found.showing(*reversed(found.records)),
    "doubled": lambda found: found.showing(*(r for r in found.records for _ in range(2))),
    "first ten times": lambda found: found.showing(*found.records[:1] * len(found.records)),
    "spam alone": lambda found: found.showing(*SPAM),
    "every": lambda found, every, name, text: with_texts(found, every, **{name: text}),
    "texts": lambda found, texts: with_texts(found, 1, **texts),
    "every second": lambda found, texts: with_texts(found, 2, **texts),
    "under advertisements": under_advertisements,
    "many": as_many,
    "only": only,
    "of page one": first_of_page_one,
    "scattered": scattered,
    "spam": with_spam,
    "own index": with_own_index,
    "all but every": lambda found, count: found.showing(
        *(record for n, record in enumerate(found.records) if n % count)
    ),
}


def record_change(told: Sequence[Any]) -> Callable[[FoundPage], FoundPage]:
    name, *arguments = told
    change = RECORD_CHANGES[name]
    return lambda found: change(found, *arguments)


# Changes of a body's bytes.


def part(data: bytes, start: int, end: int = 100) -> bytes:
    """Return a part of the bytes, in percents of their length."""
    return data[len(data) * start // 100 : len(data) * end // 100]


def replaced(data: bytes, old: str, new: str, count: int = -1) -> bytes:
    """Return bytes with some put in the place of others; as text each sign is a byte."""
    return data.replace(old.encode("latin-1"), new.encode("latin-1"), count)


@cache
def bomb() -> bytes:
    """Return what is small on the wire and 60 MB of text once decompressed."""
    return gzip.compress(b"<p>result</p>" * 4_600_000, 1)


BYTE_CHANGES: dict[str, Callable[..., bytes]] = {
    "gzip": gzip.compress,
    "gzip in two": lambda data: gzip.compress(data[:999]) + gzip.compress(data[999:]),
    "zlib": zlib.compress,
    # Without the header that it should have, as some servers do.
    "raw deflate": partial(zlib.compress, wbits=-15),
    "bomb": lambda _data: bomb(),
    "quoted printable": quopri.encodestring,
    "first": lambda data, count: data[:count],
    "but last": lambda data, count: data[:-count],
    "part": part,
    "without middle": lambda data, start, end: part(data, 0, start) + part(data, end),
    "in a tag": lambda data: data[: data.rindex(b"href=", 0, len(data) * 7 // 10) + 12],
    "from": lambda data, text: data[data.index(text.encode()) :],
    "replace": replaced,
    "before": lambda data, text, times=1: text.encode("latin-1") * times + data,
    "after": lambda data, text, times=1: data + text.encode("latin-1") * times,
}


# Changes of a page's text.


def hashed_name(match: re.Match[str]) -> str:
    letters = enumerate(match[2])
    value = sum(ord(letter) * pow(31, n, 1_000_003) for n, letter in letters) % 1_000_003
    return f"class={match[1]}_{value:x}"


TEXT_CHANGES: dict[str, Callable[[str], str]] = {
    "names hashed": partial(re.sub, r'class=(["\'])([\w -]+)', hashed_name),
    "tags in capitals": partial(
        re.sub, r"<(/?)([a-z0-9]+)(?=[\s>])", lambda tag: f"<{tag[1]}{tag[2].upper()}"
    ),
}


def change_text(
    html: str, patterns: Pairs = (), swap: Pairs = (), named: str = "", once: bool = False
) -> str:
    for pattern, new in patterns:
        html = re.sub(pattern, new, html)
    for old, new in swap:
        html = html.replace(old, new, 1 if once else -1)
    return TEXT_CHANGES[named](html) if named else html


def under_years(row: str, place: int) -> str:
    return f"{f'<h2>{2025 - place}</h2>' if place % 3 == 0 else ''}{row}"


# Operations.


def page(
    _exchange: Exchange, page: str, status: int = 200, type: str = "text/html; charset=utf-8"
) -> Reply:
    """Return a page that is the same for every query and engine, in UTF-8."""
    return Reply(page.encode(), type, status)


def data(
    exchange: Exchange,
    data: str,
    type: str | None = "text/html",
    status: int = 200,
    headers: Pairs = (),
    times: int = 1,
    noise: bool = False,
    packed: bool = False,
    untyped: bool = False,
    has_length: bool = True,
) -> Reply:
    """Return bytes that are the same for every query: as text each sign is one of them."""
    body = data.encode("latin-1") * times + (NOISE if noise else b"")
    told = headers_of(exchange, headers)
    body = gzip.compress(body) if packed else body
    return Reply(body, None if untyped else type, status, told, has_length)


def body(
    exchange: Exchange,
    change: Sequence[Sequence[Any]] = (),
    type: str | None = None,
    status: int = 200,
    headers: Pairs = (),
    untyped: bool = False,
) -> Reply:
    """Return the true answer with its bytes changed, under another type, status, headers."""
    data, label = exchange.healthy.body, exchange.healthy.content_type
    for name, *arguments in change:
        data = BYTE_CHANGES[name](data, *arguments)
    if type is not None:
        label = fill(type, {"charset": exchange.design.charset})
    return Reply(data, None if untyped else label, status, headers_of(exchange, headers))


def own(
    exchange: Exchange,
    own: str,
    status: int = 200,
    headers: Pairs = (),
    named: str = "",
    once: bool = False,
    patterns: Pairs = (),
    swap: Pairs = (),
    **of: Any,
) -> Reply:
    """Return a page in the charset of the engine: markup with slots, then changed."""
    known = slots(exchange, found_of(exchange, of), **of)
    swap = [(old, fill(new, known)) for old, new in swap]
    html = change_text(fill(own, known), patterns, swap, named, once)
    return exchange.page(html, status, *headers_of(exchange, headers))


def chrome(
    exchange: Exchange,
    chrome: str,
    status: int = 200,
    headers: Pairs = (),
    box: str | None = None,
    title: str | None = None,
    swap: Pairs = (),
    **of: Any,
) -> Reply:
    """Return a page of the site's own chrome, its search box in the header, with main markup.

    `box` is what stands in the search box, `title` in the page's title: else the query.
    """
    found = found_of(exchange, of)
    main = change_text(fill(chrome, slots(exchange, found, **of)), swap=swap)
    if box is None:
        return exchange.message(main, status, *headers_of(exchange, headers))
    html = exchange.design.frame(main, box, box if title is None else title)
    return exchange.page(html, status, *headers_of(exchange, headers))


def found_of(exchange: Exchange, told: dict[str, Any]) -> FoundPage:
    """Take from the arguments of an operation whose records are meant; return them.

    `of` is another query, with `echo` under the one asked; `showing` names others under the hits
    line of what was found; `records` a change of them. What is named of rows is looked up.
    """
    found = exchange.search if exchange.found is not None else FoundPage("", "", 1, 0, ())
    if of := told.pop("of", None):
        queries = exchange.memory.queries
        previous = queries[-2] if len(queries) > 1 and queries[-2] != queries[-1] else "opera"
        other = exchange.find({"previous": previous, "same": found.query}.get(of, of))
        found = replace(other, query=found.query) if told.pop("echo", False) else other
    if showing := told.pop("showing", None):
        others = (
            make_records(found.language, found.query, OFFERS, 8)
            if showing == "offers"
            else exchange.find(found.query if showing == "page one" else showing).records
        )
        found = found.showing(*others)
    found = record_change(told.pop("records", ["as they are"]))(found)
    if each := told.pop("each_row", None):
        told["row"] = (
            under_years
            if each == "under years"
            else lambda row, n: fill(each, {"row": row, "n": str(n)})
        )
    if picture := told.pop("in_row", None):
        told["row"] = lambda row, n: row.replace("<a ", f"{fill(picture, {'n': str(n)})}<a ", 1)
    return found


def answer(exchange: Exchange, **of: Any) -> Reply:
    return exchange.page(exchange.design.answer(found_of(exchange, of)))


def records_as(exchange: Exchange, each: str, around: str, type: str, between: str = "") -> Reply:
    rows = (record_in(each, record, n) for n, record in enumerate(exchange.search.records))
    text = around.replace("{}", between.join(rows)).replace("{total}", str(exchange.search.total))
    return Reply(text.encode(), type)


def recoded(
    exchange: Exchange, charset: str | dict[str, str], type: str = "text/html", meta: bool = True
) -> Reply:
    """Return the true answer in another charset, of its language; without `<meta>` or with."""
    design = exchange.design
    label = charset if isinstance(charset, str) else charset[design.language]
    html = design.answer(exchange.search)
    html = html if meta else html.replace("charset", "data-was")
    told = fill(type, {"charset": label})
    return Reply(html.encode(label, "xmlcharrefreplace"), told)


def redirect(
    exchange: Exchange,
    location: str,
    status: int = 302,
    headers: Pairs = (),
    at: str = "",
    then: dict[str, Any] | None = None,
    whole_site: bool = False,
) -> Reply:
    """Return a redirect of searches, or of the whole site; `at` answers as `then` tells."""
    if then is not None and exchange.path == at:
        return operation(then)(exchange)
    if exchange.found is None and not whole_site:
        return exchange.healthy
    return moved(exchange, location, status, headers)


def moved(exchange: Exchange, location: str, status: int = 302, headers: Pairs = ()) -> Reply:
    told = headers_of(exchange, [("Location", location), *headers])
    return Reply(b"", "text/html", status, told)


def answer_moved(exchange: Exchange) -> Reply:
    return exchange.page(exchange.design.answer(exchange.find(exchange.asked)))


def redirect_once(
    exchange: Exchange, location: str, status: int = 302, headers: Pairs = ()
) -> Reply:
    """Return a redirect of searches, once: another path, or `seen`, has the true answer."""
    design = exchange.design
    if not exchange.asked:
        return exchange.healthy
    if exchange.path != design.path or "seen" in exchange.parameters:
        return answer_moved(exchange)
    return moved(exchange, location, status, headers)


def redirect_by_cookie_check(exchange: Exchange) -> Reply:
    if exchange.path == "/cookie-check" and exchange.asked:
        back = exchange.design.path + f"?{exchange.design.quote(exchange.asked)}&seen=1"
        return Reply(b"", None, 302, (("Location", back),))
    return redirect_once(exchange, "/cookie-check?{asked}", 302, [("Set-Cookie", "ck=1; Path=/")])


def refresh(
    exchange: Exchange, head: str = "", told: str = "", hops: int = 1, body: str = "<p>…</p>"
) -> Reply:
    """Return pages that refresh to the next one, and the true answer after `hops` of them.

    `{url}` in `head` and in `told`, the header, is the next address.
    """
    design, seen = exchange.design, int(exchange.parameters.get("seen", "0"))
    if not exchange.asked or seen == hops:
        return exchange.healthy
    page = exchange.parameters.get(design.page_parameter, "1")
    place = f"{design.quote(exchange.asked)}&{design.page_parameter}={page}"
    url = f"{design.path}?{place}&seen={seen + 1}"
    headers = (("Refresh", told.replace("{url}", url)),) if told else ()
    markup = head.replace("{url}", escape(url)).replace("{host}", exchange.host)
    html = f"<!DOCTYPE html><html><head>{markup}</head><body>{body}</body></html>"
    return exchange.page(html, 200, *headers)


def other_design(exchange: Exchange, step: int) -> Reply:
    other = DESIGNS[(DESIGNS.index(exchange.design) + step) % len(DESIGNS)]
    return exchange.page(other.answer(exchange.search))


def in_tongue(exchange: Exchange, language: str, search: str, nothing: str, advice: str) -> Reply:
    old = exchange.design.wording["search"]
    wording = {**exchange.design.wording, "search": search, "nothing": nothing, "advice": advice}
    html = replace(exchange.design, wording=wording, _slots={}).answer(exchange.search)
    for before, after in (
        (f">{old}<", f">{search}<"),
        (f'"{old}"', f'"{search}"'),
        (f'lang="{exchange.design.language}"', f'lang="{language}"'),
    ):
        html = html.replace(before, after)
    return exchange.page(html)


def turning(exchange: Exchange) -> Reply:
    """Return the same list for each query, turned by one for each search."""
    rows = exchange.design.rows(exchange.find("video"))
    turn = exchange.memory.searches % len(rows)
    return exchange.message(exchange.design.listing([*rows[turn:], *rows[:turn]]))


def home_with(exchange: Exchange, name: str, old: str, new: str) -> Reply:
    html = exchange.design.home()
    for quote in "\"'":
        html = html.replace(f"{name}={quote}{old}{quote}", f"{name}={quote}{new}{quote}")
    return exchange.page(html)


def parameter_renamed(exchange: Exchange, to: str) -> Reply:
    design, new = exchange.design, exchange.parameters.get(to, "").strip()
    if exchange.path == design.path and new:
        html = design.answer(exchange.find(new))
        return exchange.page(html.replace(f'name="{design.parameter}"', f'name="{to}"'))
    return home_with(exchange, "name", design.parameter, to)


def search_moved(exchange: Exchange, to: str, status: int, tells: bool) -> Reply:
    """Return the search at a new path; the old one answers `status`, the home page may tell."""
    design = exchange.design
    if exchange.path == to and exchange.asked:
        return answer_moved(exchange)
    if exchange.path == design.path:
        if status in {301, 308}:
            location = f"{to}?{design.quote(exchange.asked)}"
            return Reply(b"", None, status, (("Location", location),))
        return exchange.message(f"<h1>{status}</h1>", status)
    return home_with(exchange, "action", design.path, to) if tells else exchange.healthy


def search_gone(exchange: Exchange) -> Reply:
    before, _, rest = exchange.design.home().partition("<form")
    status = 200 if exchange.path == "/" else 404
    return exchange.page(before + rest.partition("</form>")[2], status)


def page_past_end(exchange: Exchange, markup: str) -> Reply:
    design, found = exchange.design, only(exchange.search, 5, 1)
    if found.number == 1 and not exchange.search.records:
        return exchange.healthy
    if found.number == 1:
        more = design.page_link(found, 2, design.wording["next"])
        return exchange.message(f'{design.results(found)}<div class="pages"><b>1</b> {more}</div>')
    return exchange.message(fill(markup, slots(exchange, found)))


# Records that carry classes and attributes, hidden by them or not.


def marked(row: str, cls: str = "", more: str = "") -> str:
    def mark(match: re.Match[str]) -> str:
        before, tag, given = match.groups()
        if cls and ' class="' in given:
            given = given.replace(' class="', f' class="{cls} ', 1)
        elif cls:
            given += f' class="{cls}"'
        return f"{before}<{tag}{given}{f' {more}' if more else ''}"

    return _OUTER.sub(mark, row)


def marking(
    exchange: Exchange,
    place: str,
    count: int = 5,
    head: str = "",
    cls: str = "",
    more: str = "",
    around: str = "{}",
    after: str = "",
) -> Reply:
    """Return true records and decoys, some marked by class and attributes, `head` in the page.

    `place` tells which are marked and where decoys stand: "true" marks the true records, "second
    half" half of them; decoys are among, above, below or before each ("first") of the true ones,
    a list of their own ("list above", "list below"), there instead of them ("alone", "after
    nothing"), or added to records without others ("mixed", "cleared": to none).
    `around` is what stands around the list of those that are marked.
    """
    design, found = exchange.design, exchange.search
    line = design.hits_line(design.hits_text(found)) if design.has_hits_line else ""
    mark = partial(marked, cls=cls, more=more)
    decoys = [mark(row) for row in design.decoy_rows(found, count)]
    lists = {"list above", "list below", "alone", "after nothing"}
    box = around.replace("{}", design.listing(decoys)) if place in lists else ""
    if place == "alone":
        main = line + box
    elif place == "after nothing":
        main = design.nothing(found.query) + box
    elif box:
        true = design.results(found)
        main = box + true if place == "list above" else true + box
    else:
        rows = placed(design, found, place, decoys, mark)
        main = line + around.replace("{}", design.listing(rows)) + design.pager(found) + after
    html = design.frame(main, found.query, found.query)
    return exchange.page(html.replace("</head>", f"{head}</head>", 1))


def placed(
    design: Design, found: FoundPage, place: str, decoys: list[str], mark: Callable[[str], str]
) -> list[str]:
    rows = design.rows(found)
    alone = [design.row(record, n, found.query) for n, record in enumerate(found.records)]
    match place:
        case "true":
            return [mark(row) for row in rows]
        case "second half":
            return [*rows[:5], *(mark(row) for row in rows[5:])]
        case "above":
            return [*decoys, *rows]
        case "below":
            return [*rows, *decoys]
        case "first":
            return [row for pair in zip_longest(decoys, rows) for row in pair if row]
        case "mixed":
            return [*decoys[:2], *alone[:4], *decoys[2:], *alone[4:]]
        case "cleared":
            return alone
    return [row for pair in zip_longest(rows, decoys) for row in pair if row]


def healthy(exchange: Exchange) -> Reply:
    return exchange.healthy


# When a fault is there; else the engine answers as when well.
CONDITIONS: dict[str, Callable[[Exchange], bool]] = {
    "found": lambda exchange: bool(exchange.found and exchange.found.records),
    "nothing": lambda exchange: not exchange.search.records,
    "further page": lambda exchange: exchange.search.number > 1,
    "every second": lambda exchange: exchange.memory.searches % 2 == 0,
    "every other": lambda exchange: exchange.memory.searches % 2 == 1,
    "search": lambda exchange: exchange.found is not None,
    "search path": lambda exchange: exchange.path == exchange.design.path,
    "inner page": lambda exchange: exchange.path != "/",
    "long query": lambda exchange: len(exchange.search.query) > 128,
}
OPERATIONS: dict[str, Callable[..., Reply]] = {
    operation.__name__.replace("_", " "): operation
    for operation in (
        page, data, body, own, chrome, answer, records_as, recoded, redirect,
        moved, redirect_once, answer_moved, redirect_by_cookie_check, refresh, other_design,
        in_tongue, turning, parameter_renamed, search_moved, search_gone, page_past_end,
        marking, healthy,
    )
}  # fmt: skip
# An argument of these names says by itself which operation is meant.
TELLING = ("page", "data", "own", "chrome", "place")


def operation(told: dict[str, Any]) -> Callable[[Exchange], Reply]:
    arguments = dict(told)
    condition = CONDITIONS[arguments.pop("where")] if "where" in arguments else None
    implied = next((name for name in TELLING if name in arguments), "")
    name = arguments.pop("do", {"place": "marking"}.get(implied, implied))
    make = OPERATIONS[name]

    def made(exchange: Exchange) -> Reply:
        if condition is not None and not condition(exchange):
            return exchange.healthy
        return make(exchange, **arguments)

    return made
