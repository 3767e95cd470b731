"""What is known of stored queries, beside what they give today."""

from collections.abc import Sequence

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.expectations import ReadAnswer, find_disagreement
from wrappers.extraction.records.record import ResultRecord

MENU = ("about", "help", "terms")


def record(name: str, title: str = "") -> ResultRecord:
    return ResultRecord(f"http://s.example/{name}", title or f"All about {name}")


def page_with(*names: str) -> Page:
    links = "".join(f"<a href=/{name}>x</a>" for name in (*MENU, *names))
    return parse_page(f"<p>{links}</p>".encode(), "http://s.example/find")


def names_of(query: str, count: int = 5) -> list[str]:
    return [f"{query}-{number}" for number in range(count)]


KNOWN = [
    KnownAnswer(query, tuple(map(record, names_of(query)))) for query in ("fish", "bread", "wine")
]


def readings(*given: Sequence[ResultRecord], shown: Sequence[str] = ()) -> list[ReadAnswer]:
    """Return what three queries give today; all known records stand on the pages."""
    return [
        ReadAnswer(answer.query, page_with(*names_of(answer.query), *shown), tuple(records))
        for answer, records in zip(KNOWN, given, strict=True)
    ]


def as_known() -> list[tuple[ResultRecord, ...]]:
    return [answer.records for answer in KNOWN]


def test_what_is_as_it_was_agrees_and_the_same_whatever_is_asked_does_not():
    assert find_disagreement(KNOWN, readings(*as_known())) is None
    assert find_disagreement(KNOWN, []) is None
    today = [
        ReadAnswer(
            answer.query, page_with(*names_of(f"new {answer.query}")), (record("a"), record(q))
        )
        for answer, q in zip(KNOWN, "xyz", strict=True)
    ]
    assert find_disagreement(KNOWN[:2], today[:2]) is None
    latest = tuple(map(record, ("one", "two", "three", "four")))
    today = [ReadAnswer(answer.query, page_with("one", "two"), latest) for answer in KNOWN]
    assert find_disagreement(KNOWN, today) == "the same records come whatever is asked"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([records[:2] for records in as_known()], "15 known records"),
        ([tuple(record(name) for name in MENU)] * 3, "15 known records"),
        ([[record(name, str(n)) for n, name in enumerate(names_of(a.query))] for a in KNOWN],
         "title"),
        ([(*records, record("about")) for records in as_known()], "every answer holds"),
    ],
)  # fmt: skip
def test_misread_pages_are_found_out(given, said):
    problem = find_disagreement(KNOWN, readings(*given, shown=MENU))
    assert problem is not None
    assert said in problem
