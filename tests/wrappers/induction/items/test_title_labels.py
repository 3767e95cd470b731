"""Labels inside title links: the title is what names the thing, a label an item of its own."""

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

BIRDS = "robin raven heron finch swift eagle stork crane".split()
FISH = "bream perch trout tench roach salmon carp pike".split()
STATES = "Open Closed Solved".split()


def page_of(names: list[str], row: str, query: str) -> Page:
    rows = "".join(
        "<li>"
        + row.format(
            title=f"Where the quiet {name} lives",
            name=name,
            query=query,
            number=len(name) * 7 + n,
            state=STATES[n % 3],
            some="<b class=flag>New</b>" if n % 3 else "",
        )
        + f"<p>All about a {name}, and more of it. It has a <i>{query}</i> of its own.</p></li>"
        for n, name in enumerate(names)
    )
    return parse_page(
        f"<html><body><h1>Found</h1><ul>{rows}</ul></body></html>".encode(),
        "http://search.example/find",
    )


def learned(row: str) -> Wrapper:
    """Return what is learned from two pages of such rows."""
    samples = [
        Sample(page_of(names, row, query), query)
        for names, query in ((BIRDS, "nest"), (FISH, "fin"))
    ]
    return learn_wrapper(samples).wrapper


@pytest.mark.parametrize(
    ("inner", "label"),
    [
        ("<span class=state>{state}</span> {title}", "Closed"),
        ("{title}{some}", "New"),
        ("<span class=code>#{number}</span> {title}", "#29"),
        ("<em>{state}</em>: {title}", "Closed"),
        ("<h3><span class=name>{title}</span><span class=at>3 May 20{number}</span></h3>", "3 May"),
        ("{title} <sup>[PDF]</sup>", ""),
        ("{title}<span class=sr-only> (opens another window)</span>", ""),
    ],
)
def test_a_label_is_no_part_of_the_title(inner: str, label: str) -> None:
    row = "<a href='/{name}'>" + inner + "</a>"
    record = learned(row).records(page_of(FISH[::-1], row, "gill"))[1]
    assert record.title == "Where the quiet carp lives"
    assert any(item.value.startswith(label) for item in record.items)


@pytest.mark.parametrize(
    "inner",
    [
        # What the query asked for, wherever it stands; and what names the thing.
        "Where the quiet {name} has a <span class=hit>{query}</span>",
        "<span class=hit>{query}s</span> of the quiet {name}",
        "The {name} <span class=more>and the {name} of old</span>",
    ],
)
def test_what_is_stressed_or_names_the_thing_stays(inner: str) -> None:
    row = "<a href='/{name}'>" + inner + "</a>"
    page = page_of(FISH[::-1], row, "gill")
    for record, link in zip(learned(row).records(page), page.root.iter("a"), strict=True):
        assert record.title == " ".join(link.text_content().split())
