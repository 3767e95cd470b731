"""Lines of text, masked; hits lines read in many languages."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import Page, parse_page
from tests.cases import cases
from tests.strategies import html_documents
from wrappers.extraction.hits_line import CONVINCING, HitsLine, HitsLineRule, read_line
from wrappers.extraction.lines import MASK, Place, mask_numbers, mask_query, text_lines
from wrappers.induction.hits_line import learn_hits_line, propose_places
from wrappers.induction.samples import ReadSample

CASES = cases(__file__)


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<p>a <b>b</b><br>c<ul><li>d<li>e</ul>f<table><tr><td>g<td>h</table>i",
         ["a b", "c", "d", "e", "f", "g", "h", "i"]),
        ("<p>a<script>x</script>b<noscript>c</noscript><textarea>d</textarea>", ["a", "b"]),
        ("<div>" * 1_500 + "text", ["text"]),
    ],
)  # fmt: skip
def test_lines_begin_at_block_tags(markup, lines):
    assert [line.text for line in text_lines(parse_page(markup.encode()).root)] == lines


def test_records_are_skipped():
    page = parse_page(b"<p>a<ul><li>b<li>c</ul>d")
    assert [line.text for line in text_lines(page.root, lambda each: each.tag == "li")] == [
        "a",
        "d",
    ]


def test_masks():
    assert mask_query("About Blue  cheese and blue", "blue cheese") == "about □ and □"
    assert mask_query("a", None) == "a"
    assert mask_query("matches for C", "c") == "matches for □"
    assert mask_query("日本語の検索結果", "日本語") == "□の検索結果"
    assert mask_numbers("1.234,5 of 0") == "# of 0"


@given(st.text("ab12²_ ,\u0301é", max_size=12), st.text("ab12²_,é", min_size=1, max_size=3))
def test_a_word_is_masked_where_it_ends(text, word):
    letters, digits = r"[^\W\d_]", r"\d"
    before, after = (digits if sign.isdecimal() else letters for sign in (word[0], word[-1]))
    pattern = rf"(?<!{before}){re.escape(word)}(?!{after})"
    expected = re.sub(pattern, MASK, text)
    assert mask_query(text, word) == re.sub(rf"{MASK}(?:[\s,+]*{MASK})+", MASK, expected)


def test_names_from_outside_are_never_part_of_an_expression():
    page = parse_page(b"<p id=\"x'] | //p['\" class=\"y') or 1=1 or contains('\">z</p><p>other</p>")
    for place in propose_places(page.root.find(".//p")):
        assert len(place.find(page.root)) <= 2
    with pytest.raises(ValueError, match="no tag path"):
        Place(("p[1]",))


@settings(max_examples=40, deadline=None)
@given(html_documents())
def test_no_page_raises(markup):
    page = parse_page(f"<html>{markup}".encode())
    for line in text_lines(page.root):
        assert line.text
        for place in propose_places(line.element):
            assert line.element in place.find(page.root)


def test_only_so_many_elements_are_read():
    root = parse_page(b"<p>one<p>two" + b"<b>" * 1_000 + b"three").root
    # html, body, and the two paragraphs.
    assert [line.text for line in text_lines(root, most=4)] == ["one", "two"]


@pytest.mark.parametrize(("text", "expected"), CASES["hits"])
def test_hits_lines_of_many_languages(text, expected):
    best = read_line(text)[0]
    assert best.line == HitsLine(*expected)
    assert best.score >= CONVINCING


@pytest.mark.parametrize("text", CASES["none"])
def test_years_prices_dates_and_page_numbers_are_no_hits(text):
    assert not [reading for reading in read_line(text) if reading.score >= CONVINCING]


def test_numbers_of_the_query_and_very_long_lines_are_not_read():
    readings = read_line('Your search for "top 10" returned 15 items', "top 10")
    assert [reading.line.total for reading in readings] == [15]
    assert read_line("1-10 of 200 results " * 40) == [], "longer than any hits line"


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=320), st.text(max_size=20))
def test_any_text_is_read_as_numbers_or_not_at_all(text, query):
    readings = read_line(text, query)
    assert all((reading.line.total or 0) >= 0 for reading in readings)
    assert [reading.score for reading in readings] == sorted(
        (reading.score for reading in readings), reverse=True
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 10**9), st.sampled_from(",.'\u00a0\u202f"))
def test_every_digit_grouping_reads_the_same(total, separator):
    grouped = f"{total:,}".replace(",", separator)
    assert read_line(f"1-1 of {grouped} results")[0].line == HitsLine(total, 1, 1)


def result_page(hits: str, count: int, *, extra: str = "") -> Page:
    records = "".join(
        f"<li class=r><a href=/d/{n}>Title {n}</a> from 20{n % 30:02} ({n}00 bytes)</li>"
        for n in range(count)
    )
    return parse_page(
        f"<body><p>This index has 4,321 documents</p><div class=top>{hits}</div>"
        f"<ul>{records}</ul>{extra}<p>Page 1 of 9</p><p>© 2017</p>".encode()
    )


def sample(query: str, hits: str, count: int, *, extra: str = "") -> ReadSample:
    page = result_page(hits, count, extra=extra)
    return ReadSample(page, query, tuple(page.root.iter("li")))


def learned(samples: list[ReadSample], no_result: Page | None = None) -> HitsLineRule:
    rule = learn_hits_line(samples, no_result)
    return HitsLineRule.from_json(json.loads(json.dumps(rule.to_json())))


@pytest.mark.parametrize(("first", "second", "third", "expected"), CASES["rules"])
def test_the_rule_reads_other_pages(first, second, third, expected):
    rule = learned([sample("a", first, 10), sample("b", second, 10)])
    assert rule.apply(result_page(third, 7), "c") == (HitsLine(*expected) if expected else None)


def test_numbers_that_never_change_stand_without_matches_too_or_are_of_another_list():
    assert learn_hits_line([sample("a", "", 10), sample("b", "", 10)]) is None
    assert learn_hits_line([sample("a", "", 10)], result_page("", 0)) is None
    assert learn_hits_line([sample("a", "111 documents found", 10)], result_page("", 0))
    videos = "<div class=side>1 - 5 of {} videos</div>"
    samples = [sample(q, "", 25, extra=videos.format(n)) for q, n in (("a", 9), ("b", 103))]
    assert learn_hits_line(samples) is None
