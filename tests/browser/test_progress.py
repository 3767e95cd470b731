"""Results arrive as engines answer, in a real browser, and never move under the reader's hand."""

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from discovery.pages.outcomes import AnswerReason
from discovery.web import local_delay
from metasearch.presentation import presenter
from tests.browser.test_search_pages import assert_accessible
from tests.metasearch.engines import Behaviour, after, answers, gives, hangs, records
from wrappers.engines.answer import Answer
from wrappers.engines.registry import UnavailableEngine
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.browser


class Gate:
    """Engines that answer when the test says so."""

    def __init__(self) -> None:
        self.opened: set[str] = set()

    def open(self, slug: str) -> None:
        self.opened.add(slug)

    def holds(self, slug: str, behaviour: Behaviour) -> Behaviour:
        async def behave(query: str, page: int) -> Answer:
            while slug not in self.opened:  # noqa: ASYNC110  opened from another thread
                await asyncio.sleep(0.01)
            return await behaviour(query, page)

        return behave


@pytest.fixture
def gate(engines, settings) -> Iterator[Gate]:
    settings.ENGINE_DEADLINE = 20.0
    gate = Gate()
    engines.add("first", gate.holds("first", gives("first", *records("a", "b"))), "First")
    engines.add("second", gate.holds("second", gives("second", *records("b", "c"))), "Second")
    engines.add("third", gate.holds("third", gives("third", *records("x", "y"))), "Third")
    engines.add("late", hangs, "Late")
    yield gate
    for slug in ("first", "second", "third"):
        gate.open(slug)


def titles(page: Page) -> list[str]:
    return page.locator(".result-title").all_inner_texts()


def begin(visitor, query: str = "nothing") -> Page:
    visitor.page.goto(f"{visitor.address}/search?q={query}", wait_until="commit")
    visitor.page.locator("#engines-heading").wait_for()
    return visitor.page


def test_results_come_and_settle_while_nobody_reads(visit, gate):
    visitor = visit()
    page = begin(visitor)
    assert page.get_by_text("Asking 4 engines").is_visible()
    assert page.locator("[part=pending]").locator("visible=true").count() == 4
    gate.open("first")
    page.locator(".result").nth(1).wait_for()
    assert titles(page) == ["Page a", "Page b"]
    assert page.locator("[part=pending]").locator("visible=true").count() == 3
    gate.open("second")
    page.locator(".result").nth(2).wait_for()
    assert titles(page) == ["Page b", "Page a", "Page c"]
    assert "2 engines agree" in page.locator(".result").first.inner_text()
    assert visitor.trouble == []


def test_what_comes_late_is_offered_and_moves_nothing(visit, gate):
    # Without the fading in: what is half faded has no contrast yet.
    page = begin(visit(reduced_motion="reduce"))
    gate.open("first")
    page.locator(".result").nth(1).wait_for()
    page.locator(".result").nth(1).hover()
    before = page.locator(".result").nth(1).bounding_box()
    gate.open("second")
    offer = page.get_by_role("button", name="Show further results (1): Second")
    offer.wait_for()
    assert titles(page) == ["Page a", "Page b"]
    assert page.locator(".result").nth(1).bounding_box() == before
    assert_accessible(page)
    offer.click()
    assert titles(page) == ["Page b", "Page a", "Page c"]
    assert not offer.is_visible()
    third = page.locator(".result-title a").nth(2)
    assert third.evaluate("element => element === document.activeElement")


@pytest.mark.parametrize("by", ["keyboard", "looking"])
def test_who_reads_without_the_mouse_is_not_disturbed(visit, gate, by):
    page = begin(visit())
    gate.open("first")
    page.locator(".result").nth(1).wait_for()
    if by == "keyboard":
        page.keyboard.press("Tab")
    else:
        page.wait_for_timeout(2_100)
    gate.open("second")
    offer = page.get_by_role("button", name="Show further results (1): Second")
    offer.wait_for()
    assert titles(page) == ["Page a", "Page b"]
    page.keyboard.press("s")
    assert titles(page) == ["Page b", "Page a", "Page c"]


def test_what_ranks_below_all_is_added_without_asking(visit, gate):
    page = begin(visit(), "page+b+c")
    gate.open("second")
    page.locator(".result").nth(1).wait_for()
    page.locator(".result").first.hover()
    gate.open("third")
    page.locator(".result").nth(3).wait_for()
    assert titles(page) == ["Page b", "Page c", "Page x", "Page y"]


def test_without_a_script_batches_stand_below_one_another(visit, gate):
    page = begin(visit(java_script_enabled=False))
    gate.open("first")
    page.locator(".result").nth(1).wait_for()
    gate.open("second")
    page.locator(".result").nth(2).wait_for()
    gate.open("third")
    page.locator(".result").nth(4).wait_for()
    assert titles(page) == ["Page a", "Page b", "Page c", "Page x", "Page y"]
    # The lines of the engines fill without a script.
    assert page.locator(".engine", has_text="Second").inner_text().startswith("Second")
    assert page.locator("[part=pending]").locator("visible=true").count() == 1


def test_who_leaves_stops_the_asking(served, engines, settings):
    settings.ENGINE_DEADLINE = 20.0
    begun, stopped = threading.Event(), threading.Event()

    async def waits(query: str, page: int) -> Answer:
        begun.set()
        try:
            return await hangs(query, page)
        finally:
            stopped.set()

    engines.add("late", waits, "Late")
    host, port = served.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as client:
        client.sendall(f"GET /search?q=x HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        while b"Asking 1 engine" not in client.recv(65_536):
            pass
        assert begun.wait(5)
        assert not stopped.is_set()
    assert stopped.wait(5)


DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# Half of what "good" means of Cumulative Layout Shift (web.dev/articles/cls).
GOOD = 0.05


def pages(*numbers):
    return [
        ResultRecord(
            f"https://site-{number % 7}.example/section/page-{number}.html",
            f"The title of page {number}, of middling length",
            f"Plain text {number} of words that say what it is about " * (2 + number % 3),
        )
        for number in numbers
    ]


@pytest.fixture
def slow_and_fast(engines, settings, monkeypatch):
    """Return a function that sets up ten engines, each with its own pace, that agree in part."""
    settings.ENGINE_DEADLINE = 3.0
    monkeypatch.setattr(local_delay, "FAIR_SHARE", 0.0)
    monkeypatch.setattr(presenter, "proposed_query", lambda answer, query: "swords")

    def set_up(per_engine):
        for place in range(7):
            slug = f"engine-{place}"
            found = pages(*range(place, place + per_engine))[::-1]
            engines.add(
                slug, after(0.4 + 0.3 * place, gives(slug, *found, total=1_234)), f"No. {place}"
            )
        broken = answers(Answer("broken", AnswerReason.NOT_UNDERSTOOD, 0.1, "no records"))
        engines.add("broken", after(0.5, broken), "A broken engine with a long name")
        engines.add("empty", after(0.9, gives("empty")), "Empty")
        engines.add("last", after(2.5, gives("last")), "Last")
        engines.resting = [UnavailableEngine("Resting", "PAUSED")]

    return set_up


@pytest.mark.parametrize(
    ("viewport", "scripted", "per_engine"),
    [(DESKTOP, True, 10), (DESKTOP, False, 1), (PHONE, True, 1), (PHONE, False, 10)],
    ids=["desktop, many", "desktop, no script, few", "phone, few", "phone, no script, many"],
)
def test_nothing_jumps(visit, slow_and_fast, viewport, scripted, per_engine):
    slow_and_fast(per_engine)
    visitor = visit(viewport=viewport, java_script_enabled=scripted)
    session = visitor.page.context.new_cdp_session(visitor.page)
    # The entries of a PerformanceObserver, of pages without scripts as well.
    session.send("PerformanceTimeline.enable", {"eventTypes": ["layout-shift"]})
    events = []
    # Playwright cannot mark a built-in method as its handler.
    session.on("PerformanceTimeline.timelineEventAdded", lambda event: events.append(event))
    page = visitor.open("/search?q=words")
    page.locator(".summary").wait_for()
    page.wait_for_timeout(400)
    shifts = [each["event"]["layoutShiftDetails"] for each in events]
    assert page.locator(".result").count() >= 7
    assert page.locator(".proposal").count() == (per_engine == 1)
    # All of them, where the measure takes the worst five seconds.
    assert sum(each["value"] for each in shifts if not each["hadRecentInput"]) <= GOOD


def test_engines_without_results_are_one_line(visit, slow_and_fast):
    slow_and_fast(1)
    page = visit(viewport=PHONE, java_script_enabled=False).open("/search?q=words")
    line = page.get_by_text("Without results (3):")
    line.wait_for()
    assert line.inner_text().endswith("A broken engine with a long name, Empty, Last")
    assert page.locator(".engine").locator("visible=true").count() == 7
    line.click()
    assert page.locator(".engine").locator("visible=true").count() == 10
    broken = page.locator(".engine", has_text="A broken engine")
    assert "its page was not understood" in broken.inner_text()
    page.get_by_text("Not asked at present (1)").click()
    assert page.get_by_text("Resting").is_visible()
