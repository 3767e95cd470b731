import json

import pytest

from discovery.pages.page import Page, parse_page
from tests.cases import cases_of
from wrappers.extraction.hits_line import HitsLine, HitsLineRule
from wrappers.induction.hits_line import learn_hits_line
from wrappers.induction.samples import ReadSample

CASES = cases_of(__file__)


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


@pytest.mark.parametrize(("first", "second", "third", "expected"), CASES["rules"])
def test_the_rule_reads_other_pages(first, second, third, expected):
    rule = learned([sample("a", first, 10), sample("b", second, 10)])
    assert rule.apply(result_page(third, 7), "c") == (HitsLine(*expected) if expected else None)


def test_a_number_that_never_changes_counts_no_matches():
    samples = [sample("a", "", 10), sample("b", "", 10)]
    assert learn_hits_line(samples) is None


def test_a_number_that_also_stands_on_the_no_result_page_counts_no_matches():
    page = result_page("", 10)
    assert learn_hits_line([ReadSample(page, "a")], result_page("", 0)) is None
    assert learn_hits_line([sample("a", "111 documents found", 10)], result_page("", 0))


def test_a_range_of_another_list_is_not_taken():
    videos = "<div class=side>1 - 5 of {} videos</div>"
    samples = [sample(q, "", 25, extra=videos.format(n)) for q, n in (("a", 9), ("b", 103))]
    assert learn_hits_line(samples) is None
