from typing import Any

import pytest

from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import Page, parse_page
from tests.cases import cases
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.answers.obstacles import classify_body
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.hits_line import HitsLine
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Extraction
from wrappers.induction.no_result import learn_no_result_signature

CASES = cases(__file__)
URL = "http://s.example/find?q={query}"
FORM = "<form action=/find><input name=q><button>Search</button></form><a href=/>Home</a>"


def page_of(main: str, query: str = "fish", status: int = 200) -> Page:
    return parse_page(
        f"<title>Find</title>{FORM}{main}".encode(), URL.format(query=query), status=status
    )


def results_page(count: int = 10, query: str = "fish", status: int = 200) -> Page:
    records = "".join(f"<li><a href=/d/{query}{n}>{query} {n}</a> words" for n in range(count))
    return page_of(f"<p>1-{count} of 200</p><ol>{records}</ol>", query, status)


def extraction(count: int, hits: HitsLine | None = None, *, title: str = "Title") -> Extraction:
    records = (
        ResultRecord(f"http://s.example/d/{n}", title and f"{title} {n}") for n in range(count)
    )
    return Extraction(tuple(records), hits)


NOTHING = "<p>Nothing was found.</p>"


def signature_of(*messages: str) -> NoResultSignature:
    """Return what pages without results teach that say this."""
    empty = [(page_of(said, word), word) for said, word in zip(messages, MADE_UP, strict=False)]
    return learn_no_result_signature(
        empty, [(results_page(), "fish"), (results_page(4, "cheese"), "cheese")]
    )


MADE_UP = ("qzvx", "vzxq")
SIGNATURE = signature_of(NOTHING)
NONE = extraction(0)
CARDS = "".join(f"<dd><a href=/card/{n}x>fish {n}</a>" for n in "abcdefghijkl")
TEXTS = {
    "nothing": NOTHING,
    "cards": CARDS,
    "trends": CARDS.replace("fish", "trend"),
    "long": " as told of it" * 20,
    "login": "<p>Please log in to save searches.</p><p>Search is being updated: maintenance.</p>",
    "menu": "".join(
        f"<p>Line {letter} of the menu</p>" for letter in "abcdefghijklmnopqrstuvwx" * 4
    ),
    "index": "<p>This index holds 345 documents.</p>",
    "tips": "<p>Astuce du jour</p>",
}
GRIN = "\N{GRINNING FACE}"
ROBOTS = "<title>Just a moment...</title><p>Checking your browser<script>_cf_chl_opt</script>"
TORN = "http://s.example/d/4%3C/div%3E%3Cli%3E%3Ca%20href="
DOI = "http://s.example/doi/10.1002/(SICI)1097(1999)50:9%3C1::AID-A1%3E3.0.CO;2-1"


def alone(body: str, status: int = 200) -> Page:
    """Return a page that has nothing of the engine's own."""
    return parse_page(body.encode(), URL.format(query="fish"), status=status)


def with_records(url: str, count: int = 1) -> Extraction:
    """Return what holds records of this address, among others if it is one."""
    others = extraction(4).records if count == 1 else ()
    return Extraction((*others, *(ResultRecord(url, "Title") for _ in range(count))))


def said(text: str) -> str:
    """Return a part of a page, its names in braces filled in."""
    return text.format_map(TEXTS)


def extracted(count: int, hits: list[int]) -> Extraction:
    return extraction(count, HitsLine(*hits) if hits else None)


@pytest.mark.parametrize(
    ("page", "found", "expected", "told"),
    [
        (results_page(status=404), extraction(10), "RECORDS", ""),
        (results_page(), extraction(5, title=""), "BROKEN", "title"),
        (results_page(), with_records("http://s.example/d", 5), "BROKEN", "same address"),
        # Markup in an address; a real one may hold angle brackets.
        (results_page(), with_records(TORN), "CONTRADICTION", ""),
        (results_page(), with_records(DOI), "RECORDS", ""),
        *((alone(ROBOTS, status), NONE, "BLOCKED", "Cloudflare") for status in (200, 503)),
        (alone("<h1>Oops</h1><p>Error: 3 quotes are unbalanced"), NONE, "ERROR", "Error: 3 quotes"),
        *((results_page(), extracted(n, hits), *rest) for n, hits, *rest in CASES["read"]),
        *((page_of(said(main)), extracted(n, hits), *rest)
          for main, n, hits, *rest in CASES["outweighed"]),
        *((page_of(said(main), status=status), NONE, *rest)
          for main, status, *rest in CASES["without_records"]),
    ],
)  # fmt: skip
def test_answers(page, found, expected, told):
    judged = classify_answer(page, found, SIGNATURE, query="fish")
    assert expected in (judged.kind.name, judged.reason.name), judged.detail
    assert told in judged.detail


@pytest.mark.parametrize(("status", "body", "reason"), CASES["bodies"])
def test_status_and_bytes_name_what_is_no_page(status, body, reason):
    assert classify_body(status, body.encode("latin-1"), "no HTML").reason.name == reason


def test_what_else_is_known_is_heeded():
    def reason(page: Page, count: int, *given: NoResultSignature, **more: Any) -> AnswerReason:
        return classify_answer(page, extraction(count), *given, query="fish", **more).reason

    assert reason(page_of(NOTHING), 0).kind is AnswerKind.BROKEN, "no signature, no such page"
    assert reason(page_of("<p>x"), 0, SIGNATURE, is_cut=True) is AnswerReason.CUT_SHORT
    broken = classify_answer(results_page(), extraction(3), SIGNATURE, violations=("too few",))
    assert (broken.kind, broken.detail) == (AnswerKind.BROKEN, "too few")


@pytest.mark.parametrize(("learned", "main", "hits", "expected"), CASES["besides"])
def test_what_the_pages_without_results_say_besides(learned, main, hits, expected):
    signature = signature_of(said(learned))
    judged = classify_answer(page_of(said(main)), extracted(0, hits), signature, query="fish")
    assert expected in (judged.kind.name, judged.reason.name), judged.detail


def test_a_start_page_is_understood_only_where_nothing_was_asked():
    start_page = learn_no_result_signature([(page_of("<p>Ask us anything.</p>", "?!"), "?!")])
    # Asked a word, the parameter was renamed: every query gives the start page.
    for query, kind in (("?!", AnswerKind.NO_RESULTS), ("fish", AnswerKind.BROKEN)):
        page = page_of("<p>Ask us anything.</p>", query)
        found = classify_answer(
            page, extraction(0), SIGNATURE, query=query, start_pages=(start_page,)
        )
        assert found.kind is kind


@pytest.mark.parametrize(
    ("query", "title", "reason"),
    [
        (GRIN, "Today in the news", AnswerReason.NOTHING_TO_ASK),
        (GRIN, f"All of {GRIN}", AnswerReason.RECORDS),
        ("???", "Today in the news", AnswerReason.NOTHING_TO_ASK),
        ("日本", "Today in the news", AnswerReason.RECORDS),
        ("C++", "Today in the news", AnswerReason.RECORDS),
    ],
)
def test_articles_of_a_start_page_are_no_results_of_signs(query, title, reason):
    found = extraction(10, title=title)
    assert classify_answer(results_page(), found, SIGNATURE, query=query).reason is reason


def about(query: str, asked: str, count: int = 10, end: str = "</html>") -> Page:
    """Return a result page of `query` whose search field holds `asked`."""
    field = f"<input name=q value={asked}>"
    records = "".join(f"<li><a href=/d/{n}>{query} {n}</a>" for n in range(count))
    body = f"<html><title>Find</title><form>{field}</form><ol>{records}</ol>{end}"
    return parse_page(body.encode(), "http://s.example/find")


HABITS = IntegrityConstraints(is_closed=True, shows_query=True, names_query=True)


@pytest.mark.parametrize(
    ("page", "title", "reason"),
    [
        (about("fish", "fish"), "fish", AnswerReason.RECORDS),
        (about("fish", "fish"), "Fishing", AnswerReason.RECORDS),
        (about("cheese", "cheese"), "cheese", AnswerReason.OTHER_QUERY),
        (about("cheese", "''"), "cheese", AnswerReason.QUERY_IGNORED),
        (about("cheese", "fish"), "cheese", AnswerReason.QUERY_IGNORED),
        (about("fish", "fish", end=""), "fish", AnswerReason.RECORDS_OF_CUT_PAGE),
    ],
)
def test_answers_are_held_to_the_habits_of_the_pages(page, title, reason):
    found = extraction(10, title=title)
    judged = classify_answer(page, found, query="fish", constraints=HABITS)
    assert judged.reason is reason, judged.detail
    assert classify_answer(about("cheese", "x"), found, query="fish").kind is AnswerKind.RESULTS


def test_later_pages_need_not_name_the_query():
    """What has its words in the title comes first."""
    page, found = about("cheese", "fish"), extraction(10, title="cheese")
    judged = classify_answer(page, found, query="fish", constraints=HABITS, is_first_page=False)
    assert judged.kind is AnswerKind.RESULTS
