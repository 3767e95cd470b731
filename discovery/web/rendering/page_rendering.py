"""One page in a browser: loaded, read in one snapshot, drawn."""

import asyncio
import base64
from contextlib import suppress
from typing import Any

from playwright.async_api import CDPSession, Error
from playwright.async_api import TimeoutError as SlowPageError

from discovery.pages.layout import Box
from discovery.pages.page import Page
from discovery.web.rendering.browser import Chromium
from discovery.web.rendering.page_traffic import LOADING_TIME, PageResources
from discovery.web.rendering.rendered_page import RenderedPage, picture_size
from discovery.web.rendering.snapshot import STYLES, layout_from_snapshot, page_box

# Seconds that the browser may need to lay out what came at the last moment. Guess.
LAYOUT_TIME = 3.0
# Seconds in which the picture has to be drawn: the layout is worth more. Guess: ten times the
# usual.
DRAWING_TIME = 5.0
# Seconds after which a picture is asked for again. Guess: some frames of a busy machine.
REDRAWING_TIME = 0.2
# Of a hundred; text stays readable, and a page takes about 150 kilobytes. (WebP takes a third
# less, and twice the time.)
PICTURE_QUALITY = 40
# Bytes of a picture that is kept.
MAX_PICTURE_BYTES = 3_000_000
# Where a page of no address of the web is shown.
NO_ADDRESS = "http://page.invalid/"


async def render_page(browser: Chromium, page: Page, resources: PageResources) -> RenderedPage:
    """Return what the browser shows of `page`. Raises `RenderingError`."""
    address = page.url if page.url.startswith(("http://", "https://")) else NO_ADDRESS
    async with browser.context(runs_scripts=False) as context:
        await context.route("**/*", resources.answer)
        tab = await context.new_page()
        # What is still being loaded then is left out.
        with suppress(SlowPageError):
            await tab.goto(address, timeout=1_000 * (LOADING_TIME + LAYOUT_TIME))
        session = await context.new_cdp_session(tab)
        asked = {"computedStyles": list(STYLES)}
        snapshot = await session.send("DOMSnapshot.captureSnapshot", asked)
        # The browser draws while we read.
        layout, picture = await asyncio.gather(
            asyncio.to_thread(layout_from_snapshot, snapshot, page),
            _picture(session, page_box(snapshot)),
        )
    return RenderedPage(layout, picture)


async def _picture(session: CDPSession, whole: Box) -> bytes | None:
    """Return the picture of a page as large as `whole`, from its top left, if it is drawn."""
    width, height = picture_size(whole)
    if not width or not height:
        return None
    clip: dict[str, Any] = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    wanted = {
        "format": "jpeg",
        "quality": PICTURE_QUALITY,
        "clip": clip,
        "captureBeyondViewport": True,
        "optimizeForSpeed": True,
    }
    try:
        async with asyncio.timeout(DRAWING_TIME):
            taken = await _drawn(session, wanted)
    except (TimeoutError, Error):
        return None
    picture = base64.b64decode(taken["data"])
    return picture if len(picture) <= MAX_PICTURE_BYTES else None


async def _drawn(session: CDPSession, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the picture of a page, asked for again where a busy browser had nothing to draw on."""
    try:
        return await session.send("Page.captureScreenshot", wanted)
    except Error:
        await asyncio.sleep(REDRAWING_TIME)
        return await session.send("Page.captureScreenshot", wanted)
