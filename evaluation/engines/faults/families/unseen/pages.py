"""Pages of results that are not what was asked for, or are laid out anew; written blind."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape

from evaluation.engines.faults.fault import Ask, Exchange, Fault, Reply, replies
from evaluation.engines.faults.outcomes import Outcomes, blocked, broken, no_results, results
from evaluation.engines.faults.sites.contents import FoundPage, Record, find_page
from evaluation.engines.faults.sites.design import EngineDesign

NOT_ASKED = broken("query_ignored other_query not_understood constraints start_page")
NOTICED = results() | broken()
NONE_THERE = broken("claims_matches_shows_none not_understood contradiction constraints")
HIDDEN = NONE_THERE | blocked("javascript")
AGAIN = broken("same_page_again")

Show = Callable[[FoundPage], FoundPage]
Main = Callable[[EngineDesign, FoundPage], str]


def nothing(found: FoundPage) -> FoundPage:
    """Return that no record is true."""
    return found.showing()


def as_it_is(found: FoundPage) -> FoundPage:
    return found


def main_of(main: Main) -> Callable[[Exchange], Reply]:
    """Return a page with another main part where something was found."""

    def make(exchange: Exchange) -> Reply:
        if not exchange.search.records:
            return exchange.healthy
        return exchange.message(main(exchange.design, exchange.search))

    return make


def listed(item: Callable[[Record, int], str], around: str = "{}") -> Main:
    """Return the hits line, records in a markup of their own inside `around`, and the pager."""

    def main(design: EngineDesign, found: FoundPage) -> str:
        items = "".join(item(record, place) for place, record in enumerate(found.records))
        line = design.hits_line(design.hits_text(found)) if design.has_hits_line else ""
        return line + around.replace("{}", items) + design.pager(found)

    return main


def rows_as(change: Callable[[Sequence[str]], Sequence[str]]) -> Main:
    """Return the main part with the markup of the records changed."""
    return lambda design, found: design.results(found, change(design.rows(found)))


def other_words(word: str, box: bool) -> Callable[[Exchange], Reply]:
    """Return another query's answer; the search box is empty or has that query."""

    def make(exchange: Exchange) -> Reply:
        other = exchange.find(word)
        main = exchange.design.results(other)
        return exchange.page(exchange.design.frame(main, word if box else "", word))

    return make


def of_somebody_else(exchange: Exchange) -> Reply:
    """Return a page that a cache kept of another reader."""
    other = exchange.find("hotel")
    hello = "<div class='me'>Martina K. | 3 messages | <a href='/bye'>Log out</a></div>"
    main = hello + exchange.design.results(other)
    return exchange.page(exchange.design.frame(main, "hotel", "hotel"))


def variant(exchange: Exchange) -> Reply:
    """Return every second answer with other class names, as experiments on users do."""
    page = exchange.design.answer(exchange.search)
    if exchange.memory.searches % 2:
        page = re.sub(r'class=(["\']?)(\w+)', r"class=\1\2--exp17", page)
    return exchange.page(page)


def trending(exchange: Exchange) -> Reply:
    """Return the same list, turned by one for each search."""
    rows = exchange.design.rows(exchange.find("video"))
    turn = exchange.memory.searches % len(rows)
    return exchange.message(exchange.design.listing([*rows[turn:], *rows[:turn]]))


def none_but_popular(exchange: Exchange) -> Reply:
    """Return that nothing was found, with a box of what others read in the records' markup."""
    design = exchange.design
    box = design.listing(design.rows(exchange.find("hotel"))[:5])
    nothing_found = design.nothing(exchange.search.query)
    return exchange.message(f"{nothing_found}<div class='popular'><h4>★ Top 5</h4>{box}</div>")


def corrected_to(word: str) -> Callable[[Exchange], Reply]:
    """Return another word's records, and say so."""

    def make(exchange: Exchange) -> Reply:
        query = escape(exchange.search.query)
        line = f"<p>No results for <s>{query}</s>. Showing results for <b>{word}</b> instead.</p>"
        found = exchange.find(word)
        main = line + exchange.design.listing(exchange.design.rows(found))
        return exchange.page(exchange.design.frame(main, word, word))

    return make


def sponsored(record: Record, place: int) -> str:
    return (
        f"<div class='spons'><small>Sponsored</small> <a href='https://ads.example/c?{place}'>"
        f"{escape(record.title)}</a> Buy now, delivered tomorrow.</div>"
    )


def sponsored_above(design: EngineDesign, found: FoundPage) -> str:
    """Return three advertisements, in a markup of their own, above the records."""
    ads = "".join(sponsored(record, n) for n, record in enumerate(found.records[:3]))
    return f"<section class='ads'>{ads}</section>{design.results(found)}"


def ads_of(found: FoundPage) -> FoundPage:
    """Return the records under two advertisements that look like them."""
    if not found.records:
        return found
    ads = [
        replace(record, url=f"https://promo{n}.example/offer", title=f"Anzeige: {record.title}")
        for n, record in enumerate(found.records[:2])
    ]
    return found.showing(*ads, *found.records)


def overlap(found: FoundPage) -> FoundPage:
    """Return page 2 with nine records of page 1: the pages move by one."""
    first = find_page(found.language, found.query).records
    return found.showing(*first[1:], *found.records[:1])


def wrapped(exchange: Exchange) -> Reply:
    """Return, for page 2, the records of page 1 in reverse, with page 2's numbers."""
    if exchange.search.number == 1:
        return exchange.healthy
    first = exchange.find(exchange.search.query).records
    return exchange.page(exchange.design.answer(exchange.search.showing(*reversed(first))))


def round_again(exchange: Exchange) -> Reply:
    """Return, for page 2, nine records of page 1 and one of its own."""
    if exchange.search.number == 1:
        return exchange.healthy
    return exchange.page(exchange.design.answer(overlap(exchange.search)))


def in_frame(design: EngineDesign, found: FoundPage) -> str:
    """Return the hits line, and the records in a page inside the page."""
    inner = escape(f"<html><body>{design.listing(design.rows(found))}</body></html>")
    line = design.hits_line(design.hits_text(found)) if design.has_hits_line else ""
    return f'{line}<iframe srcdoc="{inner}" width="100%" height="800"></iframe>'


def facets(design: EngineDesign, found: FoundPage) -> str:
    """Return the hits line and filters, with the records behind a choice."""
    years = "".join(
        f"<li><a href='?y={year}'>{year}</a> ({year % 7})</li>" for year in range(2015, 2025)
    )
    return f"{design.hits_line(design.hits_text(found))}<h4>1 / 2</h4><ul>{years}</ul>"  # fmt: skip


def history(design: EngineDesign, found: FoundPage) -> str:
    """Return what the reader asked before."""
    items = "".join(
        f"<li>{word} <a href='/forget'>×</a></li>" for word in ("tango", "opera", "jazz")
    )
    return f"<h3>Recent searches</h3><ul>{items}</ul><p>{escape(found.query)}</p>"  # fmt: skip


def one_in_full(design: EngineDesign, found: FoundPage) -> str:
    """Return the page of a single work, as a search with one match opens it."""
    record = found.records[0]
    return f"<h1>{escape(record.title)}</h1><p>{record.date}</p><p>{escape(record.snippet)} {design.words(90)}.</p><p>ISBN 978-3-16-148410-0</p>"


def same_ten_times(found: FoundPage) -> FoundPage:
    return found.showing(*found.records[:1] * len(found.records))


def years(rows: Sequence[str]) -> list[str]:
    """Return records under headings of years."""
    return [f"{f'<h2>{2025 - n}</h2>' if n % 3 == 0 else ''}{row}" for n, row in enumerate(rows)]


def pictured(rows: Sequence[str]) -> list[str]:
    """Return records with pictures that a script loads when they come into view."""
    return [
        row.replace("<a ", f"<img class=lazy src='data:image/gif;base64,R0lGOD' data-src='/t/{n}.jpg' loading=lazy><noscript><img src='/t/{n}.jpg'></noscript><a ", 1)
        for n, row in enumerate(rows)
    ]  # fmt: skip


def printed(exchange: Exchange) -> Reply:
    """Return the main part without the site's chrome, as for printing."""
    main = exchange.design.results(exchange.search)
    return exchange.page(f"<html><head><title>Print</title></head><body>{main}</body></html>")


def decorated(exchange: Exchange) -> Reply:
    """Return the page with what scripts and browsers leave on tags."""
    page = exchange.design.answer(exchange.search)
    return exchange.page(
        re.sub(r"<(div|p|li|td|dt|dd|a)(?=[\s>])", r'<\1 data-reactid="7" dir="auto"', page)
    )


def modal(exchange: Exchange) -> Reply:
    """Return the page under a newsletter's window."""
    page = exchange.design.answer(exchange.search)
    window = "<div role='dialog' class='nl'><h3>Never miss a thing</h3><form action='/nl'><input name='mail'><button>Subscribe</button></form></div>"
    return exchange.page(page.replace("</body>", f"{window}</body>"))


def has_hits(design: EngineDesign) -> bool:
    return design.has_hits_line


def has_pages(design: EngineDesign) -> bool:
    return design.page_parameter is not None


def _wrong(
    name: str, expected: Outcomes, make: Callable[[Exchange], Reply], shown: Show = nothing,
    least: float = 1.0, asks: Ask = Ask.WORD, on: Callable[[EngineDesign], bool] = lambda _: True,
) -> Fault:  # fmt: skip
    return replies(
        f"unseen-wrong/{name}", expected, make, shown=shown, least=least, asks=asks, on=on
    )


def _new(name: str, expected: Outcomes, main: Main) -> Fault:
    return replies(f"unseen-redesign/{name}", expected, main_of(main))


def _whole(name: str, expected: Outcomes, make: Callable[[Exchange], Reply]) -> Fault:
    return replies(f"unseen-redesign/{name}", expected, make)


FAULTS: tuple[Fault, ...] = (
    _wrong("other-query-box-empty", NOT_ASKED, other_words("opera", box=False)),
    _wrong("other-query-in-box", NOT_ASKED, other_words("jazz", box=True)),
    _wrong("cached-of-somebody", NOT_ASKED, of_somebody_else),
    _wrong("trending", NOT_ASKED, trending),
    _wrong("corrected-to-another", NOT_ASKED | no_results(), corrected_to("tango")),
    _wrong("made-up-word-corrected", NOT_ASKED | no_results(), corrected_to("robot"), asks=Ask.NOTHING),
    _wrong("none-but-popular", no_results(), none_but_popular),
    _wrong("made-up-word-popular", no_results(), none_but_popular, asks=Ask.NOTHING),
    _wrong("experiment", NOTICED, variant, as_it_is),
    _wrong("sponsored-above", results(), main_of(sponsored_above), as_it_is),
    _wrong("sponsored-alike", results(), lambda exchange: exchange.page(exchange.design.answer(ads_of(exchange.search))), ads_of, least=0.8),
    _wrong("one-ten-times", results() | broken("constraints contradiction"), lambda exchange: exchange.page(exchange.design.answer(same_ten_times(exchange.search))), same_ten_times),
    _wrong("facets-only", NONE_THERE, main_of(facets), on=has_hits),
    _wrong("recent-searches", broken(), main_of(history)),
    _wrong("one-in-full", broken(), main_of(one_in_full)),
    _wrong("in-a-page-inside", HIDDEN | results(), main_of(in_frame), as_it_is),
    _wrong("second-page-reversed-first", AGAIN, wrapped, asks=Ask.SECOND_PAGE, on=has_pages),
    _wrong("second-page-moves-by-one", AGAIN | results(), round_again, overlap, asks=Ask.SECOND_PAGE, on=has_pages),
    _new("list-without-names", NOTICED, listed(lambda record, _: f"<li><a href='{record.url}'>{escape(record.title)}</a> <span>{escape(record.snippet)}</span></li>", "<ul>{}</ul>")),
    _new("table-in-form", NOTICED, listed(lambda record, n: f"<tr><td><input type=checkbox name=pick value={n}></td><td><a href='{record.url}'>{escape(record.title)}</a></td><td>{escape(record.snippet)}</td><td>{record.date}</td></tr>", "<form action='/marked' method=post><table border=1><tr><th></th><th>A</th><th>B</th><th>C</th></tr>{}</table><input type=submit></form>")),
    _new("terms", NOTICED, listed(lambda record, _: f"<dt>{record.date}</dt><dd><a href='{record.url}'>{escape(record.title)}</a></dd><dd>{escape(record.snippet)}</dd>", "<dl class='found-items'>{}</dl>")),
    _new("pictures-later", NOTICED, rows_as(pictured)),
    _new("titles-in-attributes", NOTICED, listed(lambda record, n: f"<figure><a href='{record.url}' title='{escape(record.title)}' aria-label='{escape(record.title)}'><img src='/c/{n}.jpg' alt=''></a><figcaption>{escape(record.snippet)}</figcaption></figure>")),
    _new("custom-elements", NOTICED, listed(lambda record, _: f"<search-hit><hit-title><a href='{record.url}'>{escape(record.title)}</a></hit-title><hit-text>{escape(record.snippet)}</hit-text></search-hit>", "<search-hits>{}</search-hits>")),
    _new("shadow", HIDDEN | results(), listed(lambda record, _: f"<p><a href='{record.url}'>{escape(record.title)}</a><br>{escape(record.snippet)}</p>", "<app-hits><template shadowrootmode='open'>{}</template></app-hits>")),
    _new("unfolding", NOTICED, listed(lambda record, _: f"<details><summary>{escape(record.title)}</summary><p>{escape(record.snippet)} <a href='{record.url}'>→</a></p></details>")),
    _new("flat", NOTICED, listed(lambda record, _: f"<h3><a href='{record.url}'>{escape(record.title)}</a></h3><p>{escape(record.snippet)}</p><hr>")),
    _new("columns", NOTICED, lambda design, found: design.results(found, ["<div class=l>", *design.rows(found)[::2], "</div><div class=r>", *design.rows(found)[1::2], "</div>"])),
    _new("data-in-attribute", HIDDEN, lambda design, found: f"<div id='hits' data-hits='{escape(json.dumps([record.url for record in found.records]))}'></div>"),
    _new("by-years", NOTICED, rows_as(years)),
    _new("block-links", NOTICED, listed(lambda record, _: f"<a class='tile' href='{record.url}'><div class='t'>{escape(record.title)}</div><div class='s'>{escape(record.snippet)}</div></a>", "<div class='tiles'>{}</div>")),
    _new("clicked-by-script", broken() | blocked("javascript"), listed(lambda record, _: f"<div onclick='go(this)' data-to='{record.url}'><b>{escape(record.title)}</b><p>{escape(record.snippet)}</p></div>")),
    _new("filters-above", results(), lambda design, found: "<nav class='crumbs'><a href='/'>1</a> / <a href='/all'>2</a></nav><fieldset><legend>Filter</legend>" + "".join(f"<label><input type=checkbox> {n}</label>" for n in range(12)) + "</fieldset>" + design.results(found)),
    _new("wrap-opportunities", results(), lambda design, found: design.results(found).replace("</a>", "<wbr></a>")),
    _whole("printed", NOTICED, printed),
    _whole("decorated", results(), decorated),
    _whole("modal", results(), modal),
)  # fmt: skip
