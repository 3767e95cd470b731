from typing import Any

import pytest

from discovery.pages import Page, parse_page
from wrappers.extraction import (
    AnswerKind,
    AnswerReason,
    Extraction,
    HitsLine,
    IntegrityConstraints,
    NoResultSignature,
    ResultRecord,
    classify_answer,
)
from wrappers.induction import learn_no_result_signature

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


def judged(*given: Any, **more: Any) -> tuple[AnswerKind, str]:
    """Return the kind of an answer and the sentence that says why."""
    found = classify_answer(*given, **more)
    return found.kind, found.detail


@pytest.fixture(scope="module")
def signature() -> NoResultSignature:
    return learn_no_result_signature(
        [(page_of("<p>Nothing was found.</p>", "qzvx"), "qzvx")],
        [(results_page(), "fish"), (results_page(4, "cheese"), "cheese")],
    )


def test_records_are_results(signature: NoResultSignature) -> None:
    kind, reason = judged(results_page(), extraction(10), signature, query="fish")
    assert (kind, reason) == (AnswerKind.RESULTS, "10 records")


def test_no_results_only_when_the_page_says_so(signature: NoResultSignature) -> None:
    empty = page_of("<p>Nothing was found.</p>")
    assert (
        classify_answer(empty, extraction(0), signature, query="fish").kind is AnswerKind.NO_RESULTS
    )
    assert classify_answer(empty, extraction(0), None, query="fish").kind is AnswerKind.BROKEN
    redesigned = classify_answer(results_page(), extraction(0), signature, query="fish")
    assert redesigned.kind is AnswerKind.BROKEN


def test_a_hits_line_of_zero_says_so_too(signature: NoResultSignature) -> None:
    page = page_of("<p>0 of 0 for fish</p><p>Something else than usual</p>")
    kind, reason = judged(page, extraction(0, HitsLine(0)), signature, query="fish")
    assert kind is AnswerKind.NO_RESULTS
    assert "0" in reason


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (extraction(0, HitsLine(200, 1, 10)), "200"),
        (extraction(2, HitsLine(200, 1, 10)), "10"),
        (extraction(5, title=""), "title"),
        (Extraction((ResultRecord("http://s.example/d", "One"),) * 5), "same address"),
        (extraction(5, HitsLine(0)), "0"),
    ],
)
def test_what_contradicts_itself_is_broken(
    found: Extraction, said: str, signature: NoResultSignature
) -> None:
    kind, reason = judged(results_page(), found, signature, query="fish")
    assert kind is AnswerKind.BROKEN
    assert said in reason


def test_an_entry_more_or_less_is_no_contradiction(signature: NoResultSignature) -> None:
    for count in (9, 10, 11):
        found = extraction(count, HitsLine(200, 1, 10))
        assert classify_answer(results_page(), found, signature).kind is AnswerKind.RESULTS


def test_violated_constraints_are_named(signature: NoResultSignature) -> None:
    kind, reason = judged(results_page(), extraction(3), signature, violations=("too few",))
    assert (kind, reason) == (AnswerKind.BROKEN, "too few")


def test_the_words_of_the_no_result_page_win_over_records(signature: NoResultSignature) -> None:
    page = page_of("<p>Nothing was found.</p><ol><li><a href=/d/1>Popular</a></ol>")
    assert (
        classify_answer(page, extraction(1), signature, query="fish").kind is AnswerKind.NO_RESULTS
    )


@pytest.mark.parametrize(
    ("status", "main", "expected"),
    [
        (500, "<p>Internal server error</p>", AnswerKind.ERROR),
        (503, "<p>Down for maintenance</p>", AnswerKind.ERROR),
        (404, "<p>Not here</p>", AnswerKind.ERROR),
        (404, "<p>Not here</p><a href=/a>A</a><a href=/b>B</a>", AnswerKind.ERROR),
        (404, "<p>Nothing was found.</p>", AnswerKind.NO_RESULTS),
        (403, "<p>Forbidden</p>", AnswerKind.BLOCKED),
        (429, "<p>Slow down</p>", AnswerKind.BLOCKED),
    ],
)
def test_statuses(
    status: int, main: str, expected: AnswerKind, signature: NoResultSignature
) -> None:
    page = page_of(main, status=status)
    assert classify_answer(page, extraction(0), signature, query="fish").kind is expected


def test_results_with_status_404_are_results(signature: NoResultSignature) -> None:
    page = results_page(status=404)
    assert classify_answer(page, extraction(10), signature).kind is AnswerKind.RESULTS


@pytest.mark.parametrize(
    "page",
    [
        page_of("<p>Error: 3 quotes are unbalanced</p>", '"'),
        parse_page(b"<h1>Oops</h1><p>Error: 3 quotes are unbalanced", URL.format(query="x")),
    ],
)
def test_a_complaint_about_the_query_is_passed_on(page: Page, signature: NoResultSignature) -> None:
    kind, reason = judged(page, extraction(0), signature, query='"')
    assert kind is AnswerKind.ERROR
    assert "Error: 3 quotes are unbalanced" in reason


@pytest.mark.parametrize("status", [200, 503])
def test_a_robot_check_is_blocked(status: int, signature: NoResultSignature) -> None:
    markup = b"<title>Just a moment...</title><p>Checking your browser<script>_cf_chl_opt</script>"
    page = parse_page(markup, URL.format(query="fish"), status=status)
    kind, reason = judged(page, extraction(0), signature, query="fish")
    assert kind is AnswerKind.BLOCKED
    assert "Cloudflare" in reason


@pytest.fixture(scope="module")
def start_page() -> NoResultSignature:
    return learn_no_result_signature([(page_of("<p>Ask us anything.</p>", "?!"), "?!")])


def test_a_start_page_is_understood_only_where_nothing_was_asked(
    signature: NoResultSignature, start_page: NoResultSignature
) -> None:
    def kind_of(query: str) -> AnswerKind:
        page = page_of("<p>Ask us anything.</p>", query)
        found = extraction(0)
        return classify_answer(page, found, signature, query=query, start_pages=(start_page,)).kind

    assert kind_of("?!") is AnswerKind.NO_RESULTS
    # The parameter was renamed: every query gives the start page.
    assert kind_of("fish") is AnswerKind.BROKEN


@pytest.mark.parametrize(
    "claim", ["1-10 of 200", "Results 1 to 10 of about 1,230", "200 results for fish"]
)
def test_a_page_that_claims_matches_is_never_empty(
    signature: NoResultSignature, claim: str
) -> None:
    page = page_of(f"<p>Nothing was found.</p><h2>{claim}</h2>")
    kind, reason = judged(page, extraction(0), signature, query="fish")
    assert kind is AnswerKind.BROKEN
    assert claim.split()[-1] in reason or "200" in reason or "1230" in reason


@pytest.mark.parametrize(
    "words", ["Kein Dokument entspricht Ihrer Anfrage.", "検索結果はありません", "0 matches"]
)
def test_the_no_result_page_in_other_words(signature: NoResultSignature, words: str) -> None:
    page = page_of(f"<p>{words}</p><p>Sonst gibt es hier noch einigen anderen Text.</p><p>Mehr</p>")
    assert (
        classify_answer(page, extraction(0), signature, query="fish").kind is AnswerKind.NO_RESULTS
    )
    links = "".join(f"<li><a href=/new/{n}x>fish {n}</a>" for n in "abcdefgh")
    page = page_of(f"<p>{words}</p><p>Sonst noch</p><p>Mehr</p><p>Und mehr</p><ul>{links}</ul>")
    assert classify_answer(page, extraction(0), signature, query="fish").kind is AnswerKind.BROKEN


def test_what_the_no_result_page_counts_are_no_matches() -> None:
    index = "<p>This index holds 345 documents.</p>"
    learned = learn_no_result_signature(
        [(page_of(f"{index}<p>Nothing was found.</p>", "qzvx"), "qzvx")],
        [(results_page(), "fish")],
    )
    page = page_of(f"<div>{index}</div><p>Nothing was found.</p>")
    misread = extraction(0, HitsLine(345))
    assert classify_answer(page, misread, learned, query="fish").kind is AnswerKind.NO_RESULTS
    page = page_of("<p>We have 345 documents for you.</p><p>Nothing was found.</p>")
    assert classify_answer(page, misread, learned, query="fish").kind is AnswerKind.BROKEN


def test_hidden_words_do_not_empty_a_redesigned_page(signature: NoResultSignature) -> None:
    hidden = "<p>Nothing was found.</p>"
    cards = "".join(f"<dd><a href=/card/{n}x>fish {n}</a>" for n in "abcdefghijkl")
    kind, _ = judged(page_of(hidden + cards), extraction(0), signature, query="fish")
    assert kind is AnswerKind.BROKEN
    trends = page_of(hidden + cards.replace("fish", "trend"))
    assert (
        classify_answer(trends, extraction(0), signature, query="fish").kind
        is AnswerKind.NO_RESULTS
    )


def test_tips_alone_do_not_empty_a_redesigned_page() -> None:
    tips = "<p>Astuce du jour</p>"
    learned = learn_no_result_signature(
        [(page_of(tips, "qzvx"), "qzvx")], [(results_page(), "fish")]
    )
    assert classify_answer(page_of(tips), extraction(0), learned).kind is AnswerKind.NO_RESULTS
    links = "".join(f"<dd><a href=/other/{n}x>fish {n}</a>" for n in "abcdefghijkl")
    kind, _ = judged(page_of(tips + links), extraction(0), learned, query="fish")
    assert kind is AnswerKind.BROKEN


@pytest.mark.parametrize(
    ("main", "reason"),
    [
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
    ],
)
def test_messages_within_the_sites_own_chrome_are_named(
    main: str, reason: AnswerReason, signature: NoResultSignature
) -> None:
    judged = classify_answer(page_of(main), extraction(0), signature, query="fish")
    assert judged.reason is reason, judged.detail


def test_what_the_site_says_on_every_page_is_no_message() -> None:
    login = "<p>Please log in to save searches.</p><p>Search is being updated: maintenance.</p>"
    learned = learn_no_result_signature(
        [(page_of(f"{login}<p>Nothing was found.</p>", "qzvx"), "qzvx")],
        [(results_page(), "fish")],
    )
    judged = classify_answer(page_of(f"{login}<p>x7</p>"), extraction(0), learned, query="fish")
    assert judged.reason is AnswerReason.NOT_UNDERSTOOD
    page = page_of(f"{login}<p>No documents match your query.</p>")
    judged = classify_answer(page, extraction(0), learned, query="fish")
    assert judged.reason is AnswerReason.SAYS_NOTHING_FOUND


def test_a_message_in_place_of_nothing_found_is_not_nothing_found() -> None:
    """The page is the same but for one of many lines."""
    chrome = "".join(
        f"<p>Line {letter} of the menu</p>" for letter in "abcdefghijklmnopqrstuvwx" * 4
    )
    learned = learn_no_result_signature(
        [(page_of(f"{chrome}<p>Nothing was found.</p>", "qzvx"), "qzvx")],
        [(results_page(), "fish")],
    )
    page = page_of(f"{chrome}<p>Please wait 20 seconds between searches.</p>")
    judged = classify_answer(page, extraction(0), learned, query="fish")
    assert judged.reason is AnswerReason.RATE_LIMITED


def test_a_hits_line_is_not_taken_for_a_message(signature: NoResultSignature) -> None:
    page = page_of("<p>89 results for fish</p>")
    judged = classify_answer(page, extraction(0, HitsLine(89)), signature, query="fish")
    assert judged.reason is AnswerReason.CLAIMS_MATCHES_SHOWS_NONE


def test_a_long_query_finds_nothing_either() -> None:
    def nothing(query: str) -> Page:
        return page_of(f"<p>No documents match <b>{query}</b>, try other words please.</p>", query)

    learned = learn_no_result_signature(
        [(nothing("qzvx"), "qzvx"), (nothing("vzxq"), "vzxq")], [(results_page(), "fish")]
    )
    query = " ".join(f"word{n}" for n in range(60))
    judged = classify_answer(nothing(query), extraction(0), learned, query=query)
    assert judged.kind is AnswerKind.NO_RESULTS


HABITS = IntegrityConstraints(is_closed=True, shows_query=True, names_query=True)


def about(query: str, asked: str, count: int = 10, end: str = "</html>") -> Page:
    """Return a result page of `query` whose search field holds `asked`."""
    field = f"<input name=q value={asked}>"
    records = "".join(f"<li><a href=/d/{n}>{query} {n}</a>" for n in range(count))
    body = f"<html><title>Find</title><form>{field}</form><ol>{records}</ol>{end}"
    return parse_page(body.encode(), "http://s.example/find")


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
def test_answers_are_held_to_the_habits_of_the_pages(
    page: Page, title: str, reason: AnswerReason
) -> None:
    found = extraction(10, title=title)
    judged = classify_answer(page, found, query="fish", constraints=HABITS)
    assert judged.reason is reason, judged.detail
    assert classify_answer(about("cheese", "x"), found, query="fish").kind is AnswerKind.RESULTS


def test_later_pages_need_not_name_the_query() -> None:
    """What has its words in the title comes first."""
    page, found = about("cheese", "fish"), extraction(10, title="cheese")
    judged = classify_answer(page, found, query="fish", constraints=HABITS, is_first_page=False)
    assert judged.kind is AnswerKind.RESULTS


def test_a_cut_page_without_records_is_an_error(signature: NoResultSignature) -> None:
    page = page_of("<p>x")
    judged = classify_answer(page, extraction(0), signature, query="fish", is_cut=True)
    assert judged.reason is AnswerReason.CUT_SHORT


def test_every_reason_has_a_kind_and_its_own_value() -> None:
    assert {reason.kind for reason in AnswerReason} == set(AnswerKind)
    assert all(AnswerReason(str(reason)) is reason for reason in AnswerReason)


def test_an_address_with_markup_is_torn(signature: NoResultSignature) -> None:
    torn = ResultRecord("http://s.example/d/4%3C/div%3E%3Cli%3E%3Ca%20href=", "Title")
    address = "http://s.example/doi/10.1002/(SICI)1097(1999)50:9%3C1::AID-A1%3E3.0.CO;2-1"
    doi = ResultRecord(address, "Title")
    records = extraction(4).records
    judged = classify_answer(results_page(), Extraction((*records, torn)), signature)
    assert judged.reason is AnswerReason.CONTRADICTION
    judged = classify_answer(results_page(), Extraction((*records, doi)), signature)
    assert judged.reason is AnswerReason.RECORDS


@pytest.mark.parametrize(
    ("query", "title", "reason"),
    [
        ("\N{GRINNING FACE}", "Today in the news", AnswerReason.NOTHING_TO_ASK),
        ("\N{GRINNING FACE}", "All of \N{GRINNING FACE}", AnswerReason.RECORDS),
        ("???", "Today in the news", AnswerReason.NOTHING_TO_ASK),
        ("\u65e5\u672c", "Today in the news", AnswerReason.RECORDS),
        ("C++", "Today in the news", AnswerReason.RECORDS),
    ],
)
def test_articles_of_a_start_page_are_no_results_of_signs(
    signature: NoResultSignature, query: str, title: str, reason: AnswerReason
) -> None:
    found = extraction(10, title=title)
    assert classify_answer(results_page(), found, signature, query=query).reason is reason


@pytest.mark.parametrize(
    ("more", "reason"),
    [("", AnswerReason.ENGINE_MESSAGE), (" as told of it" * 20, AnswerReason.NOT_UNDERSTOOD)],
)
def test_the_text_of_a_record_is_no_complaint(
    signature: NoResultSignature, more: str, reason: AnswerReason
) -> None:
    page = page_of(f"<p>Your query is too short{more}.</p>")
    assert classify_answer(page, Extraction(()), signature, query="fish").reason is reason
