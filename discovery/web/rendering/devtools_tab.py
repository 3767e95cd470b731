"""A tab in which page after page is shown, spoken to in the Chrome DevTools Protocol.

Messages go through Playwright as texts (`Target.sendMessageToTarget`): what it decodes itself it
walks value by value, which takes longer for a page's snapshot than the browser takes to make it.
"""

import asyncio
import itertools
import json
from collections.abc import Callable, Mapping
from typing import Any, Self

from playwright.async_api import Browser, CDPSession, Error

from discovery.pages.style_rules import WINDOW_WIDTH
from discovery.web.rendering.rendered_page import PageBrokenOffError

WINDOW_HEIGHT = 768
NOTHING = "about:blank"
# Seconds until a page has been left; the next one begins in any case. Guess.
LEAVING_TIME = 3.0
_SCREEN = {"width": int(WINDOW_WIDTH), "height": WINDOW_HEIGHT}
_LOOKS = {"prefers-color-scheme": "light", "prefers-reduced-motion": "reduce"}
# What a tab is told before its first page: no scripts, every request asked for, nothing kept of
# what came. What is no part of the page itself, frames of other sites, workers and windows, stops
# before its first step: no one lets it go on.
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "Emulation.setScriptExecutionDisabled": {"value": True},
    "Fetch.enable": {"patterns": [{"urlPattern": "*"}]},
    "Network.setCacheDisabled": {"cacheDisabled": True},
    "Network.setBypassServiceWorker": {"bypass": True},
    "Target.setAutoAttach": {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": False},
    "Inspector.enable": {},
    "Page.enable": {},
    "Page.setLifecycleEventsEnabled": {"enabled": True},
    "Emulation.setDeviceMetricsOverride": {
        **_SCREEN,
        "screenWidth": int(WINDOW_WIDTH),
        "screenHeight": WINDOW_HEIGHT,
        "deviceScaleFactor": 1,
        "mobile": False,
    },
    "Emulation.setEmulatedMedia": {
        "features": [{"name": name, "value": value} for name, value in _LOOKS.items()]
    },
    "Emulation.setLocaleOverride": {"locale": "en-US"},
    "Emulation.setFocusEmulationEnabled": {"enabled": True},
}

Handler = Callable[[Mapping[str, Any]], None]


class BrowserRefusalError(PageBrokenOffError):
    """The browser did not do what it was told; the tab is still there."""


class DevToolsTab:
    """A tab without scripts, in a context of its own.

    Pages of two sites share no process of it (`--site-per-process`).
    """

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._id = ""
        self._context = ""
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._handlers: dict[str, Handler] = {}
        # The pages whose loading has ended, by the number of it.
        self._loaded: set[str] = set()
        self._has_changed = asyncio.Event()
        self._broken = ""
        self.pages = 0

    @classmethod
    async def open(cls, browser: Browser) -> Self:
        """Open a tab. Raises `PageBrokenOffError`."""
        try:
            return await cls._open(browser)
        except Error as error:
            raise _broken_off(error) from error

    @classmethod
    async def _open(cls, browser: Browser) -> Self:
        session = await browser.new_browser_cdp_session()
        tab = cls(session)
        session.on("Target.receivedMessageFromTarget", tab._receive)
        session.on("Target.detachedFromTarget", tab._detached)
        browser.on("disconnected", lambda _browser: tab._break_off("The browser ended."))
        made = await session.send("Target.createBrowserContext", {"disposeOnDetach": True})
        tab._context = made["browserContextId"]
        context = {"browserContextId": tab._context}
        await session.send("Browser.setDownloadBehavior", {"behavior": "deny", **context})
        target = await session.send("Target.createTarget", {"url": NOTHING, **_SCREEN, **context})
        attached = {"targetId": target["targetId"], "flatten": False}
        tab._id = (await session.send("Target.attachToTarget", attached))["sessionId"]
        tab.on("Page.lifecycleEvent", tab._lives)
        tab.on("Inspector.targetCrashed", lambda _event: tab._break_off("The page crashed."))
        await asyncio.gather(*(tab.send(*each) for each in SETTINGS.items()))
        return tab

    def on(self, event: str, handler: Handler) -> None:
        """Call `handler` for what the browser tells of `event`, and no longer another."""
        self._handlers[event] = handler

    async def send(self, method: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the browser answers. Raises `PageBrokenOffError` and what is of it."""
        if self._broken:
            raise PageBrokenOffError(self._broken)
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        # Read even if nobody waits any more: asyncio complains of errors that nobody has read.
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._waiting[number] = answer
        message = json.dumps({"id": number, "method": method, "params": parameters})
        wrapped = {"sessionId": self._id, "message": message}
        try:
            await self._session.send("Target.sendMessageToTarget", wrapped)
            return await answer
        except Error as error:
            raise _broken_off(error) from error
        finally:
            del self._waiting[number]

    async def show(self, url: str, seconds: float) -> bool:
        """Go to a page; tell whether all of it was loaded in so many `seconds`.

        Raises `PageBrokenOffError`.
        """
        self.pages += 1
        return await self._go(url, seconds)

    async def leave(self) -> None:
        """Leave the page: nothing of it moves or waits any more. Raises `PageBrokenOffError`."""
        await self._go(NOTHING, LEAVING_TIME)

    async def _go(self, url: str, seconds: float) -> bool:
        self._loaded.clear()
        try:
            async with asyncio.timeout(seconds):
                going = await self.send("Page.navigate", {"url": url})
                if "errorText" in going:
                    raise PageBrokenOffError(going["errorText"])
                while going["loaderId"] not in self._loaded:
                    if self._broken:
                        raise PageBrokenOffError(self._broken)
                    self._has_changed.clear()
                    await self._has_changed.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """End the tab and all that its context holds. Raises `PageBrokenOffError`."""
        context = {"browserContextId": self._context}
        try:
            await self._session.send("Target.disposeBrowserContext", context)
            await self._session.detach()
        except Error as error:
            raise _broken_off(error) from error

    def _lives(self, event: Mapping[str, Any]) -> None:
        if event["name"] == "load":
            self._loaded.add(event["loaderId"])
            self._has_changed.set()

    def _receive(self, received: Mapping[str, Any]) -> None:
        """Take a message of the browser: an answer, or an event."""
        if received["sessionId"] != self._id:
            # Of a target that stands still.
            return
        message = json.loads(received["message"])
        waiting = self._waiting.get(message.get("id", 0))
        if "method" in message:
            handler = self._handlers.get(message["method"])
            if handler is not None:
                handler(message["params"])
        elif waiting is not None and not waiting.done():
            if "error" in message:
                waiting.set_exception(BrowserRefusalError(message["error"]["message"]))
            else:
                waiting.set_result(message["result"])

    def _detached(self, event: Mapping[str, Any]) -> None:
        if event["sessionId"] == self._id:
            self._break_off("The page is gone.")

    def _break_off(self, why: str) -> None:
        """Tell all who wait that nothing comes any more."""
        self._broken = why
        self._has_changed.set()
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(PageBrokenOffError(why))


def _broken_off(error: Error) -> PageBrokenOffError:
    return PageBrokenOffError(" ".join(error.message.split())[:300])
