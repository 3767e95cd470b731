"""Pages of somebody else, and what pages say of their records or by the way."""

from collections.abc import Callable
from functools import partial

import pytest

from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import Page, parse_page
from tests.cases import cases
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.hits_line import HitsLineRule
from wrappers.extraction.lines import Place
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.no_result import learn_no_result_signature

CASES = cases(__file__)
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
    answer = reader.answer(page, query, extraction, 1, is_cut=False)
    return Classification(answer.reason, answer.detail)


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


NOTHING, ROBOTS, OUTAGES, INNOCENT = (
    [notice.format(query="falcon") for notice in CASES[name]]
    for name in ("nothing", "robots", "outages", "innocent")
)


def page(
    query: str,
    notice: str = "",
    about: str | None = None,
    end: str = "",
    counted: str = "<p>10 results for {query} (0.05 seconds)</p>",
) -> Page:
    """Return a page of ten records about a word (the query), with a notice above them."""
    word = query if about is None else about
    records = "".join(
        f"<li><a href=/d/{word[:6]}-{n}>A {word} of story {n}</a><p>What {word} number {n} was."
        for n in range(10)
    )
    return of_engine(f"{counted.format(query=query)}{notice}<ol>{records}</ol>{end}", query)


def empty(query: str) -> Page:
    said = f"<p>Your search for {query} did not match any document.</p><p>Check the spelling.</p>"
    return of_engine(said, query)


@pytest.fixture(scope="module")
def ten_reader() -> AnswerReader:
    return reader_of(page, empty)


@pytest.fixture(scope="module")
def counting() -> AnswerReader:
    """Return what reads pages all of which count their matches."""
    line = HitsLineRule((Place(("html", "body", "p")),), (), ())
    return reader_of(page, empty, PLAIN.replace(hits_line=line))


judged_ten = partial(judged, records=10)


@pytest.mark.parametrize(
    ("kind", "reason", "notice"),
    [
        *((AnswerKind.NO_RESULTS, AnswerReason.SAYS_NOTHING_FOUND, notice) for notice in NOTHING),
        *((AnswerKind.BLOCKED, AnswerReason.ROBOT_CHECK, notice) for notice in ROBOTS),
        *((AnswerKind.ERROR, AnswerReason.MAINTENANCE, notice) for notice in OUTAGES),
        (AnswerKind.BLOCKED, AnswerReason.RATE_LIMITED, "<p>You have sent too many requests.</p>"),
        (AnswerKind.BLOCKED, AnswerReason.REFUSED, "<p>Your IP address has been blocked.</p>"),
        (AnswerKind.ERROR, AnswerReason.SERVER_ERROR, "<p>An internal error occurred.</p>"),
    ],
)
def test_words_above_records_of_something_else(kind, reason, notice, ten_reader):
    found = judged_ten(ten_reader, page("falcon", notice, about="teapot"))
    assert (found.kind, found.reason) == (kind, reason), found
    if kind is not AnswerKind.NO_RESULTS and notice in (*ROBOTS, *OUTAGES):
        # Nor are they results where the records, of an earlier day, have the word.
        assert judged_ten(ten_reader, page("falcon", notice)).kind is not AnswerKind.RESULTS


@pytest.mark.parametrize("notice", INNOCENT)
def test_innocent_words_leave_records_alone(notice, ten_reader, counting):
    assert judged_ten(ten_reader, page("falcon", notice)).reason is AnswerReason.RECORDS
    # Some pages count no matches, though all learned from did.
    if not any(said in notice for said in ("Captcha", "Log in", "was ignored")):
        uncounted = page("falcon", notice, counted="")
        assert judged_ten(counting, uncounted).reason is AnswerReason.RECORDS
    # Synonyms, pictures: some engines' records have nothing of the query.
    if "class=banner" in notice:
        lenient = AnswerReader(wrapper=ten_reader.wrapper, no_result=ten_reader.no_result)
        found = judged_ten(lenient, page("falcon", notice, about="teapot"))
        assert found.reason is AnswerReason.RECORDS


@pytest.mark.parametrize(
    ("query", "notice", "about", "counted", "end", "by", "reason"), CASES["said"]
)
def test_what_is_said_and_of_what(
    query, notice, about, counted, end, by, reason, ten_reader, counting
):
    lenient = AnswerReader(wrapper=ten_reader.wrapper, no_result=ten_reader.no_result)
    readers = {"usual": ten_reader, "counting": counting, "lenient": lenient}
    given = {"about": about, "counted": counted}
    options = {name: value for name, value in given.items() if value != "-"}
    notice = notice.format(nothing0=NOTHING[0], nothing2=NOTHING[2])
    shown = page(query, notice, end=end, **options)
    assert judged_ten(readers[by], shown, query).reason.name == reason


def test_what_good_pages_say_tells_nothing():
    """A banner that stood on the pages learned from; wrappers kept from before know none."""
    banner = "<div>No results here are for sale. The shop is under maintenance.</div>"
    ten_reader = reader_of(partial(page, notice=banner), empty)
    assert ten_reader.constraints.notices
    lenient = AnswerReader(
        wrapper=ten_reader.wrapper,
        no_result=ten_reader.no_result,
        constraints=IntegrityConstraints(notices=ten_reader.constraints.notices),
    )
    shown = page("falcon", banner, about="teapot")
    assert judged_ten(lenient, shown).reason is AnswerReason.RECORDS
    assert judged_ten(reader_of(page, empty), shown).kind is not AnswerKind.RESULTS


@pytest.mark.parametrize(("reason", "said", "leading"), CASES["instead"])
def test_words_in_the_place_of_the_hits_line(reason, said, leading, counting, ten_reader):
    """The records may have the word asked for all the same."""
    assert counting.constraints.counts_matches
    uncounted = page("falcon", f"<p>{said}</p>", counted="")
    assert judged_ten(counting, uncounted).reason is AnswerReason[reason]
    # Where some pages count nothing, what leads in to the records tells.
    led_in = page("falcon", f"<h2>{said} {leading}</h2>", counted="")
    assert judged_ten(ten_reader, led_in).reason is AnswerReason[reason]
    # Beside the hits line they leave records alone.
    beside = judged_ten(counting, page("falcon", f"<p>{said} {leading}</p>"))
    assert beside.reason is AnswerReason.RECORDS


def with_one_about_falcons(few: Page) -> Page:
    return parse_page(few.body.replace(b"number 3 was", b"falcon 3 was"), few.url)


@pytest.mark.parametrize(("said", "reason"), CASES["about_the_query"])
def test_new_words_about_the_query_above_records_that_have_little_of_it(said, reason, ten_reader):
    assert ten_reader.constraints.query_lines
    some = with_one_about_falcons(page("falcon", said, about="garden"))
    assert judged_ten(ten_reader, some).reason.name == reason
    assert judged_ten(ten_reader, page("falcon", said)).reason is AnswerReason.RECORDS


def test_records_with_little_of_the_query_where_no_matches_are_counted(counting):
    few = page("falcon", "<p>Well met.</p>", about="garden", counted="")
    assert judged_ten(counting, with_one_about_falcons(few)).reason is AnswerReason.QUERY_IGNORED
