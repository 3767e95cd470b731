"""Redesigned pages: other names, tags and wrappers, other designs, records in other order."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape

from evaluation.engines.faults.fault import Ask, Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, error, no_results, results
from evaluation.engines.faults.sites import DESIGNS
from evaluation.engines.faults.sites.contents import FoundPage, Record, make_records

# A redesign is read as before or noticed; what it must not be is called something else.
NOTICED = results() | broken()
UNREADABLE = broken("constraints contradiction claims_matches_shows_none not_understood")
HIDDEN = UNREADABLE | blocked("javascript")


def page_changed(change: Callable[[str], str]) -> Callable[[Exchange], Reply]:
    """Return the page of the answer with its markup changed."""

    def make(exchange: Exchange) -> Reply:
        return exchange.page(change(exchange.design.answer(exchange.search)))

    return make


def records_changed(change: Callable[[Record], Record]) -> Callable[[Exchange], Reply]:
    """Return the answer with each record changed."""

    def make(exchange: Exchange) -> Reply:
        found = exchange.search
        changed = found.showing(*map(change, found.records))
        return exchange.page(exchange.design.answer(changed))

    return make


def showing(change: Callable[[FoundPage], FoundPage]) -> Callable[[Exchange], Reply]:
    """Return the answer with other records than were found."""

    def make(exchange: Exchange) -> Reply:
        return exchange.page(exchange.design.answer(change(exchange.search)))

    return make


def rows_changed(change: Callable[[list[str]], list[str]]) -> Callable[[Exchange], Reply]:
    """Return the answer with the markup of its rows changed, all else as it is."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        if not found.records:
            return exchange.healthy
        return exchange.message(design.results(found, change(design.rows(found))))

    return make


def listing_inside(before: str, after: str) -> Callable[[Exchange], Reply]:
    """Return the answer with markup around the records."""
    return rows_changed(lambda rows: [before, *rows, after])


def whole_inside(before: str, after: str) -> Callable[[Exchange], Reply]:
    """Return the answer with markup around the main part."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        if not found.records:
            return exchange.healthy
        return exchange.message(before + design.results(found) + after)

    return make


def other_design(step: int) -> Callable[[Exchange], Reply]:
    """Return the answer laid out as another engine lays out its own."""

    def make(exchange: Exchange) -> Reply:
        place = DESIGNS.index(exchange.design)
        other = DESIGNS[(place + step) % len(DESIGNS)]
        return exchange.page(other.answer(exchange.search))

    return make


def names_prefixed(html: str) -> str:
    """Return markup with every class and id renamed."""
    return re.sub(r'\b(class|id)=(["\']?)([\w -]+)', r"\1=\2v2-\3", html)


def names_hashed(html: str) -> str:
    """Return markup with the names of classes as build tools make them."""
    return re.sub(
        r'class=(["\'])([\w -]+)',
        lambda match: f"class={match[1]}_{abs(hash_of(match[2])):x}",
        html,
    )


def hash_of(text: str) -> int:
    """Return a number that is the same in every process."""
    return (
        sum(ord(letter) * pow(31, place, 1_000_003) for place, letter in enumerate(text))
        % 1_000_003
    )


def tags_swapped(html: str) -> str:
    """Return markup with headings, paragraphs and lists in other tags."""
    for old, new in (
        ("h3", "h2"),
        ("p", "div"),
        ("ul", "div"),
        ("ol", "div"),
        ("li", "div"),
        ("dl", "div"),
        ("dt", "h4"),
        ("dd", "p"),
        ("article", "section"),
    ):
        html = re.sub(rf"<(/?){old}(?=[\s>])", rf"<\1{new}", html)
    return html


def advertised(found: FoundPage) -> FoundPage:
    """Return a page of which every second record is an advertisement of one shop."""
    rows = [
        replace(
            record, url=f"https://ads.shop.example/click?id={place}", title=f"Ad · {record.title}"
        )
        if place % 2
        else record
        for place, record in enumerate(found.records)
    ]
    return found.showing(*rows)


def to_one_shop(record: Record) -> Record:
    """Return a record that leads to an advertiser, the same for all."""
    return replace(record, url="https://ads.shop.example/landing")


def many(count: int) -> Callable[[FoundPage], FoundPage]:
    """Return the showing of so many records."""

    def show(found: FoundPage) -> FoundPage:
        if not found.records:
            return found
        return found.showing(*make_records(found.language, found.query, found.number, count))

    return show


def only_one(found: FoundPage) -> FoundPage:
    """Return the page of a single match."""
    return replace(found.showing(*found.records[:1]), total=min(1, found.total))


def reverse(found: FoundPage) -> FoundPage:
    return found.showing(*reversed(found.records))


def double(found: FoundPage) -> FoundPage:
    return found.showing(*(record for record in found.records for _ in range(2)))


def swap_texts(record: Record) -> Record:
    return replace(record, title=record.snippet, snippet=record.title)


def _fault(
    name: str, expected: Outcomes, make: Callable[[Exchange], Reply], least: float = 1.0
) -> Fault:
    return replies(f"redesign/{name}", expected, make, least=least)


def _shown(
    name: str, expected: Outcomes, change: Callable[[FoundPage], FoundPage], least: float = 1.0
) -> Fault:
    return replies(f"redesign/{name}", expected, showing(change), shown=change, least=least)


LINKS = {
    "javascript": "javascript:void(0)",
    "hash": "#",
    "empty": "",
    "mailto": "mailto:info@shop.example",
}
FAULTS: tuple[Fault, ...] = (
    _fault("names-prefixed", NOTICED, page_changed(names_prefixed)),
    _fault("names-hashed", NOTICED, page_changed(names_hashed)),
    _fault("names-gone", NOTICED, page_changed(lambda html: re.sub(r' class=("[^"]*"|\'[^\']*\'|\w+)', "", html))),
    _fault("tags-swapped", NOTICED, page_changed(tags_swapped)),
    _fault("tags-and-names", NOTICED, page_changed(lambda html: names_hashed(tags_swapped(html)))),
    _fault("upper-case-tags", results(), page_changed(lambda html: re.sub(r"<(/?)([a-z0-9]+)(?=[\s>])", lambda match: f"<{match[1]}{match[2].upper()}", html))),
    _fault("wrapped-deep", NOTICED, whole_inside("<div><div class=grid><div class=col>" * 3, "</div></div></div>" * 3)),
    _fault("rows-wrapped", NOTICED, rows_changed(lambda rows: [f"<div class=item>{row}</div>" for row in rows])),
    _fault("in-a-table", NOTICED, whole_inside("<table><tr><td>", "</td><td>&nbsp;</td></tr></table>")),
    *(_fault(f"other-design-{step}", NOTICED, other_design(step)) for step in (1, 2, 3)),
    _fault("box-above", results() | broken(), whole_inside("<div class=promo><h3><a href='/promo'>New: our app</a></h3><p>Try it now.</p></div>", "")),
    _fault("new-side-column", results(), whole_inside("", "<aside class=new><h4>Top</h4><ul><li><a href='/t/1'>a</a><li><a href='/t/2'>b</a><li><a href='/t/3'>c</a></ul></aside>")),
    *(_fault(f"links-{name}", UNREADABLE | broken("start_page query_ignored"), records_changed(partial(replace, url=url)))
      for name, url in LINKS.items()),
    _fault("titles-empty", UNREADABLE, records_changed(lambda record: replace(record, title=""))),
    _fault("titles-alike", NOTICED, records_changed(lambda record: replace(record, title="Read more"))),
    _fault("titles-and-snippets-swapped", NOTICED, records_changed(swap_texts)),
    _fault("snippets-empty", NOTICED, records_changed(lambda record: replace(record, snippet=""))),
    _fault("all-to-one-shop", UNREADABLE | broken("query_ignored other_query"), records_changed(to_one_shop)),
    _shown("half-are-ads", results(), advertised, least=0.5),
    _fault("records-doubled", results(), showing(double)),
    _fault("order-reversed", results(), showing(reverse)),
    _shown("records-50", results(), many(50), least=1.0),
    _shown("records-1000", results(), many(1000), least=0.1),
    _shown("one-record", results(), only_one),
    _fault("page-twice", NOTICED, page_changed(lambda html: html + html)),
    _fault("list-twice", NOTICED, rows_changed(lambda rows: [*rows, *rows])),
    _fault("records-in-comment", HIDDEN, listing_inside("<!--", "-->")),
    _fault("records-in-template", HIDDEN | results(), listing_inside("<template>", "</template>")),
    _fault("records-in-script", HIDDEN, listing_inside("<script type='text/x-template'>", "</script>")),
    _fault("main-in-noscript", HIDDEN | results(), whole_inside("<noscript>", "</noscript>")),
    _fault("main-in-textarea", HIDDEN, whole_inside("<textarea>", "</textarea>")),
    _fault("main-hidden", HIDDEN | results(), whole_inside("<div style='display:none'>", "</div>")),
    _fault("main-in-iframe", HIDDEN | broken("form_gone"), lambda exchange: exchange.message("<iframe src='/frame?q=1' width=100% height=900></iframe>")),
    _fault("frameset", HIDDEN | broken("form_gone start_page"), lambda exchange: exchange.page("<html><head><title>Search</title></head><frameset cols='20%,80%'><frame src='/menu'><frame src='/list'></frameset></html>")),
    _fault("main-escaped", HIDDEN | error("engine_message"), lambda exchange: exchange.message(f"<pre>{escape(exchange.design.results(exchange.search))}</pre>") if exchange.search.records else exchange.healthy),
    _fault("unclosed-tags", NOTICED, page_changed(lambda html: re.sub(r"</(li|dt|dd|p|td|tr|div)>", "", html))),
    _fault("records-as-pictures", HIDDEN, rows_changed(lambda rows: [f"<img src='/r/{place}.png' width=600 height=90>" for place in range(len(rows))])),
    replies("redesign/nothing-page-in-other-design", no_results() | broken(), other_design(1), asks=Ask.NOTHING),
    replies("redesign/nothing-page-emptied", broken() | no_results() | blocked("javascript"), lambda exchange: exchange.message("") if not exchange.search.records else exchange.healthy, asks=Ask.NOTHING),
    replies("redesign/nothing-page-with-links", no_results() | broken(), lambda exchange: exchange.healthy if exchange.search.records else exchange.message(exchange.design.nothing(exchange.search.query) + "<h3>Popular</h3><ul>" + "".join(f"<li>{link}</li>" for link in exchange.design.menu("popular", 8)) + "</ul>"), asks=Ask.NOTHING),
)  # fmt: skip
