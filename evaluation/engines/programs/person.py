"""Whether the bed itself works: what a person sees who searches an engine in a browser."""

import shutil
from collections.abc import Mapping, Sequence
from typing import Any

from discovery.pages.tree import fold_space
from discovery.web.rendering.renderer import CHROMIUM_NAMES
from evaluation.engines.programs.program import RunningEngine

# Milliseconds until results must stand there, and between looks.
PATIENCE = 15_000
PAUSE = 200


def seen_titles(
    person: Mapping[str, Any], engine: RunningEngine, queries: Sequence[str]
) -> list[tuple[int, int]]:
    """Search as a person does; return for each query how many true titles are seen, of how many.

    `person` tells how, by CSS selectors: `clicks` come first (consent, a button that opens the
    search), then the query is typed into `box`. `shown` is what the titles of results stand in.

    Raises Playwright's errors when there is no browser, no box to type into, no such button.
    """
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    with sync_playwright() as playwright:
        # Chromium refuses to run its sandbox as root; what is shown here is ours.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            return [_look(browser, person, engine, query) for query in queries]
        finally:
            browser.close()


def _look(
    browser: Any, person: Mapping[str, Any], engine: RunningEngine, query: str
) -> tuple[int, int]:
    titles = [plain(record["title"]) for record in engine.true_records(query)]
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(engine.home_url)
    for selector in person.get("clicks", ()):
        page.locator(selector).first.click()
    page.locator(person.get("box", "input[type=search]")).first.click()
    page.keyboard.type(query, delay=20)
    page.keyboard.press("Enter")
    seen = 0
    for _ in range(PATIENCE // PAUSE):
        page.wait_for_timeout(PAUSE)
        shown = page.locator(person.get("shown", "body")).first
        text = plain(shown.inner_text()) if shown.count() else ""
        seen = sum(title in text for title in titles)
        if seen == len(titles):
            break
    context.close()
    return seen, len(titles)


def plain(text: str) -> str:
    """Return a text as it is compared: one space for any, cases alike."""
    return fold_space(text).casefold()
