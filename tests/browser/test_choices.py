"""Preferences, keys, tabs and languages in a real browser."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from axe_playwright_python.sync_playwright import Axe

from discovery.connection.description import (
    ConnectionDescription,
    Parameter,
    ParameterOption,
    ParameterRole,
)
from metasearch.brokering.broker import make_profile
from metasearch.web import pages
from tests.browser.test_search_pages import AXE_OPTIONS, NARROW, WIDE, assert_accessible
from tests.metasearch.engines import gives, records

pytestmark = pytest.mark.browser


@pytest.fixture
def three_engines(engines, monkeypatch):
    engines.add("first", gives("first", *records("a", "b")), "First", categories=["Books"])
    options = tuple(ParameterOption(code, code) for code in ("de", "fr"))
    language = Parameter("l", "", "select", options, role=ParameterRole.LANGUAGE)
    engines.active[0] = replace(
        engines.active[0], description=ConnectionDescription(parameters=(language,))
    )
    engines.add("second", gives("second", *records("b", "c")), "Second")
    engines.add("third", gives("third", *records("d")), "المكتبة")

    async def listed(**asked):
        at = datetime(2026, 5, 3, 10, 20, tzinfo=UTC)
        words = {"ACTIVE": "in use", "BROKEN": "broken"}
        rows = [
            {"bang": slug, "name": slug.title() * 4, "href": f"https://{slug}.example/",
             "state": state, "state_words": words[state], "categories": ["Books"],
             "checked_at": at if state == "ACTIVE" else None}
            for slug, state in (("first", "ACTIVE"), ("second", "BROKEN"))
        ]  # fmt: skip
        return {"engines": rows, "count": 120, "page": 2, "last_page": 3,
                "categories": [("Books", "Books")]}  # fmt: skip

    monkeypatch.setattr(pages, "alist_engines", listed)
    return engines


def done(page):
    page.locator(".summary").wait_for()
    return page


# Colours depend neither on the width nor on the language: not all pairs are needed.
@pytest.mark.parametrize(
    ("viewport", "scheme", "locale"),
    [(NARROW, "dark", "de"), (WIDE, "light", "ar")],
    ids=["narrow dark de", "wide light ar"],
)
def test_pages_are_accessible_in_all_dresses(visit, three_engines, viewport, scheme, locale):
    visitor = visit(viewport=viewport, color_scheme=scheme, locale=locale)
    for path in (
        *("/engines", "/preferences?host=site.example", "/help"),
        *("/search?q=page&category=Books", "/search?q=page&after=1"),
    ):
        page = visitor.open(path)
        for details in page.locator("details").all():
            details.evaluate("element => { element.open = true; }")
        assert_accessible(page)
    assert visitor.trouble == []


def test_preferences_survive(visit, three_engines):
    visitor = visit(viewport=WIDE)
    page = visitor.open("/preferences")
    page.get_by_label("Colours").select_option("dark")
    page.get_by_label("Language of these pages").select_option("de")
    page.get_by_label("Hosts never to see").fill("blocked.example")
    page.get_by_label("Second", exact=True).select_option("off")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Gespeichert.", exact=True).wait_for()
    assert page.get_by_label("Hosts, die nie erscheinen").input_value() == "blocked.example"
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    done(visitor.open("/search?q=page"))
    assert {slug for slug, _, _ in three_engines.asked} == {"first", "third"}
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    assert page.locator(".engines-heading").first.inner_text() == "Gefragte Suchmaschinen"
    # The link carries them into a browser that has kept nothing.
    visitor.open("/preferences")
    link = page.locator(".carrying a").get_attribute("href")
    other = visit().open(link.removeprefix(visitor.address))
    assert other.locator("html").get_attribute("data-theme") == "dark"
    other.locator("#query").fill("page")
    other.keyboard.press("Enter")
    assert done(other).locator("html").get_attribute("lang") == "de"
    page.get_by_role("button", name="Auf Standard zurücksetzen").click()
    page.get_by_role("heading", name="Preferences").wait_for()
    assert page.locator("html").get_attribute("data-theme") is None
    assert visitor.trouble == []


def test_queries_stay_out_of_addresses(visit, three_engines):
    visitor = visit(viewport=WIDE)
    page = visitor.open("/preferences")
    page.get_by_label("in the request").check()
    page.get_by_role("button", name="Save").click()
    visitor.open("/")
    page.locator("#query").fill("private page")
    page.keyboard.press("Enter")
    done(page)
    assert page.url == f"{visitor.address}/search"
    page.locator(".result-title a").first.focus()
    page.keyboard.press("n")
    page.locator(".current-page", has_text="Page 2").wait_for()
    assert page.url == f"{visitor.address}/search"
    assert ("first", "private page", 2) in three_engines.asked
    assert Axe().run(page, options=AXE_OPTIONS).violations_count == 0


def test_keys(visit, three_engines):
    visitor = visit(viewport=WIDE)
    page = done(visitor.open("/search?q=page"))

    def focused():
        return page.evaluate("document.activeElement.textContent")

    page.keyboard.press("j")
    assert focused() == "Page b"
    page.keyboard.press("j")
    second = focused()
    assert second != "Page b"
    page.keyboard.press("k")
    assert focused() == "Page b"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "query"
    # In the box they are letters.
    page.keyboard.press("j")
    assert page.locator("#query").input_value() == "j"
    page.locator(".result-title a").first.focus()
    page.keyboard.press("n")
    page.locator(".current-page", has_text="Page 2").wait_for()
    page.keyboard.press("?")
    box = page.get_by_role("dialog", name="Keys")
    box.wait_for()
    assert box.locator("dt").count() == 6
    assert_accessible(page)
    page.keyboard.press("Escape")
    assert not box.is_visible()
    page.keyboard.press("?")
    box.get_by_role("button", name="Close").click()
    assert not box.is_visible()
    # Where the list cannot be had, the page that has it is shown.
    visitor.open("/preferences")
    page.route("**/help", lambda route: route.abort(), times=1)
    page.keyboard.press("?")
    page.get_by_role("heading", name="Help", exact=True).wait_for()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible() and not page.get_by_role("dialog").count()
    visitor.open("/preferences")
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.get_by_role("button", name="Save").click()
    done(visitor.open("/search?q=page"))
    page.keyboard.press("j")
    assert "Page b" not in focused()[:10]


def test_known_words_complete_what_is_typed_until_switched_off(visit, three_engines):
    three_engines.profiles.append(make_profile("one", ["zipper <b>"], ["Zip code"]))
    visitor = visit(viewport=NARROW)
    page = visitor.open("/")
    page.locator("#query").press_sequentially("zip")
    page.locator("datalist option").nth(1).wait_for(state="attached")
    options = page.locator("datalist option").evaluate_all("all => all.map(one => one.value)")
    assert options == ["zipper", "Zip code"]
    visitor.open("/preferences")
    page.get_by_label("Complete what I type").uncheck()
    page.get_by_role("button", name="Save").click()
    visitor.open("/")
    assert page.locator("datalist").count() == 0
    assert visitor.trouble == []
