"""A page that has nothing of the engine is somebody else's; a redesigned engine still is one."""

from collections.abc import Callable

import pytest

from discovery.pages.page import Page, parse_page
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.answers.obstacles import Classification
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.no_result import learn_no_result_signature

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


LINKS = "<ul><li><a href=/?c=1>Boats</a><li><a href=/?c=2>Loans</a><li><a href=/?c=3>Shoes</a></ul>"
FOREIGN = (
    (AnswerReason.REFUSED, "<title>Bytes</title><h1>No bytes are left</h1><p>Top up to go on.</p>"),
    (AnswerReason.REFUSED, "<h1>Dein Tarif ist erschöpft</h1><a href=/mehr>Mehr davon</a>"),
    (AnswerReason.REFUSED, "<h2>Lo spot non parte?</h2><p>Spegni il blocco e ricarica.</p>"),
    (AnswerReason.REFUSED, "<h1>Номер телефона</h1><form method=post><input name=n type=tel>"),
    (AnswerReason.REFUSED, f"<h1>This name can be yours</h1><p>Make an offer.</p>{LINKS}"),
    (AnswerReason.REFUSED, "<h1>このページは準備中です</h1><p>しばらくお待ちを。</p>"),
    (AnswerReason.REFUSED, "<h2>We found no such site</h2><p>0 hosts have this name.</p>"),
    (AnswerReason.SERVER_ERROR, "<title>Error 77</title><h1>The box is out of order</h1>"),
    (AnswerReason.SERVER_ERROR, "<h1>Erreur de routage</h1><p>R-9</p>"),
    (AnswerReason.SERVER_ERROR, "<h2>接続エラー</h2><p>77</p>"),
    (AnswerReason.SERVER_ERROR, "<h1>Сбой маршрутизации</h1>"),
    # A line that is down.
    (AnswerReason.CONNECTION, "<h1>You are not connected to the Internet</h1><p>A cable?"),
    (AnswerReason.CONNECTION, "<title>Keine Internetverbindung</title><p>Kabel prüfen."),
    (AnswerReason.CONNECTION, "<h2>Нет подключения к Интернету</h2>"),
    (AnswerReason.CONNECTION, "<h1>インターネットに接続されていません</h1>"),
    (AnswerReason.LOGIN, "<h1>No Internet yet: log in</h1><form><input name=room></form>"),
    # The first page of a new server.
    (AnswerReason.CLIENT_ERROR, "<h1>It works!</h1><p>Nothing was put here so far.</p>"),
    (AnswerReason.CLIENT_ERROR, "<title>Test page</title><h1>Apache test page</h1><p>Add content."),
    (AnswerReason.CLIENT_ERROR, "<h1>Welcome to Caddy</h1><p>Your site goes here.</p>"),
)


@pytest.mark.parametrize(("reason", "html"), FOREIGN)
def test_a_page_of_somebody_else(reason, html, reader):
    found = judged(reader, alone(html))
    assert found.reason is reason, found


def test_its_own_heading_is_quoted_and_a_quota_of_the_host_is_no_fault_of_who_asks(reader):
    found = judged(reader, alone("<title>Bytes</title><h1>No bytes are left</h1>"))
    assert found.detail == "another page came in place of an answer: No bytes are left"
    page = alone("<h1>Bandwidth Limit Exceeded</h1><p>This site is suspended.</p>", status=509)
    assert judged(reader, page).reason is AnswerReason.SERVER_ERROR


CARDS = "".join(f"<section><a href=/card/{n}>Card {n}</a></section>" for n in range(12))
OF_THE_ENGINE = (
    # It asks for a query, shows the one asked, or has a list.
    "<h1>All is new</h1><form action=/neu><input type=search name=n><button>Go</button></form>",
    "<h1>Look here</h1><p>All about falcon, and more.</p>",
    f"<h1>Cards</h1>{CARDS}",
    # What is in it is not known.
    "<h1>All is new</h1><iframe src=/all></iframe>",
    # A line or a link of the engine's own.
    "<h1>All is new</h1><p>Open from ten to five</p>",
    "<h1>All is new</h1><a href=/ships>Vessels</a>",
)


@pytest.mark.parametrize("html", OF_THE_ENGINE)
def test_a_redesigned_engine_stays_one_to_be_mended(html, reader):
    assert judged(reader, alone(html)).kind is AnswerKind.BROKEN


def test_of_an_engine_without_known_pages_nothing_can_be_said(reader):
    unknown = AnswerReader(wrapper=reader.wrapper, constraints=reader.constraints)
    assert judged(unknown, alone(FOREIGN[0][1])).kind is AnswerKind.BROKEN


@pytest.mark.parametrize(
    ("kind", "query", "said"),
    [
        # The page without results in other words.
        *((AnswerKind.NO_RESULTS, "qxzw", said) for said in (
            "<h2>Inget alls om {query}</h2><p>Se efter hur det stavas</p>",
            "<h2>{query}: dim byd</h2><p>Rhowch gynnig arall</p>",
            "<h2>「{query}」　ゼロ</h2><p>つづり</p>",
        )),
        # What is built otherwise is another message.
        *((AnswerKind.BROKEN, "falcon", said) for said in (
            "<h2>The tide is too high</h2><p>Come tomorrow</p>",
            "<h2>Tide of {query}</h2>",
            "<h2>Tide of {query}</h2><p>High</p><p>Low</p>",
            "<h2>Tide of {query}</h2><p>See <a href=/tide/9>today</a></p>",
            "<p>Tide of {query}</p><h2>High</h2>",
        )),
    ],
)  # fmt: skip
def test_messages_within_the_engines_own_pages(kind, query, said, reader):
    found = judged(reader, nothing(query, said), query)
    assert found.kind is kind, found
