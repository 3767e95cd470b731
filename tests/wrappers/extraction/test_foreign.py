"""A page that has nothing of the engine is somebody else's; a redesigned engine still is one."""

from collections.abc import Callable

import pytest

from discovery.pages.page import Page, parse_page
from tests.cases import cases_of
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.no_result import learn_no_result_signature

CASES = cases_of(__file__)

URL = "http://s.example/find?q={query}"
HEAD = (
    "<title>Harbour museum: {query}</title><div id=top><a href=/>Harbour museum</a>"
    "<a href=/ships>Ships</a> <a href=/maps>Maps</a></div>"
    "<form action=/find><input name=q value='{query}'><button>Search</button></form>"
)
FOOT = (
    "<div id=foot><p>Open from ten to five</p><p>Made with care in a small town. No cookies.</p>"
    "<a href=/way>How to find us</a></div>"
)
PLAIN = Wrapper((rule_of(key("li")),))
SAMPLES = ("garden", "violin", "castle")


def of_engine(main: str, query: str = "falcon") -> Page:
    return alone((HEAD + main + FOOT).format(query=query), query)


def alone(html: str, query: str = "falcon", status: int = 200) -> Page:
    return parse_page(html.encode(), URL.format(query=query), "text/html; charset=utf-8", status)


def results(query: str) -> Page:
    records = "".join(
        f"<li><a href=/d/{query}-{n}>A {query} of story {n}</a><p>What {query} number {n} was."
        for n in range(10)
    )
    return of_engine(f"<p>Found 10</p><ol>{records}</ol>", query)


def nothing(
    query: str, said: str = "<h2>Nothing for {query}</h2><p>Check the spelling</p>"
) -> Page:
    return of_engine(f"<main>{said}</main>", query)


def reader_of(
    results: Callable[[str], Page], nothing: Callable[[str], Page], wrapper: Wrapper = PLAIN
) -> AnswerReader:
    """Return what pages of three words and of two made-up ones teach."""
    learned = [(results(word), word) for word in SAMPLES]
    empty = [(nothing(word), word) for word in ("qzvx", "wqky")]
    return AnswerReader(
        wrapper=wrapper,
        no_result=learn_no_result_signature(empty, learned),
        constraints=learn_constraints(wrapper, learned, [page for page, _ in empty]),
    )


@pytest.fixture(scope="module")
def reader() -> AnswerReader:
    return reader_of(results, nothing)


def judged(
    reader: AnswerReader, page: Page, query: str = "falcon", records: int | None = None
) -> Classification:
    """Return how a page is judged, of which so many records are read."""
    extraction = reader.wrapper.extract(page, query)
    assert records in (None, len(extraction.records))
    return reader.judge(page, query, extraction, 1)


@pytest.mark.parametrize(("reason", "html"), CASES["foreign"])
def test_a_page_of_somebody_else(reason, html, reader):
    found = judged(reader, alone(html))
    assert found.reason.name == reason, found


def test_its_own_heading_is_quoted_and_a_quota_of_the_host_is_no_fault_of_who_asks(reader):
    found = judged(reader, alone("<title>Bytes</title><h1>No bytes are left</h1>"))
    assert found.detail == "another page came in place of an answer: No bytes are left"
    page = alone("<h1>Bandwidth Limit Exceeded</h1><p>This site is suspended.</p>", status=509)
    assert judged(reader, page).reason is AnswerReason.SERVER_ERROR


CARDS = "".join(f"<section><a href=/card/{n}>Card {n}</a></section>" for n in range(12))


@pytest.mark.parametrize("html", CASES["of_the_engine"])
def test_a_redesigned_engine_stays_one_to_be_mended(html, reader):
    assert judged(reader, alone(html.replace("{cards}", CARDS))).kind is AnswerKind.BROKEN


def test_of_an_engine_without_known_pages_nothing_can_be_said(reader):
    unknown = AnswerReader(wrapper=reader.wrapper, constraints=reader.constraints)
    assert judged(unknown, alone(CASES["foreign"][0][1])).kind is AnswerKind.BROKEN


@pytest.mark.parametrize(("kind", "query", "said"), CASES["messages"])
def test_messages_within_the_engines_own_pages(kind, query, said, reader):
    found = judged(reader, nothing(query, said), query)
    assert found.kind.name == kind, found
