import json

import pytest
from hypothesis import given, settings

from discovery.documents.document import DocumentError
from discovery.pages.page import Page, parse_page
from tests.strategies import html_documents
from wrappers.extraction.hits_line import HitsLine, HitsLineRule, read_line
from wrappers.induction.features.features import count_agreement
from wrappers.induction.hits_line import learn_hits_line
from wrappers.induction.samples import ReadSample


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
    return ReadSample(page, query, count, tuple(page.root.iter("li")))


def learned(samples: list[ReadSample], no_result: Page | None = None) -> HitsLineRule:
    rule = learn_hits_line(samples, no_result)
    assert rule is not None
    return HitsLineRule.from_json(json.loads(json.dumps(rule.to_json())))


@pytest.mark.parametrize(
    ("first", "second", "third", "expected"),
    [
        ("1-10 of 111 for a", "1-10 of 87 for b", "All 3 matches", HitsLine(3)),
        ("1–10 von 1.234", "1–10 von 87", "1–7 von 7", HitsLine(7, 1, 7)),
        # No known word at all: the number that changes with the query.
        ("qwerx: 111", "qwerx: 87", "qwerx: 42", HitsLine(42)),
        ("(111)", "(87)", "(42)", HitsLine(42)),
        ("1-10 of 111", "1-10 of 87", "", None),
    ],
)
def test_the_rule_reads_other_pages(
    first: str, second: str, third: str, expected: HitsLine | None
) -> None:
    rule = learned([sample("a", first, 10), sample("b", second, 10)])
    assert rule.apply(result_page(third, 7), "c") == expected


def test_a_number_that_never_changes_counts_no_matches() -> None:
    samples = [sample("a", "", 10), sample("b", "", 10)]
    assert learn_hits_line(samples) is None


def test_a_number_that_also_stands_on_the_no_result_page_counts_no_matches() -> None:
    page = result_page("", 10)
    assert learn_hits_line([ReadSample(page, "a")], result_page("", 0)) is None
    assert learn_hits_line([sample("a", "111 documents found", 10)], result_page("", 0))


def test_a_range_of_another_list_is_not_taken() -> None:
    videos = "<div class=side>1 - 5 of {} videos</div>"
    samples = [sample(q, "", 25, extra=videos.format(n)) for q, n in (("a", 9), ("b", 103))]
    assert learn_hits_line(samples) is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"places": 3},
        {"places": [], "before": [1], "after": []},
        {"places": [{"path": ["a b"]}]},
    ],
)
def test_what_is_no_rule_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(DocumentError):
        HitsLineRule.from_json(data)


@settings(max_examples=40, deadline=None)
@given(html_documents())
def test_no_page_raises(markup: str) -> None:
    page = parse_page(f"<html><p>1-10 of 200 {markup}".encode())
    rule = learn_hits_line([ReadSample(page, "word"), ReadSample(page, None, 3)])
    if rule is not None:
        rule.apply(page)
    learned([sample("a", "1-10 of 111", 10)]).apply(page, "word")


@pytest.mark.parametrize(
    ("line", "count", "least", "most"),
    [
        ("1-10 of 200 results", 10, 1.0, 1.0),
        ("1-10 of 200 results", 40, -9, -0.01),
        ("7 results", 7, 0.51, 1.0),
        ("3 results", 7, -9, -0.01),
        ("nothing to read", 7, 0.0, 0.0),
    ],
)
def test_agreement_with_a_count_of_records(
    line: str, count: int, least: float, most: float
) -> None:
    assert least <= count_agreement(read_line(line), count) <= most
