"""ViNTs on whole pages: the paper's running example, then pages of the 1990s and of today."""

import time

import pytest

from discovery.pages.page import Page, parse_page
from tests.boxes import boxes_of
from tests.wrappers.induction.vints.tag_paths import parse_path
from wrappers.induction.vints.content_lines import content_lines, format_path
from wrappers.induction.vints.initial_wrappers import Separation, VintsWrapper
from wrappers.induction.vints.vints import (
    RecordGroup,
    find_record_groups,
    integrate_wrappers,
    select_groups,
)

WORDS = "amber birch cedar dahlia elder fir ginkgo hazel iris juniper kale larch".split()


def page_of(markup: str) -> Page:
    return parse_page(markup.encode(), "http://a.example/search")


def selected(markup: str) -> RecordGroup:
    page = page_of(markup)
    layout = boxes_of(page)
    return select_groups(find_record_groups(page, layout), layout.page)[0]


def first_texts(group: RecordGroup) -> list[str]:
    return [block.lines[0].text for block in group.blocks]


def snippet(word: str) -> str:
    return f"{word} grows in many places and is described here at some length for readers"


RUNNING_EXAMPLE = (
    "<html><head></head><body><img><center></center><hr><b>4 matches</b><hr>"
    + "".join(
        f"<dl><dt><a href=/{word}>All about {word}</a><dd>{snippet(word)}</dl>"
        for word in WORDS[:4]
    )
    + "</body></html>"
)


def test_the_wrapper_of_the_running_example() -> None:
    group = selected(RUNNING_EXAMPLE)
    assert group.wrapper.formula == (
        "<HTML>C<HEAD>S<BODY>C<IMG>S<CENTER>S<HR>S<B>S<HR>S (X (<DL>S)) [1, 4]"
    )
    assert format_path(group.wrapper.compact_prefix) == "<HTML>C<BODY>C"
    assert first_texts(group) == [f"All about {word}" for word in WORDS[:4]]


def paragraphs_with_breaks() -> str:
    records = "".join(
        f"{number}. <a href=/{word}>About {word}</a> (score {number})<br>{snippet(word)}<br>"
        + (f"<a href=/{word}>http://a.example/{word}</a><br>" if number % 3 else "")
        + "<br>"
        for number, word in enumerate(WORDS, start=1)
    )
    return f"<body><h1>Search</h1><a href=/>Home</a> | <a href=/h>Help</a><p>{records}<hr>footer"


def definition_lists() -> str:
    records = "".join(
        f"<dt><a href=/{word}>About {word}</a><dd>{snippet(word)}" + "<dd>more" * (number % 2)
        for number, word in enumerate(WORDS)
    )
    return f"<body><h1>Search</h1><p>Found 12<dl>{records}</dl><hr><a href=/>Home</a>"


def table_triples() -> str:
    records = "".join(
        f"<tr><td>{number}.<td><a href=/{word}>About {word}</a><td>{90 - number}%</tr>"
        f"<tr><td><td colspan=2>{snippet(word)}</tr><tr><td colspan=3><hr></tr>"
        for number, word in enumerate(WORDS, start=1)
    )
    menu = "".join(f"<a href=/m{number}>menu {number}</a><br>" for number in range(8))
    return (
        "<body><table width='100%'><tr><td width='20%' valign=top>"
        f"{menu}<td><b>12 documents found</b><table>{records}</table></table>"
    )


def headings_in_divisions() -> str:
    records = "".join(
        f"<div class=hit><div><h3><a href=/{word}>About {word}</a></h3>"
        + ("<span class=date>1 May</span>" if number % 2 else "")
        + f"<p>{snippet(word)}</p></div></div>"
        for number, word in enumerate(WORDS)
    )
    menu = "".join(f"<li><a href=/m{number}>menu {number}</a></li>" for number in range(14))
    return f"<body><ul>{menu}</ul><main><p>12 hits</p>{records}</main><footer>end</footer>"


def headings_without_divisions() -> str:
    records = "".join(
        f"<h3><a href=/{word}>About {word}</a></h3>" + f"<p>{snippet(word)}</p>" * (1 + number % 2)
        for number, word in enumerate(WORDS)
    )
    return f"<body><div id=top><a href=/>Home</a></div><div id=main>{records}</div>"


@pytest.mark.parametrize(
    "markup",
    [
        paragraphs_with_breaks(),
        definition_lists(),
        table_triples(),
        headings_in_divisions(),
        headings_without_divisions(),
    ],
    ids=["breaks", "definitions", "table rows", "divisions", "headings"],
)
def test_the_records_of_a_page(markup: str) -> None:
    group = selected(markup)
    assert len(group.records) == len(WORDS)
    for word, block in zip(WORDS, group.blocks, strict=True):
        assert f"About {word}" in block.lines[0].text


def test_records_of_two_sections_are_two_groups() -> None:
    page = page_of(
        "<body><table width='100%'><tr><td width='70%'><div>"
        + "".join(f"<p><a href=/{w}>About {w}</a><br>{snippet(w)}</p>" for w in WORDS)
        + "</div><td><div>"
        + "".join(f"<p><a href=/ad{w}>Buy {w}</a></p>" for w in WORDS[:5])
        + "</div></table>"
    )
    layout = boxes_of(page)
    groups = select_groups(find_record_groups(page, layout), layout.page)
    assert [len(group.records) for group in groups[:2]] == [12, 5]


def test_what_stands_on_the_no_result_page_is_no_record() -> None:
    menu = "".join(f"<li><a href=/m{number}>menu {number}</a></li>" for number in range(8))
    no_result = content_lines(boxes_of(page_of(f"<ul>{menu}</ul>Nothing found")))
    page = page_of(f"<ul>{menu}</ul>" + RUNNING_EXAMPLE)
    layout = boxes_of(page)
    known = frozenset(line.text for line in no_result)
    assert len(find_record_groups(page, layout)) == 2
    (group,) = find_record_groups(page, layout, known)
    assert len(group.records) == 4


def test_refining_cuts_what_is_not_similar() -> None:
    hits = "".join(f"<li><a href=/{w}>About {w}</a><br>{snippet(w)}</li>" for w in WORDS)
    group = selected(f"<ul><li>Sorted by date</li>{hits}<li>Next page</li></ul>")
    assert (group.wrapper.minimum, group.wrapper.maximum) == (2, 13)


def wrapper(prefix: str, *separators: str, first: int = 1, last: int = 10) -> VintsWrapper:
    separation = Separation(parse_path(prefix), frozenset(map(parse_path, separators)))
    return VintsWrapper(separation, minimum=first, maximum=last)


def test_integration_ignores_unimportant_nodes_and_joins_the_bounds() -> None:
    integrated = integrate_wrappers(
        [
            wrapper("<HTML>C<HEAD>S<BODY>C<IMG>S<HR>S", "<DL>S", first=2, last=10),
            wrapper("<HTML>C<BODY>C<B>S", "<DL>S", "<P>S", first=1, last=8),
        ]
    )
    assert integrated is not None
    assert integrated.support == 2
    assert format_path(integrated.separation.prefix) == "<HTML>C<BODY>C"
    assert integrated.separation.separators == {parse_path("<DL>S"), parse_path("<P>S")}
    assert (integrated.minimum, integrated.maximum) == (1, 10)


def test_the_integrated_wrapper_with_the_largest_support_is_taken() -> None:
    odd = wrapper("<HTML>C<BODY>C<TABLE>C", "<TR>S")
    usual = wrapper("<HTML>C<BODY>C", "<DL>S")
    integrated = integrate_wrappers([odd, usual, usual])
    assert integrated is not None
    assert integrated.separation.separators == {parse_path("<DL>S")}
    assert integrated.support == 2
    assert integrate_wrappers([]) is None
    other = wrapper("<HTML>C", "<P>S", "<HR>S"), wrapper("<HTML>C", "<P>S", "<DL>S")
    integrated = integrate_wrappers(other)
    assert integrated is not None and integrated.support == 1, (
        "neither's separators hold the other's"
    )


@pytest.mark.parametrize(
    "markup",
    [
        "<p><a href=/x>link</a><br>text" * 25_000,
        "<div>" * 1_500 + "<p><a href=/x>x</a>text" * 3_000,
        "<table><tr><td><a href=/x>x</a>" * 700,
        "<body>" + "<a href=/x>x</a><br>" * 30_000,
        "<body>" + "<a href=/x>x</a><br>text<br><br><br>" * 10_000,
    ],
    ids=["paragraphs", "deep", "nested tables", "siblings", "breaks"],
)
def test_pages_without_end_are_bounded(markup: str) -> None:
    page = page_of(markup)
    started = time.process_time()
    find_record_groups(page, boxes_of(page))
    # Usually a few; what takes time in the square takes minutes.
    assert time.process_time() - started < 25
