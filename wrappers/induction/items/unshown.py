"""Columns that are learned but not shown: said twice, not seen, not of the record."""

from collections.abc import Sequence
from itertools import starmap
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from discovery.pages.visibility import Visibility
from wrappers.induction.items.columns import Column, Row
from wrappers.induction.items.sample import ItemSample

# A column says again what one before it says, or cannot be seen, in this share of its records.
MOSTLY = 0.8
MIN_REPEATED_LENGTH = 3


def repeated(columns: Sequence[Column], title: Column | None) -> set[int]:
    """Return (by `id`) the columns that say again what another one says in the same record."""
    said: dict[int, set[str]] = {}
    again_said: set[int] = set()
    ordered = ([] if title is None else [title]) + [c for c in columns if c is not title]
    for column in ordered:
        again = sum(
            len(text) >= MIN_REPEATED_LENGTH and text in said.get(row, ())
            for row, text in zip(column.rows, column.texts, strict=True)
        )
        if again >= MOSTLY * len(column.rows):
            again_said.add(id(column))
        for row, text in zip(column.rows, column.texts, strict=True):
            said.setdefault(row, set()).add(text)
    return again_said


def unseen_columns(
    columns: Sequence[Column], rows: Sequence[Row], samples: Sequence[ItemSample]
) -> set[int]:
    """Return (by `id`) the columns that a reader of the page does not see."""
    seen = _seen_of_records(rows, samples)
    unseen: set[int] = set()
    for column in columns:
        shown = [
            _is_seen(piece.element, visible)
            for piece, row in zip(column.pieces, column.rows, strict=True)
            for visible in [seen[row]]
            if visible is not None
        ]
        if shown and shown.count(False) >= MOSTLY * len(shown):
            unseen.add(id(column))
    return unseen


def _seen_of_records(rows: Sequence[Row], samples: Sequence[ItemSample]) -> list[Visibility | None]:
    """Return what is seen of each record, None of those whose titles are not seen themselves.

    A reader sees the results: where a sheet hides them, a script shows what it hides.
    """
    return [
        sample.seen
        if sample.seen is not None
        and any(
            piece.text == sample.title and _is_seen(piece.element, sample.seen) for piece in row
        )
        else None
        for row, sample in zip(rows, samples, strict=True)
    ]


def _is_seen(element: HtmlElement, visibility: Visibility) -> bool:
    """Tell whether a reader sees an element, be it after a script has let it fade in."""
    return visibility.state(element).is_rendered


def of_others(columns: Sequence[Column], samples: Sequence[ItemSample]) -> set[int]:
    """Return (by `id`) the columns that link from every record to one page of another site.

    Who provides the search signs it so ("powered by"): of the record it says nothing.
    """
    others: set[int] = set()
    for column in columns:
        if not column.is_static:
            continue
        links = {
            ("" if piece.link is None else piece.link.get("href", ""), samples[row].address)
            for piece, row in zip(column.pieces, column.rows, strict=True)
        }
        if len({href for href, _ in links}) == 1 and all(starmap(_is_elsewhere, links)):
            others.add(id(column))
    return others


def _is_elsewhere(href: str, address: str) -> bool:
    """Return whether a link from a page at an address leads to another host."""
    try:
        host, own = urlsplit(href).hostname, urlsplit(address).hostname
    except ValueError:
        return False
    return bool(host and own) and f".{own}" not in f".{host}" and f".{host}" not in f".{own}"
