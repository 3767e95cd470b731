"""Nothing jumps while answers stream in: layout shifts as the browser itself counts them."""

import pytest

from discovery.web import local_delay
from metasearch.presentation import presenter
from tests.metasearch.engines import after, answers, gives
from wrappers.engines.answer import Answer
from wrappers.engines.registry import UnavailableEngine
from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.browser

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
# What "good" means of Cumulative Layout Shift (web.dev/articles/cls).
GOOD = 0.1


def cumulative_layout_shift(shifts):
    """Return the sum of the worst session window of `shifts`, pairs of seconds and value.

    Shifts of a window are less than a second apart, five seconds in all at most.
    """
    worst = total = 0.0
    first = last = float("-inf")
    for at, value in sorted(shifts):
        if at - last >= 1 or at - first >= 5:
            first, total = at, 0.0
        last, total = at, total + value
        worst = max(worst, total)
    return worst


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
    shifts = [
        (each["event"]["time"], each["event"]["layoutShiftDetails"]["value"])
        for each in events
        if not each["event"]["layoutShiftDetails"]["hadRecentInput"]
    ]
    assert page.locator(".result").count() >= 7
    assert page.locator(".proposal").count() == (per_engine == 1)
    assert cumulative_layout_shift(shifts) <= GOOD


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


def test_did_you_mean_stands_above_few_results(visit, slow_and_fast):
    slow_and_fast(1)
    page = visit(viewport=PHONE).open("/search?q=words")
    proposal = page.get_by_role("link", name="swords")
    proposal.wait_for()
    first = page.locator(".result").first
    assert proposal.bounding_box()["y"] < first.bounding_box()["y"]
