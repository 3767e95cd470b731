"""Home and results pages in a real browser: accessible, narrow, dark, without scripts, attacked."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace
from playwright.sync_api import expect

from discovery.pages.outcomes import AnswerReason
from discovery.web import local_delay
from metasearch.search import dispatch
from metasearch.search.preferences import COOKIE, Preferences
from metasearch.web import thumbnails
from tests.metasearch.engines import after, answers, crashes, gives, hangs, records
from wrappers.engines.answer import Answer
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 640}
WIDE = {"width": 1280, "height": 800}
AXE_OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    # WCAG 2.2, 2.5.8: not among those that axe runs by itself.
    "rules": {"target-size": {"enabled": True}},
}

HOSTILE = [
    ResultRecord(
        "https://evil.example/" + "a" * 4_000,
        "<script>alert('title')</script>\u202ereversed\u202d " + "W" * 1_000_000,
        "<img src=https://evil.example/x.png onerror=alert('snippet')>" + "x" * 5_000,
    ),
    ResultRecord("javascript:alert('link')", "A script as an address", "</p></li></ol></main>"),
    ResultRecord(
        "https://zalgo.example/", "Z" + "\u0336\u0359\u0323\u0308" * 2_000, "\u2067\u202e"
    ),
]


@pytest.fixture(autouse=True)
def short_deadline(settings, monkeypatch):
    settings.ENGINE_DEADLINE = 0.3
    monkeypatch.setattr(dispatch, "GRACE", 0.05)
    # Of so short a deadline a busy machine takes much: who hangs is late all the same.
    monkeypatch.setattr(local_delay, "FAIR_SHARE", 0.0)


@pytest.fixture
def mixed_engines(engines):
    engines.add("good", gives("good", *records("a", "b", "c"), total=1_234), "Good engine")
    engines.add("other", gives("other", *records("c", "d")), "Другой поиск")
    engines.add("empty", gives("empty"), "Empty engine")
    engines.add("late", hangs, "Late engine")
    engines.add("faulty", crashes, "Faulty engine")
    engines.add(
        "broken",
        answers(Answer("broken", AnswerReason.NOT_UNDERSTOOD, 0.1, "the page has no records")),
        "A broken engine whose name goes on and on for very long",
    )
    return engines


def assert_accessible(page):
    """Assert that axe-core finds nothing, the page scrolls one way only, all fits in."""
    results = Axe().run(page, options=AXE_OPTIONS)
    assert results.violations_count == 0, results.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


# Colours do not depend on the width nor the layout on the colours: not all pairs are needed.
@pytest.mark.parametrize(
    ("viewport", "scheme"), [(NARROW, "dark"), (WIDE, "light")], ids=["narrow dark", "wide light"]
)
@pytest.mark.parametrize(
    "path", ["/", "/search?q=page+about", "/search?q=x&engine=empty", "/search?q=", "/nowhere"]
)
def test_pages_are_accessible(visit, mixed_engines, path, viewport, scheme):
    visitor = visit(viewport=viewport, color_scheme=scheme)
    page = visitor.open(path)
    assert_accessible(page)
    # The browser reports the status of error pages to its console.
    assert [
        line for line in visitor.trouble if "server responded with a status of" not in line
    ] == []


def test_pages_without_an_engine_are_accessible(visit):
    page = visit(viewport=NARROW).open("/")
    assert page.get_by_role("heading", name="There is no engine to ask yet").is_visible()
    assert_accessible(page)


def test_everything_is_reached_by_keyboard(visit, mixed_engines):
    page = visit(viewport=WIDE).open("/")
    # The box has the focus from the start.
    page.keyboard.type("page")
    page.keyboard.press("Enter")
    page.locator(".summary").wait_for()
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    assert skip.evaluate("element => element === document.activeElement")
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    summary = page.get_by_role("link", name="3 of 6 engines answered")
    assert summary.evaluate("element => element === document.activeElement")
    page.keyboard.press("Tab")
    first = page.locator(".result-title a").first
    assert first.evaluate("element => element === document.activeElement")
    assert first.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"


def test_without_javascript_nothing_is_missing(visit, mixed_engines):
    page = visit(viewport=NARROW, java_script_enabled=False).open("/")
    page.get_by_role("combobox").fill("page")
    page.get_by_role("button", name="Search").click()
    page.locator(".summary").wait_for()
    assert page.locator(".result").count() == 4
    assert page.locator(".engine").count() == 6
    # On a narrow screen the engines stand below: who failed is said after the results.
    assert "Late engine" in page.locator(".fold").inner_text()
    late = page.locator(".engine", has_text="Late engine")
    assert not late.is_visible()
    page.locator(".fold").click()
    assert "did not answer in time" in late.inner_text()


def test_dark_and_light_differ_and_paper_is_light(visit, mixed_engines):
    background = "getComputedStyle(document.body).backgroundColor"
    light, dark = (
        visit(color_scheme=scheme).open("/search?q=page") for scheme in ("light", "dark")
    )
    assert light.evaluate(background) != dark.evaluate(background)
    dark.emulate_media(media="print")
    assert light.evaluate(background) == dark.evaluate(background)
    assert not dark.get_by_role("combobox").is_visible()
    assert dark.locator(".result").first.is_visible()


@pytest.mark.parametrize("viewport", [NARROW, WIDE], ids=["narrow", "wide"])
def test_hostile_records_do_no_harm(visit, engines, viewport):
    engines.add("evil", gives("evil", *HOSTILE), "\u202e<b>Evil</b>" + "e" * 500)
    engines.add("good", gives("good", *records("a")))
    visitor = visit(viewport=viewport)
    page = visitor.open("/search?q=script%20alert%20Page%20%E2%80%AE")
    assert page.locator(".result").count() == 4
    assert page.locator(".results script, .results img").count() == 0
    assert page.locator("a[href^='javascript:']").count() == 0
    assert "<script>alert('title')</script>reversed" in page.locator("ol.results").inner_text()
    # Nothing is wider than the page, and piled-up accents stay within their own result.
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    zalgo = page.locator(".result", has_text="zalgo.example")
    assert zalgo.evaluate("element => getComputedStyle(element).overflowY") == "clip"
    assert visitor.trouble == []


PICTURES = "/search?q=page&category=images"


@pytest.fixture
def pictures(engines, monkeypatch):
    """Two engines under "Images": the third of six results has no picture."""
    png = b"\x89PNG\r\n\x1a\n"

    async def fetch(request, address, max_bytes):
        return png

    monkeypatch.setattr(thumbnails, "fetch_picture", fetch)
    found = [
        replace(record, thumbnail="" if place == 2 else f"https://site.example/{place}.png")
        for place, record in enumerate(records("a", "b", "c", "d", "e", "f"))
    ]
    engines.add("one", gives("one", *found[:3]), categories=["Images"])
    engines.add("two", after(0.1, gives("two", *found[3:])), categories=["Images"])
    engines.add("three", gives("three", *records("g")))
    return engines


@pytest.mark.parametrize(
    ("viewport", "scheme", "locale"),
    [(NARROW, "dark", "en"), (WIDE, "light", "ar")],
    ids=["narrow dark", "wide right-to-left"],
)
def test_pictures_are_a_grid_and_shown_large(visit, pictures, viewport, scheme, locale):
    page = visit(viewport=viewport, color_scheme=scheme, locale=locale).open(PICTURES)
    page.locator(".summary").wait_for()
    assert_accessible(page)
    cards = page.locator(".results > .picture")
    expect(cards).to_have_count(6)
    expect(page.locator(".picture img")).to_have_count(5)
    first, second = (cards.nth(place).bounding_box() for place in (0, 1))
    assert first["y"] == second["y"] and (first["x"] > second["x"]) == (locale == "ar")
    assert page.locator(".tab[aria-current]").count() == 1
    # Large: by the keyboard alone, on with an arrow key, and back to the picture seen last.
    links = page.locator(".picture a:has(img)")
    links.first.focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("dialog")
    assert box.locator(".lightbox-page").get_attribute("href") == links.first.get_attribute("href")
    assert_accessible(page)
    page.keyboard.press("ArrowLeft" if locale == "ar" else "ArrowRight")
    assert box.locator(".lightbox-page").inner_text() == links.nth(1).get_attribute("href")
    page.keyboard.press("Escape")
    assert not box.is_visible()
    # The dialog tells that it was closed after it is.
    expect(links.nth(1)).to_be_focused()


@pytest.fixture
def offers(engines):
    """A shop: five offers, the first without a price."""
    rated = RecordItem("r", ItemKind.RATING, "4/5")
    said = [
        (rated, *((RecordItem("p", ItemKind.PRICE, price),) if price else ()))
        for price in ("", "€ 1,299.50", "€ 20", "€ 5", "€ 99.90")
    ]
    found = [each.replace(items=items) for each, items in zip(records(*"abcde"), said, strict=True)]
    engines.add("shop", gives("shop", *found), categories=["Shopping"], kinds=[ItemKind.PRICE])
    engines.add("pedia", gives("pedia"))
    return engines


@pytest.mark.parametrize(
    ("viewport", "scheme", "locale"),
    [(NARROW, "dark", "en"), (WIDE, "light", "ar")],
    ids=["narrow dark", "wide right-to-left"],
)
def test_offers_are_rows_sorted_by_price(visit, offers, viewport, scheme, locale):
    page = visit(viewport=viewport, color_scheme=scheme, locale=locale).open(
        "/search?q=2*3&category=shopping"
    )
    page.locator(".summary").wait_for()
    assert page.locator(".calculation").inner_text().startswith("2*3 = 6")
    assert_accessible(page)
    page.locator("#filter-order").select_option("cheapest")
    page.locator(".offer-row", has_text="€ 5").first.wait_for()
    page.wait_for_url("**/search?*order=cheapest*")
    page.locator(".summary").wait_for()
    prices = page.locator(".offer-row .price")
    assert prices.all_inner_texts() == ["€ 5", "€ 20", "€ 99.90", "€ 1,299.50", "–"]
    edges = {round(prices.nth(place).bounding_box()["x"]) for place in range(3)}
    assert viewport is NARROW or len(edges) == 1
    assert_accessible(page)


@pytest.mark.parametrize(
    ("viewport", "scheme", "locale"),
    [(NARROW, "dark", "ar"), (WIDE, "light", "en")],
    ids=["narrow dark right-to-left", "wide"],
)
def test_files_are_rows_with_their_types_and_sizes(visit, engines, viewport, scheme, locale):
    said = [
        (RecordItem("t", ItemKind.TYPE, kind), RecordItem("s", ItemKind.SIZE, size))
        for kind, size in (("PDF", "1.2 MB"), ("OpenDocument text", "40 KB"), ("PDF", "3 KB"))
    ]
    found = [each.replace(items=items) for each, items in zip(records(*"abc"), said, strict=True)]
    engines.add("depot", gives("depot", *found), categories=["Files"], kinds=[ItemKind.SIZE])
    visitor = visit(viewport=viewport, color_scheme=scheme, locale=locale)
    page = visitor.open("/search?q=x&category=files")
    page.locator(".summary").wait_for()
    sizes = page.locator(".file-row .amount:nth-child(3)")
    assert sizes.all_inner_texts() == ["1.2 MB", "40 KB", "3 KB"]
    assert viewport is NARROW or len({round(each.bounding_box()["x"]) for each in sizes.all()}) == 1
    assert_accessible(page)
    assert visitor.trouble == []


def test_further_results_are_loaded_at_the_end_where_wanted(visit, engines):
    engines.add("one", gives("one", *records(*(f"p{number}" for number in range(25)))))
    visitor = visit(viewport=NARROW)
    wanted = {"name": COOKIE, "value": Preferences(endless=True).to_token()}
    visitor.page.context.add_cookies([wanted | {"url": visitor.address}])
    page = visitor.open("/search?q=page&engine=one")
    page.locator(".paging").scroll_into_view_if_needed()
    page.locator(".result").nth(24).wait_for()
    titles = page.locator(".result-title").all_inner_texts()
    assert titles[:25] == [f"Page p{number}" for number in range(25)]
    assert visitor.trouble == []


@pytest.mark.parametrize(
    ("icons", "most", "most_packed"), [(False, 52_200, 15_000), (True, 66_500, 26_500)]
)
def test_a_page_is_light(visit, engines, monkeypatch, icons, most, most_packed):
    """Style, scripts, icon and the results of ten engines: packed, and as the browser has them.

    Icons of their ten sites, 500 bytes each as small ones are, cost what the limits differ by:
    they are shown to who wants them.
    """

    async def fetch_icon(request, address, max_bytes):
        return b"\x89PNG\r\n\x1a\n" + bytes(500)

    monkeypatch.setattr(thumbnails, "fetch_picture", fetch_icon)
    # However busy the machine, those that answer at once are one batch.
    monkeypatch.setattr(dispatch, "FIRST_WAIT", 0.05)
    for number in range(10):
        slug = f"engine-{number}"
        full = [
            ResultRecord(
                f"https://site-{number}.example/section/part/page-{place}.html",
                f"The title of a page of middling length {number} {place}",
                f"Plain text {place} of words that differ " * 5 + f"{slug}-{place}",
            )
            for place in range(10)
        ]
        # The last ones come in batches of their own.
        engines.add(slug, after(max(0.0, number - 7) / 10, gives(slug, *full, total=1_234)))
    sizes = {}
    for encoding in ("identity", "gzip"):
        visitor = visit(extra_http_headers={"Accept-Encoding": encoding})
        if icons:
            wanted = {"name": COOKIE, "value": Preferences(icons=True).to_token()}
            visitor.page.context.add_cookies([wanted | {"url": visitor.address}])
        sent = []
        visitor.page.on("requestfinished", lambda request, sent=sent: sent.append(request.sizes()))
        page = visitor.open("/search?q=words")
        page.wait_for_load_state("networkidle")
        assert page.locator(".result").count() >= 20
        assert page.locator("img.icon").count() == (page.locator(".result").count() if icons else 0)
        sizes[encoding] = sum(
            size["responseBodySize"] + size["responseHeadersSize"] for size in sent
        )
    assert 20_000 < sizes["identity"] <= most
    assert 5_000 < sizes["gzip"] <= most_packed
