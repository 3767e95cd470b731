"""Where a visitor would type a query, and what leads to more results."""

from functools import cache
from typing import Any

from playwright.async_api import ElementHandle, Error, Page

from discovery.lexicon import lexicon
from discovery.web.rendering.page_script import page_script

# Keys that open the search field of many sites.
SHORTCUTS = ("/", "Control+k")
# Milliseconds until what was clicked has opened.
OPENING_TIME = 500
# Milliseconds for one action upon the page.
ACTION_TIME = 2_000


@cache
def _words() -> dict[str, Any]:
    """Return what the script is told of words."""
    words = lexicon().forms
    names = (*words.query_names, *words.vague_query_names)
    return {
        "words": [*words.search_words, *words.search_marks],
        "names": [name.lower() for name in names],
    }


async def find_search_box(page: Page) -> ElementHandle | None:
    """Return the field that a visitor would type a query into, opening it where it has to be."""
    box = await _find(page, opening=False)
    if box is not None:
        return box
    opener = await _find(page, opening=True)
    if opener is not None:
        await _click(opener)
        await page.wait_for_timeout(OPENING_TIME)
        box = await _find(page, opening=False)
    for key in SHORTCUTS if box is None else ():
        await page.keyboard.press(key)
        await page.wait_for_timeout(OPENING_TIME)
        box = await _find(page, opening=False)
        if box is not None:
            break
    return box


async def _find(page: Page, *, opening: bool) -> ElementHandle | None:
    found = await page.evaluate_handle(page_script("search_box"), _words() | {"opening": opening})
    return found.as_element()


async def _click(element: ElementHandle) -> None:
    """Click; what lies under something else is clicked by script."""
    try:
        await element.click(timeout=ACTION_TIME)
    except Error:
        await element.evaluate("(element) => element.click()")


async def find_more_control(page: Page) -> ElementHandle | None:
    """Return the control that shows the next results, None where there is none."""
    pager = lexicon().pager
    told = {
        "next": sorted(pager.next_words),
        "more": sorted(pager.more_words),
        "signs": [*pager.next_signs, *pager.more_signs, *sorted(pager.arrows)],
    }
    found = await page.evaluate_handle(page_script("more_control"), told)
    return found.as_element()


async def press(element: ElementHandle) -> None:
    """Do what a visitor does with a control."""
    await _click(element)
