"""What a page says of its records outweighs them; what it says by the way does not."""

from functools import partial

import pytest

from discovery.pages.page import Page, parse_page
from tests.cases import cases_of
from tests.wrappers.extraction.test_foreign import PLAIN, of_engine, reader_of
from tests.wrappers.extraction.test_foreign import judged as judged_page
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.hits_line import HitsLineRule
from wrappers.extraction.lines import Place

CASES = cases_of(__file__)
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
def reader() -> AnswerReader:
    return reader_of(page, empty)


@pytest.fixture(scope="module")
def counting() -> AnswerReader:
    """Return what reads pages all of which count their matches."""
    line = HitsLineRule((Place(("html", "body", "p")),), (), ())
    return reader_of(page, empty, PLAIN.replace(hits_line=line))


judged = partial(judged_page, records=10)


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
def test_words_above_records_of_something_else(kind, reason, notice, reader):
    found = judged(reader, page("falcon", notice, about="teapot"))
    assert (found.kind, found.reason) == (kind, reason), found
    if kind is not AnswerKind.NO_RESULTS and notice in (*ROBOTS, *OUTAGES):
        # Nor are they results where the records, of an earlier day, have the word.
        assert judged(reader, page("falcon", notice)).kind is not AnswerKind.RESULTS


@pytest.mark.parametrize("notice", INNOCENT)
def test_innocent_words_leave_records_alone(notice, reader, counting):
    assert judged(reader, page("falcon", notice)).reason is AnswerReason.RECORDS
    # Some pages count no matches, though all learned from did.
    if not any(said in notice for said in ("Captcha", "Log in", "was ignored")):
        uncounted = page("falcon", notice, counted="")
        assert judged(counting, uncounted).reason is AnswerReason.RECORDS
    # Synonyms, pictures: some engines' records have nothing of the query.
    if "class=banner" in notice:
        lenient = AnswerReader(wrapper=reader.wrapper, no_result=reader.no_result)
        found = judged(lenient, page("falcon", notice, about="teapot"))
        assert found.reason is AnswerReason.RECORDS


ROBOT_CHECK = "<p>Please verify you are human.</p><div class='g-recaptcha' data-sitekey=x></div>"
AT_THE_END = "<div class=modal><p>Unusual traffic from your network: are you a robot?</p></div>"
CORRECTED = "<p>No results for recieve. Showing results for <a href='/find?q=receive'>receive</a>"
SPOKEN_OF = "captcha, unusual traffic, no results found: verify you are human"
SIMILAR = "<p>No exact match for peregrine falcon. Showing similar results instead.</p>"
IGNORED = "<p>The word the was ignored: too common.</p>"


@pytest.mark.parametrize(
    ("shown", "query", "by", "reason"),
    [
        # Offers of others for the word asked are offers.
        (page("falcon", NOTHING[0]), "falcon", "reader", AnswerReason.SAYS_NOTHING_FOUND),
        (page("falcon", NOTHING[2]), "falcon", "reader", AnswerReason.SAYS_NOTHING_FOUND),
        # An embedded check bears its words out; a notice may stand at the end.
        (page("falcon", ROBOT_CHECK), "falcon", "reader", AnswerReason.ROBOT_CHECK),
        (page("falcon", about="teapot", end=AT_THE_END), "falcon", "reader",
         AnswerReason.ROBOT_CHECK),
        # Records that speak of such things, those of a corrected query, those of parts of it.
        (page("turing", about=SPOKEN_OF), "turing", "lenient", AnswerReason.RECORDS),
        (page("recieve", CORRECTED, about="receive"), "recieve", "lenient", AnswerReason.RECORDS),
        (page("peregrine falcon", SIMILAR, about="falcon"), "peregrine falcon", "reader",
         AnswerReason.RECORDS),
        # A word of the query that is left out is no complaint.
        (page("the falcon", IGNORED, about="falcon", counted=""), "the falcon", "counting",
         AnswerReason.RECORDS),
        # A denial leads in to other things, a question is none.
        *((page("falcon", f"<p>{said}</p>", counted=""), "falcon", "reader", reason)
          for said, reason in (
            ("0 documents for falcon. Readers of today chose:", AnswerReason.SAYS_NOTHING_FOUND),
            ("Nothing found for falcon. Readers chose:", AnswerReason.SAYS_NOTHING_FOUND),
            ("Nothing found for falcon? Ask at the desk:", AnswerReason.RECORDS),
            ("Version 1.0 of falcon is out:", AnswerReason.RECORDS),
        )),
    ],
)  # fmt: skip
def test_what_is_said_and_of_what(shown, query, by, reason, reader, counting):
    lenient = AnswerReader(wrapper=reader.wrapper, no_result=reader.no_result)
    readers = {"reader": reader, "counting": counting, "lenient": lenient}
    assert judged(readers[by], shown, query).reason is reason


def test_what_good_pages_say_tells_nothing():
    """A banner that stood on the pages learned from; wrappers kept from before know none."""
    banner = "<div>No results here are for sale. The shop is under maintenance.</div>"
    reader = reader_of(partial(page, notice=banner), empty)
    assert reader.constraints.notices
    lenient = AnswerReader(
        wrapper=reader.wrapper,
        no_result=reader.no_result,
        constraints=IntegrityConstraints(notices=reader.constraints.notices),
    )
    shown = page("falcon", banner, about="teapot")
    assert judged(lenient, shown).reason is AnswerReason.RECORDS
    assert judged(reader_of(page, empty), shown).kind is not AnswerKind.RESULTS


@pytest.mark.parametrize(("reason", "said", "leading"), CASES["instead"])
def test_words_in_the_place_of_the_hits_line(reason, said, leading, counting, reader):
    """The records may have the word asked for all the same."""
    assert counting.constraints.counts_matches
    uncounted = page("falcon", f"<p>{said}</p>", counted="")
    assert judged(counting, uncounted).reason is AnswerReason[reason]
    # Where some pages count nothing, what leads in to the records tells.
    led_in = page("falcon", f"<h2>{said} {leading}</h2>", counted="")
    assert judged(reader, led_in).reason is AnswerReason[reason]
    # Beside the hits line they leave records alone.
    beside = judged(counting, page("falcon", f"<p>{said} {leading}</p>"))
    assert beside.reason is AnswerReason.RECORDS


# Of words that no list has; what says nothing new, or only asks, leaves records alone.
ABOUT_THE_QUERY = (
    ("<p>We never had falcon on our shelves. See these.</p>", AnswerReason.SHOWN_INSTEAD),
    ("<p>Bertsolariak: falcon ezin izan da aurkitu</p>", AnswerReason.SHOWN_INSTEAD),
    ("<p>10 results for falcon (0.07 seconds)</p>", AnswerReason.RECORDS),
    ("<p>Open until nine on weekdays.</p>", AnswerReason.RECORDS),
)


def with_one_about_falcons(few: Page) -> Page:
    return parse_page(few.body.replace(b"number 3 was", b"falcon 3 was"), few.url)


@pytest.mark.parametrize(("said", "reason"), ABOUT_THE_QUERY)
def test_new_words_about_the_query_above_records_that_have_little_of_it(said, reason, reader):
    assert reader.constraints.query_lines
    some = with_one_about_falcons(page("falcon", said, about="garden"))
    assert judged(reader, some).reason is reason
    assert judged(reader, page("falcon", said)).reason is AnswerReason.RECORDS


def test_records_with_little_of_the_query_where_no_matches_are_counted(counting):
    few = page("falcon", "<p>Well met.</p>", about="garden", counted="")
    assert judged(counting, with_one_about_falcons(few)).reason is AnswerReason.QUERY_IGNORED
