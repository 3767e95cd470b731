"""Further pages of an answer: another page, no page, the same page, an unknown way on."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from discovery.connection.description import PageNumber, PagingRule
from discovery.connection.form_description import describe_template
from discovery.connection.login import AS_USUAL
from discovery.connection.requests import EngineRequest
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import parse_page
from discovery.web.fetching import Fetcher
from discovery.web.local_delay import LoopDelay
from discovery.web.response import Response
from discovery.web.visitor import Visitor
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.client import EngineClient
from wrappers.engines.query_session import ask, opened_instead
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

HOME = "http://s.example/"
WORDS = ("fish", "cheese", "river", "stone")


def page(query: str, number: int = 1, *, total: int = 34, pager: str = "") -> str:
    first = (number - 1) * 10
    records = "".join(
        f"<li class=hit><a href=/d/{query}{n}><b>{query} {n}</b></a><p>All about {query} {n}.</p>"
        for n in range(first, first + 10)
    )
    field = f"<input name=q value='{query}'>"
    return (
        f"<html><title>Find</title><form action=/find>{field}</form>"
        f"<p>{total} results for {query}</p><ol>{records}</ol>{pager}<p>About us</p></html>"
    )


def nothing(query: str) -> str:
    form, _, _ = page(query).partition("<p>")
    return f"{form}<p>Nothing was found.</p><p>About us</p></html>"


class Site:
    """Answers in place of the web as a test says; stands in for a `Fetcher`."""

    def __init__(self, answer: Callable[[str], str | tuple[int, str]]) -> None:
        self.delay, self.visitor = LoopDelay(), Visitor(AS_USUAL)
        self.client = EngineClient(cast(Fetcher, self))
        self._answer = answer
        self.asked: list[str] = []

    def as_visitor(self, visitor: Visitor) -> "Site":
        return self

    async def fetch(self, request: EngineRequest, **options: object) -> Response:
        self.asked.append(request.url)
        given = self._answer(request.url)
        status, body = given if isinstance(given, tuple) else (200, given)
        headers = {"Retry-After": "120"} if status == 429 else {}
        return Response(request.url, status, "text/html", headers, body.encode())


@pytest.fixture(scope="module")
def engine() -> ReadyEngine:
    """An engine whose pages showed no way to further ones."""
    totals = (34, 52, 117, 208)
    pages = [page(word, total=total) for word, total in zip(WORDS, totals, strict=True)]
    found = [(parse_page(p.encode(), HOME), word) for p, word in zip(pages, WORDS, strict=True)]
    empty = [(parse_page(nothing(word).encode(), HOME), word) for word in ("zxqv", "qvzx")]
    learned = learn_wrapper([Sample(*pair) for pair in found], empty[0][0])
    return ReadyEngine(
        slug="one",
        name="One",
        state="ACTIVE",
        home_url=HOME,
        version=1,
        description=describe_template(f"{HOME}find?q={{searchTerms}}", site_name="One"),
        wrapper=learned.wrapper,
        no_result=learn_no_result_signature(empty, found),
    )


def with_paging(engine: ReadyEngine) -> ReadyEngine:
    rule = PagingRule((PageNumber("page", first=1, step=1),))
    return replace(engine, description=replace(engine.description, paging=rule))


async def second_page(engine: ReadyEngine, site: Site) -> Answer:
    return await ask(site.client, engine, "fish", page=2)


@pytest.mark.parametrize("number", [2, 5])
async def test_a_way_on_that_was_never_seen_is_learned_from_the_answer(engine, number):
    def show(url: str) -> str:
        shown = int(url.partition("page=")[2] or "1")
        around = [n for n in range(max(1, shown - 3), shown + 4) if n != shown]
        links = "".join(f"<a href='/find?of=7a&page={n}'>{n}</a> " for n in around)
        pager = f"<p>{links}<a class=next href='/find?of=7a&page={shown + 1}'>Next</a>"
        return page("fish", shown, total=340, pager=pager)

    answer = await ask(Site(show).client, engine, "fish", page=number)
    assert answer.reason is AnswerReason.RECORDS
    assert answer.records[0].title == f"fish {10 * (number - 1)}"


@pytest.mark.parametrize(
    ("is_paged", "number", "total", "shown", "reason"),
    [
        # A page past the end says once more how many there are.
        *(
            (True, number, total, 0, "PAST_LAST_PAGE")
            for number, total in ((2, 10), (7, 10), (5, 34))
        ),
        *((True, number, 34, 0, "CLAIMS_MATCHES_SHOWS_NONE") for number in (2, 4)),
        # A page that claims more has no last page.
        (False, 2, 34, 1, "NEXT_PAGE_UNKNOWN"),
        (False, 2, 10, 1, "PAST_LAST_PAGE"),
        # The first page again, the last page again, and another one.
        (True, 2, 34, 1, "SAME_PAGE_AGAIN"),
        (True, 2, 10, 1, "PAST_LAST_PAGE"),
        (True, 2, 34, 2, "RECORDS"),
        # The last page is shown for each after it.
        (True, 3, 34, 3, "RECORDS"),
        (True, 4, 34, 4, "RECORDS"),
        *((True, number, 34, 4, "PAST_LAST_PAGE") for number in (5, 40)),
        # So many are shown, not found.
        (True, 5, 10, 4, "RECORDS"),
    ],
)
async def test_further_pages(engine, is_paged, number, total, shown, reason):
    def show(url: str) -> str:
        if "page=" not in url:
            return page("fish", total=total)
        without = page("fish", total=total).partition("<ol>")[0] + "<p>About us</p></html>"
        return page("fish", shown, total=total) if shown else without

    asked = with_paging(engine) if is_paged else engine
    answer = await ask(Site(show).client, asked, "fish", page=number)
    assert answer.reason.name == reason, answer.detail
    assert bool(answer.records) is (reason == "RECORDS")
    if reason == "SAME_PAGE_AGAIN":
        known = Site(show)
        await ask(known.client, asked, "fish")
        assert (await second_page(asked, known)).reason.name == reason
        assert len(known.asked) == 2, "the first page is not asked for again"


async def test_a_way_on_that_leads_past_the_end_is_the_end(engine):
    pager = "<p><b>1</b> <a href='/find?q=fish&page=2'>2</a> <a href='/find?q=fish&page=2'>Next</a>"
    empty = page("fish", total=10, pager=pager).replace("<ol>", "<!--").replace("</ol>", "-->")
    site = Site(lambda url: empty if "page=2" in url else page("fish", total=10, pager=pager))
    assert (await second_page(engine, site)).reason is AnswerReason.PAST_LAST_PAGE


async def test_an_engine_that_asks_for_a_pause_has_it(engine):
    from metasearch.search.dispatch import ask_engine

    site = Site(lambda url: (429, "<p>Slow down"))
    first = await ask_engine(site.client, engine, "fish", 1)
    again = await ask_engine(site.client, engine, "cheese", 1)
    assert (first.reason, again.reason) == (AnswerReason.RATE_LIMITED,) * 2
    assert "asked again in" in again.detail
    assert len(site.asked) == 1
    await ask_engine(EngineClient(cast(Fetcher, site)), engine, "cheese", 1)
    assert len(site.asked) == 2


@pytest.mark.parametrize(
    ("is_ours", "kept"), [(False, ["/d/fish0"]), (True, ["/d/fish0", "/d/fish1", "/d/fish2"])]
)
async def test_a_public_engine_leads_into_no_private_network(engine, is_ours, kept):
    body = page("fish", total=10)
    for number in range(1, 10):
        host = ("http://0x7f.1:8080", "http://printer.local.")[number % 2]
        body = body.replace(f"href=/d/fish{number}", f"href={host}/d/fish{number}")
    site = Site(lambda url: body)
    site.is_private = lambda url: is_ours
    answer = await ask(site.client, engine, "fish")
    paths = [str(record.url).partition("//")[2].partition("/")[2] for record in answer.records]
    assert [f"/{path}" for path in paths][:3] == kept
    assert answer.left_out == 0


LINE = "A cold-blooded animal that lives in water all its life and breathes by means of its gills."


@pytest.mark.parametrize(
    ("place", "heading", "form", "is_opened"),
    [
        ("d/fish", "Fish", "<input name=q>", True),
        ("find?title=Fish", "Fish", "", True),
        ("d/fish-of-rivers", "The <i>fish</i> of rivers", "", True),
        ("d/birds", "Birds", "", False),
        # A page of results that is not understood stays one.
        ("find?q=fish", "Fish", "", False),
        ("found/fish", "Fish", "<input name=q value=fish>", False),
        ("found/fish", "Search results: fish", "", False),
    ],
)
async def test_a_page_opened_in_place_of_a_list_is_the_record(
    engine, place, heading, form, is_opened
):
    class Leading(Site):
        async def fetch(self, request: EngineRequest, **options: object) -> Response:
            return replace(await super().fetch(request, **options), url=f"{HOME}{place}")

    body = f"<html><title>Shelf</title>{form}<h1>{heading}</h1><p>More.</p><p>{LINE}</p></html>"
    site = Leading(lambda _: body)
    answer = await ask(site.client, engine, "fish")
    assert answer.kind is AnswerKind.BROKEN
    answer = await opened_instead(site.client, engine, "fish", answer, time.monotonic() + 30)
    assert (answer.reason is AnswerReason.PAGE_ITSELF) is is_opened
    if is_opened:
        (record,) = answer.records
        told = (record.url, record.title, record.snippet)
        assert told == (f"{HOME}{place}", re.sub("<.*?>", "", heading), LINE)
