"""One running Chromium: started with nothing open to the network, ended by its own number."""

import asyncio
import os
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil
from playwright.async_api import Browser, BrowserContext, Error, Playwright, async_playwright

from discovery.pages.outcomes import AnswerReason
from discovery.pages.style_rules import WINDOW
from discovery.web.fetch_error import RenderingError

# Requests of one page at once.
AT_ONCE = 8
STARTING_TIME = 20.0
CLOSING_TIME = 5.0
ARGUMENTS = (
    # No name is looked up: what the browser would ask itself leads nowhere, before the proxy.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    # WebRTC speaks UDP past proxies.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--no-pings",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-quic",
    "--block-new-web-contents",
    # One browser shows page after page: those of two sites share no process.
    "--site-per-process",
    # Gigabytes of a script's or a style sheet's making end the tab, not the machine.
    "--renderer-process-limit=1",
)
# The browser gets no secret of ours: of our environment it sees this alone.
ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "XDG_RUNTIME_DIR", "FONTCONFIG_PATH")


class Chromium:
    """A browser of ours, and the driver that speaks to it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._mark = f"--metasearch-renderer={secrets.token_hex(16)}"
        # Bound, never listened on: given to Playwright as proxy it takes all that the browser would
        # ask for itself, loopback included (`--proxy-server` leaves that out).
        self._proxy = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._proxy.bind(("127.0.0.1", 0))
        self._driver: Playwright | None = None
        self._browser: Browser | None = None
        self._process: psutil.Process | None = None

    async def start(self) -> None:
        """Start driver and browser. Raises `RenderingError`."""
        try:
            self._driver = await async_playwright().start()
            self._browser = await self._driver.chromium.launch(
                executable_path=self._path,
                args=[*ARGUMENTS, self._mark],
                proxy={
                    "server": f"http://127.0.0.1:{self._proxy.getsockname()[1]}",
                    "bypass": "<-loopback>",
                },
                # Chromium refuses to run its sandbox as root.
                chromium_sandbox=os.geteuid() != 0,
                env={name: os.environ[name] for name in ENVIRONMENT if name in os.environ},
                timeout=STARTING_TIME * 1000,
            )
        except (Error, OSError) as error:
            await self.close()
            told = " ".join(str(error).split())[:300]
            sentence = f"{self._path} does not start: {told}"
            raise RenderingError(AnswerReason.NO_BROWSER, sentence) from error
        self._process = self._find_process()

    @asynccontextmanager
    async def context(self, *, runs_scripts: bool = True) -> AsyncIterator[BrowserContext]:
        """Open an empty context: no cookies, nothing kept, nothing granted.

        Raises `RenderingError`, in the browser's words, for what it does not do in it.
        """
        assert self._browser is not None
        try:
            async with await self._browser.new_context(
                viewport={"width": int(WINDOW["width"]), "height": int(WINDOW["height"])},
                java_script_enabled=runs_scripts,
                service_workers="block",
                accept_downloads=False,
                color_scheme="light",
                reduced_motion="reduce",
                locale="en-US",
            ) as context:
                yield context
        except Error as error:
            told = " ".join(error.message.split())[:300]
            raise RenderingError(AnswerReason.PROTOCOL, told) from error

    @property
    def is_running(self) -> bool:
        return self._browser is not None and self._browser.is_connected()

    def memory(self) -> int:
        total = 0
        for process in self._processes():
            # It may have ended meanwhile.
            with suppress(psutil.Error):
                total += process.memory_info().rss
        return total

    def kill(self) -> None:
        for process in self._processes():
            with suppress(psutil.Error):
                process.kill()

    async def close(self) -> None:
        """End the browser and its driver; what does not go is killed."""
        self.kill()
        if self._driver is not None:
            # A driver that is gone itself has nothing to stop.
            with suppress(Error, OSError, TimeoutError):
                await asyncio.wait_for(self._driver.stop(), CLOSING_TIME)
        self._driver = self._browser = self._process = None
        self._proxy.close()

    def _processes(self) -> list[psutil.Process]:
        if self._process is None:
            return []
        try:
            return [*self._process.children(recursive=True), self._process]
        except psutil.Error:
            return []

    def _find_process(self) -> psutil.Process | None:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                if self._mark in process.cmdline():
                    return process
        return None
