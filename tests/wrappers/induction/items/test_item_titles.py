"""Titles where the title links name nothing: the column that names the records says them."""

from collections.abc import Callable

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

BIRDS = "robin raven heron finch swift eagle stork crane".split()
FISH = "bream perch trout tench roach salmon carp pike".split()
PEOPLE = "Ann Ode,Ian Low,Eva Hill,Tom Bell,Kim Ray,Leo Fox,May Dunn,Sam Pool".split(",")
Row = Callable[[int, str], str]


def page_of(names: list[str], row: Row) -> Page:
    rows = "".join(f"<tr>{row(n, name)}</tr>" for n, name in enumerate(names, start=1))
    return parse_page(
        f"<html><body><h1>Found</h1><table id=r>{rows}</table></body></html>".encode(),
        "http://search.example/find",
    )


def learned(row: Row) -> Wrapper:
    """Return what is learned from two pages of such rows."""
    samples = [Sample(page_of(BIRDS, row), "feathers"), Sample(page_of(FISH, row), "scales")]
    return learn_wrapper(samples).wrapper


def read(row: Row) -> ResultRecord:
    """Return the first record of a page not learned from."""
    return learned(row).records(page_of(FISH[::-1], row))[0]


def title_of(name: str) -> str:
    """Return what names a record."""
    return f"How the quiet {name} lives"


def numbered(number: int, name: str) -> str:
    """A row as libraries of papers show it: the title beside a link that says its number."""
    address = f"/paper/{name}"
    return (
        f"<td><b>{title_of(name)}</b><br><i>{PEOPLE[number - 1]}</i></td>"
        f"<td><a href='{address}'>r{len(name) * 7 + number}</a></td>"
    )


def acted_on(number: int, name: str) -> str:
    """A row as administrations show it: links of pictures, then who, then what."""
    return (
        f"<td><a href='/show/{name}' title='Show'><i class=eye></i></a></td>"
        f"<td>{PEOPLE[number - 1]}</td><td>{title_of(name)}</td>"
    )


def twice_linked(number: int, name: str) -> str:
    """A row as trackers show it: the number and what it is about lead to one address."""
    address = f"/ticket/{name}"
    return (
        f"<td><a href='{address}'>BUG-{number + len(name)}</a></td>"
        f"<td><a href='{address}'>{title_of(name)}</a></td><td>open</td>"
    )


def described(number: int, name: str) -> str:
    """A row as catalogues show it: a number names the thing, and a text goes on about it."""
    link = f"<a href='/n/{name}'>NGC{number + len(name)}</a>"
    return f"<td>{link}</td><td>Where {name}s of old live</td>"


def named(number: int, name: str) -> str:
    """A row as packages are shown: its name, and what it is for."""
    return f"<td>No {number} of the {name}s</td><td><a href='/p/{name}'>{name}</a></td>"


@pytest.mark.parametrize(
    ("row", "title"),
    [
        *((row, title_of("pike")) for row in (numbered, acted_on, twice_linked)),
        # A link that names its record is the title.
        (described, "NGC5"),
        (named, "pike"),
    ],
)
def test_what_names_the_records_is_their_title(row: Row, title: str) -> None:
    record = read(row)
    assert record.title == title
    assert record.url is not None and record.url.endswith("/pike")
    if row not in (described, named):
        assert title_of("pike") not in record.snippet
        assert [i.value for i in record.items if i.kind is ItemKind.TITLE] == [record.title]
