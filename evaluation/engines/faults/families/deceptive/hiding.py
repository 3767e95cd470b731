"""Pages whose records carry classes and attributes, as faults of visibility need them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from evaluation.engines.faults.fault import Exchange, Reply
from evaluation.engines.faults.sites.contents import FoundPage, decoys_of
from evaluation.engines.faults.sites.design import EngineDesign

# The tags that a record consists of at its outermost: one, or a term and its definition.
_OUTER = re.compile(r'(^|(?<=</dt>))<(\w+)((?:\s+[\w-]+="[^"]*")*)')


@dataclass(frozen=True, slots=True)
class Way:
    """How records are marked: a class and attributes of each, and what surrounds all of them.

    `head` goes at the end of the page's head, `around` is the markup around the list.
    """

    head: str = ""
    cls: str = ""
    more: str = ""
    around: str = "{}"

    @property
    def is_box(self) -> bool:
        """Whether a box stands around the list."""
        return self.around != "{}"

    def row(self, markup: str) -> str:
        """Return a record's markup with class and attributes."""

        def mark(match: re.Match[str]) -> str:
            before, tag, given = match.groups()
            if self.cls and ' class="' in given:
                given = given.replace(' class="', f' class="{self.cls} ', 1)
            elif self.cls:
                given += f' class="{self.cls}"'
            return f"{before}<{tag}{given}{f' {self.more}' if self.more else ''}"

        return _OUTER.sub(mark, markup)

    def rows(self, design: EngineDesign, found: FoundPage) -> list[str]:
        """Return the markup of the records found."""
        return [self.row(row) for row in design.rows(found)]

    def main(self, design: EngineDesign, found: FoundPage, rows: Sequence[str]) -> str:
        """Return a result page's main part with these records."""
        line = design.hits_line(design.hits_text(found)) if design.has_hits_line else ""
        return line + self.around.replace("{}", design.listing(rows)) + design.pager(found)

    def page(self, exchange: Exchange, main: str) -> Reply:
        """Return a page of the site with `head` in it."""
        query = exchange.search.query
        html = exchange.design.frame(main, query, query)
        return exchange.page(html.replace("</head>", f"{self.head}</head>", 1))


def boxes(design: EngineDesign) -> bool:
    """Tell designs that stay the same in a box: a layout table is another layout with one."""
    return design.name != "archive"


def style(rules: str) -> str:
    """Return an inline style sheet."""
    return f"<style>{rules}</style>"


def decoy_rows(design: EngineDesign, found: FoundPage, count: int) -> list[str]:
    """Return the markup of decoys, like that of records."""
    return [design.row(decoy, n, found.query) for n, decoy in enumerate(decoys_of(found)[:count])]


def among(way: Way, place: str, count: int = 5) -> Callable[[Exchange], Reply]:
    """Return the true records, and decoys hidden by `way` at a place among them."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        if not found.records:
            return exchange.healthy
        rows = design.rows(found)
        hidden = [way.row(row) for row in decoy_rows(design, found, count)]
        match place:
            case "above":
                rows = [*hidden, *rows]
            case "below":
                rows = [*rows, *hidden]
            case "first":
                rows = [row for pair in zip_longest(hidden, rows) for row in pair if row]
            case _:
                rows = [row for pair in zip_longest(rows, hidden) for row in pair if row]
        return way.page(exchange, way.main(design, found, rows))

    return make


def beside(way: Way, place: str) -> Callable[[Exchange], Reply]:
    """Return the true page with a whole list of decoys, inside `around`, above or below."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        if not found.records:
            return exchange.healthy
        rows = [way.row(row) for row in decoy_rows(design, found, 10)]
        hidden, true = way.around.replace("{}", design.listing(rows)), design.results(found)
        return way.page(exchange, hidden + true if place == "above" else true + hidden)

    return make


def shown(way: Way) -> Callable[[Exchange], Reply]:
    """Return the true records, marked by `way`."""

    def make(exchange: Exchange) -> Reply:
        design, found = exchange.design, exchange.search
        if not found.records:
            return exchange.healthy
        return way.page(exchange, way.main(design, found, way.rows(design, found)))

    return make
