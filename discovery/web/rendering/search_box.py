"""Where a visitor would type a query, and what leads to more results."""

from functools import cache
from typing import Any

from playwright.async_api import ElementHandle, Error, Page

from discovery.forms.acts import sends_act
from discovery.forms.finding import find_forms
from discovery.lexicon.reading import lexicon
from discovery.pages.acts import link_acts, says_act
from discovery.pages.page import parse_page
from discovery.web.rendering.page_script import page_script

# Keys that open the search field of many sites.
SHORTCUTS = ("/", "Control+k")
# Milliseconds until what was clicked has opened.
OPENING_TIME = 500
# Milliseconds for one action upon the page.
ACTION_TIME = 2_000
# What a control says, as far as a label goes.
_TEXT_OF = """(element) => [element.textContent, element.value, element.getAttribute("aria-label")]
  .filter((text) => typeof text === "string").join(" ").slice(0, 200)"""


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
    """Return the field that a visitor would type a query into, opening it where it has to be.

    One whose form would do something else is none.
    """
    box = await _find_field(page)
    if box is not None:
        return box
    opener = await _first_harmless(page, "search_box", _words() | {"opening": True})
    if opener is not None:
        await _click(opener)
        await page.wait_for_timeout(OPENING_TIME)
        box = await _find_field(page)
    for key in SHORTCUTS if box is None else ():
        await page.keyboard.press(key)
        await page.wait_for_timeout(OPENING_TIME)
        box = await _find_field(page)
        if box is not None:
            break
    return box


async def _find_field(page: Page) -> ElementHandle | None:
    found = await page.evaluate_handle(page_script("search_box"), _words() | {"opening": False})
    box = found.as_element()
    return None if box is None or await _sends_act(page, box) else box


async def _first_harmless(page: Page, script: str, told: dict[str, Any]) -> ElementHandle | None:
    """Return the first of the controls that a script lists whose press does nothing else."""
    listed = await page.evaluate_handle(page_script(script), told)
    for handle in (await listed.get_properties()).values():
        control = handle.as_element()
        if control is None:
            continue
        text = await control.evaluate(_TEXT_OF)
        href = await control.evaluate("(element) => element.href || ''")
        if says_act(text) or link_acts(str(href)) or await _sends_act(page, control):
            continue
        return control
    return None


async def _sends_act(page: Page, control: ElementHandle) -> bool:
    """Tell whether the form of a control, if it has one, would do something."""
    markup = str(await control.evaluate(page_script("sent_markup")))
    if not markup:
        return False
    shown = parse_page(markup.encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
    forms = [form for form in find_forms(shown) if not form.pseudo]
    return any(sends_act(form) for form in forms)


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
    return await _first_harmless(page, "more_control", told)


async def press(element: ElementHandle) -> None:
    """Do what a visitor does with a control."""
    await _click(element)
