"""Notices that lie over a page in the browser: answered as a visitor would, one click each."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Error, Page

from discovery.connection.description.wall import KeptCookie, PassedWall
from discovery.crawling.links.sites import site_if_any
from discovery.pages.messages import ObstacleKind
from discovery.pages.wall_labels import WallManner, choose_label
from discovery.pages.wall_questions import question_of
from discovery.web.rendering.page_script import page_script
from discovery.web.wall_manner import MAX_WALLS, wall_manner

# Milliseconds for a click.
CLICK_TIME = 2_000
# What lies over a page and asks for one's country may be an offer to go elsewhere: it is answered
# only where the page is nothing else.
OVER_A_PAGE = (ObstacleKind.AGE, ObstacleKind.CONSENT)


async def pass_walls_shown(page: Page, settle: Callable[[], Awaitable[None]]) -> list[PassedWall]:
    """Answer what `page` asks; `settle` waits until it has reacted. Return what was answered.

    A click that leads to another site ends it, and does not count.
    """
    manner, passed = wall_manner(), list[PassedWall]()
    while manner is not WallManner.LEAVE and len(passed) < MAX_WALLS:
        url, key = page.url, f"_{secrets.token_hex(8)}"
        notices: list[dict[str, Any]] = await page.evaluate(
            page_script("wall_controls"), {"key": key}
        )
        wall = _chosen(notices, manner, url)
        if wall is None or any(wall[0] == each for each in passed):
            break
        control = (await page.evaluate_handle(f"window[{key!r}][{wall[1]:d}]")).as_element()
        if control is None:
            break
        try:
            await control.click(timeout=CLICK_TIME)
        except Error:
            await control.evaluate("(element) => element.click()")
        await settle()
        if site_if_any(page.url) != site_if_any(url):
            await page.goto(url, wait_until="domcontentloaded")
            break
        passed.append(wall[0])
    return passed


def _chosen(
    notices: list[dict[str, Any]], manner: WallManner, url: str
) -> tuple[PassedWall, int] | None:
    """Return the wall to answer first, and the number of its button; the page itself comes last."""
    for notice in notices:
        heading = notice["heading"]
        kind = None if heading is None else question_of((heading,))
        kind = kind or question_of((notice["text"],), OVER_A_PAGE)
        if kind is None or notice["typed"]:
            continue
        controls = [each for each in notice["controls"] if each["label"]]
        chosen = choose_label(kind, [each["label"] for each in controls], manner)
        if chosen is not None:
            control = controls[chosen]
            return PassedWall(kind.name.lower(), control["label"], url), int(control["number"])
    return None


async def cookies_of(page: Page) -> tuple[KeptCookie, ...]:
    """Return the cookies that the browser would send to the page again, without their end.

    What a script sets when a button is pressed nobody sets anew without a browser.
    """
    kept = []
    for cookie in await page.context.cookies(page.url):
        name, value = cookie.get("name", ""), cookie.get("value", "")
        if name and not any(sign in f"{name}{value}" for sign in ";\r\n"):
            domain = cookie.get("domain", "")
            wide = f"; Domain={domain}" if domain.startswith(".") else ""
            path = cookie.get("path", "/")
            kept.append(KeptCookie(page.url, f"{name}={value}{wide}; Path={path}"))
    return tuple(kept)
