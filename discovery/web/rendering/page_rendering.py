"""One page in a browser that runs: loaded, read in one snapshot, drawn."""

import asyncio
import base64
from collections.abc import Callable
from typing import Any

from playwright.async_api import CDPSession, Error
from playwright.async_api import TimeoutError as LateError

from discovery.pages import Box, Layout, Page
from discovery.web.rendering.browser import Chromium
from discovery.web.rendering.rendered_page import picture_size
from discovery.web.rendering.resources import LOADING_TIME, PageResources
from discovery.web.rendering.snapshot import STYLES, layout_from_snapshot, page_box

# Seconds that the browser may need to lay out what came at the last moment. Guess.
LAYOUT_TIME = 3.0
# Seconds in which the picture has to be drawn: the layout is worth more. Guess: ten times the
# usual.
DRAWING_TIME = 5.0
# Of a hundred; text stays readable, and a page takes about 150 kilobytes. (WebP takes a third
# less, and twice the time.)
PICTURE_QUALITY = 40
# Bytes of a picture that is kept.
MAX_PICTURE_BYTES = 3_000_000
# Where a page of no address of the web is shown.
NO_ADDRESS = "http://page.invalid/"


class PageBrokenOffError(Exception):
    """The browser ended, or did not do what it was told; the message is its own."""


async def render_page(
    browser: Chromium, page: Page, resources: PageResources, before_closing: Callable[[], None]
) -> tuple[Layout, bytes | None, list[str]]:
    """Return layout and picture of `page`, and sentences of what is missing in them.

    `before_closing` is called while the browser still holds the page.

    Raises `PageBrokenOffError`.
    """
    try:
        context = await browser.context()
        await context.route("**/*", resources.answer)
        tab = await context.new_page()
        address = page.url if page.url.startswith(("http://", "https://")) else NO_ADDRESS
        notes = []
        try:
            await tab.goto(address, wait_until="load", timeout=(LOADING_TIME + LAYOUT_TIME) * 1000)
        except LateError:
            notes.append("The page was still being loaded when it was read.")
        protocol = await context.new_cdp_session(tab)
        snapshot = await protocol.send(
            "DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)}
        )
        # The browser draws while we read.
        layout, picture = await asyncio.gather(
            asyncio.to_thread(layout_from_snapshot, snapshot, page),
            _picture(protocol, page_box(snapshot), notes),
        )
        before_closing()
        await context.close()
    except Error as error:
        raise PageBrokenOffError(" ".join(error.message.split())[:300]) from error
    return layout, picture, [*resources.notes(), *notes]


async def _picture(protocol: CDPSession, whole: Box, notes: list[str]) -> bytes | None:
    """Return the picture of a page as large as `whole`, from its top left."""
    width, height = picture_size(whole)
    if not width or not height:
        return None
    clip: dict[str, Any] = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    if (width, height) != (whole.width, whole.height):
        notes.append(
            f"The picture shows {width:,} × {height:,} pixels of "
            f"{int(whole.width):,} × {int(whole.height):,}."
        )
    wanted = {
        "format": "jpeg",
        "quality": PICTURE_QUALITY,
        "clip": clip,
        "captureBeyondViewport": True,
        "optimizeForSpeed": True,
    }
    try:
        async with asyncio.timeout(DRAWING_TIME):
            taken = await protocol.send("Page.captureScreenshot", wanted)
    except TimeoutError:
        notes.append(f"The picture was not drawn in {DRAWING_TIME:g} seconds.")
        return None
    picture = base64.b64decode(taken["data"])
    if len(picture) <= MAX_PICTURE_BYTES:
        return picture
    notes.append(f"The picture has more than {MAX_PICTURE_BYTES:,} bytes and is not kept.")
    return None
