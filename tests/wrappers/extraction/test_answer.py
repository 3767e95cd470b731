from typing import Any

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.hits_line import HitsLine
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Extraction
from wrappers.induction.no_result import learn_no_result_signature

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
CARDS = "".join(f"<dd><a href=/card/{n}x>fish {n}</a>" for n in "abcdefghijkl")
GRIN = "\N{GRINNING FACE}"
ROBOTS = "<title>Just a moment...</title><p>Checking your browser<script>_cf_chl_opt</script>"
TORN = "http://s.example/d/4%3C/div%3E%3Cli%3E%3Ca%20href="
DOI = "http://s.example/doi/10.1002/(SICI)1097(1999)50:9%3C1::AID-A1%3E3.0.CO;2-1"


def alone(body: str, status: int = 200) -> Page:
    """Return a page that has nothing of the engine's own."""
    return parse_page(body.encode(), URL.format(query="fish"), status=status)


def with_record(url: str) -> Extraction:
    return Extraction((*extraction(4).records, ResultRecord(url, "Title")))


RECORDS = [
    (results_page(), extraction(10), AnswerReason.RECORDS, "10 records"),
    (results_page(), extraction(9, HitsLine(200, 1, 10)), AnswerReason.RECORDS, ""),
    (results_page(), extraction(10, HitsLine(200, 1, 10)), AnswerReason.RECORDS, ""),
    (results_page(), extraction(11, HitsLine(200, 1, 10)), AnswerReason.RECORDS, ""),
    (results_page(status=404), extraction(10), AnswerReason.RECORDS, ""),
    # What contradicts itself.
    (results_page(), extraction(0), AnswerKind.BROKEN, ""),
    (results_page(), extraction(0, HitsLine(200, 1, 10)), AnswerKind.BROKEN, "200"),
    (results_page(), extraction(2, HitsLine(200, 1, 10)), AnswerKind.BROKEN, "10"),
    (results_page(), extraction(5, title=""), AnswerKind.BROKEN, "title"),
    (results_page(), Extraction((ResultRecord("http://s.example/d", "One"),) * 5),
     AnswerKind.BROKEN, "same address"),
    (results_page(), extraction(5, HitsLine(0)), AnswerKind.BROKEN, "0"),
    # Markup in an address; a real one may hold angle brackets.
    (results_page(), with_record(TORN), AnswerReason.CONTRADICTION, ""),
    (results_page(), with_record(DOI), AnswerReason.RECORDS, ""),
    # The words of the no-result page win over records.
    (page_of(f"{NOTHING}<ol><li><a href=/d/1>Popular</a></ol>"), extraction(1),
     AnswerKind.NO_RESULTS, ""),
    (page_of("<p>0 of 0 for fish</p><p>Something else than usual</p>"),
     extraction(0, HitsLine(0)), AnswerKind.NO_RESULTS, "0"),
    (page_of("<p>89 results for fish</p>"), extraction(0, HitsLine(89)),
     AnswerReason.CLAIMS_MATCHES_SHOWS_NONE, ""),
]  # fmt: skip
WITHOUT_RECORDS = [
    (page_of(NOTHING), AnswerKind.NO_RESULTS, ""),
    (page_of("<p>Internal server error</p>", status=500), AnswerKind.ERROR, ""),
    (page_of("<p>Down for maintenance</p>", status=503), AnswerKind.ERROR, ""),
    (page_of("<p>Not here</p><a href=/a>A</a><a href=/b>B</a>", status=404), AnswerKind.ERROR, ""),
    (page_of(NOTHING, status=404), AnswerKind.NO_RESULTS, ""),
    (page_of("<p>Forbidden</p>", status=403), AnswerKind.BLOCKED, ""),
    (page_of("<p>Slow down</p>", status=429), AnswerKind.BLOCKED, ""),
    *((alone(ROBOTS, status), AnswerKind.BLOCKED, "Cloudflare") for status in (200, 503)),
    (page_of("<p>Error: 3 quotes are unbalanced</p>"), AnswerKind.ERROR, "Error: 3 quotes are"),
    (alone("<h1>Oops</h1><p>Error: 3 quotes are unbalanced"), AnswerKind.ERROR, "Error: 3 quotes"),
    # A page that claims matches is never empty.
    (page_of(f"{NOTHING}<h2>1-10 of 200</h2>"), AnswerKind.BROKEN, "200"),
    (page_of(f"{NOTHING}<h2>Results 1 to 10 of about 1,230</h2>"), AnswerKind.BROKEN, "1230"),
    (page_of(f"{NOTHING}<h2>200 results for fish</h2>"), AnswerKind.BROKEN, "200"),
    # Hidden words do not empty a redesigned page; links to what is popular may stand there.
    (page_of(NOTHING + CARDS), AnswerKind.BROKEN, ""),
    (page_of(NOTHING + CARDS.replace("fish", "trend")), AnswerKind.NO_RESULTS, ""),
    # Messages within the site's own chrome.
    *((page_of(main), reason, "") for main, reason in (
        ("<h2>Are you a robot?</h2><p>Confirm that you are human.</p>", AnswerReason.ROBOT_CHECK),
        ("<p>Bitte warten Sie 30 Sekunden bis zur nächsten Suche.</p>", AnswerReason.RATE_LIMITED),
        ("<p>Su dirección IP ha sido bloqueada.</p>", AnswerReason.REFUSED),
        ("<p>検索するにはログインしてください。</p>", AnswerReason.LOGIN),
        ("<p>We value your privacy. Accept our cookies.</p>", AnswerReason.CONSENT),
        ("<p>Поиск временно недоступен.</p>", AnswerReason.MAINTENANCE),
        ("<p>SQLSTATE[HY000] [2002] No such file</p>", AnswerReason.SERVER_ERROR),
        ("<p>Page not found</p>", AnswerReason.CLIENT_ERROR),
        ("<p>Error in Boolean search</p>", AnswerReason.ENGINE_MESSAGE),
        ("<p>Too many results (4000): refine them.</p>", AnswerReason.ENGINE_MESSAGE),
        ("<div class=g-recaptcha></div><p>One moment.</p>", AnswerReason.ROBOT_CHECK),
        ("<p>jq3 b77 xx</p>", AnswerReason.NOT_UNDERSTOOD),
        ("<p>Your query is too short.</p>", AnswerReason.ENGINE_MESSAGE),
        # So long a text is one of a record, no complaint.
        (f"<p>Your query is too short{' as told of it' * 20}.</p>", AnswerReason.NOT_UNDERSTOOD),
    )),
]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "found", "expected", "said"),
    RECORDS + [(page, extraction(0), *rest) for page, *rest in WITHOUT_RECORDS],
)
def test_answers(page, found, expected, said):
    judged = classify_answer(page, found, SIGNATURE, query="fish")
    assert expected in (judged.kind, judged.reason), judged.detail
    assert said in judged.detail


def test_what_else_is_known_is_heeded():
    def reason(page: Page, count: int, *given: NoResultSignature, **more: Any) -> AnswerReason:
        return classify_answer(page, extraction(count), *given, query="fish", **more).reason

    assert reason(page_of(NOTHING), 0).kind is AnswerKind.BROKEN, "no signature, no such page"
    assert reason(page_of("<p>x"), 0, SIGNATURE, is_cut=True) is AnswerReason.CUT_SHORT
    broken = classify_answer(results_page(), extraction(3), SIGNATURE, violations=("too few",))
    assert (broken.kind, broken.detail) == (AnswerKind.BROKEN, "too few")


LOGIN = "<p>Please log in to save searches.</p><p>Search is being updated: maintenance.</p>"
LONG = "".join(f"<p>Line {letter} of the menu</p>" for letter in "abcdefghijklmnopqrstuvwx" * 4)
INDEX = "<p>This index holds 345 documents.</p>"
TIPS = "<p>Astuce du jour</p>"


@pytest.mark.parametrize(
    ("learned", "main", "total", "expected"),
    [
        # What the site says on every page is no message.
        (LOGIN + NOTHING, f"{LOGIN}<p>x7</p>", None, AnswerReason.NOT_UNDERSTOOD),
        (LOGIN + NOTHING, f"{LOGIN}<p>No documents match your query.</p>", None,
         AnswerReason.SAYS_NOTHING_FOUND),
        # The page is the same but for one of many lines: a message in place of the words.
        (LONG + NOTHING, f"{LONG}<p>Please wait 20 seconds between searches.</p>", None,
         AnswerReason.RATE_LIMITED),
        # What the no-result page counts are no matches.
        (INDEX + NOTHING, f"<div>{INDEX}</div>{NOTHING}", 345, AnswerKind.NO_RESULTS),
        (INDEX + NOTHING, f"<p>We have 345 documents for you.</p>{NOTHING}", 345,
         AnswerKind.BROKEN),
        # Tips alone do not empty a redesigned page.
        (TIPS, TIPS, None, AnswerKind.NO_RESULTS),
        (TIPS, TIPS + CARDS, None, AnswerKind.BROKEN),
    ],
)  # fmt: skip
def test_what_the_pages_without_results_say_besides(learned, main, total, expected):
    found = extraction(0, None if total is None else HitsLine(total))
    judged = classify_answer(page_of(main), found, signature_of(learned), query="fish")
    assert expected in (judged.kind, judged.reason), judged.detail


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
