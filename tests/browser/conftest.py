"""A real browser, and the product served to it by a real server with engines of the test."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from metasearch.processes.asgi import application
from metasearch.search import counters
from tests.browser.installation import Installation, started
from tests.metasearch.edge import serving
from tests.metasearch.engines import FakeEngines, install

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")


# Of the package, not the session: while it lasts, Playwright's own event loop runs in this thread,
# and asynchronous tests elsewhere could not have theirs.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Start the installed Chromium; a machine without one fails, it does not skip."""
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None:
        pytest.fail("Chromium is not installed. On Debian or Ubuntu: apt-get install chromium")
    # Chromium refuses to run its sandbox as root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def served() -> Iterator[str]:
    with serving.served(application, lifespan="on") as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(autouse=True)
def unwritten_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures of answers are written later than any test: its database is gone by then."""
    monkeypatch.setattr(counters, "WRITE_DELAY", 3600.0)


@pytest.fixture(autouse=True)
def unkept_answers() -> None:
    """Answers are kept by the process: those to the engines of another test are none."""
    caches["answers"].clear()


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> FakeEngines:
    return install(monkeypatch)


class Visitor:
    """Opens pages and keeps what went wrong in them: messages, dialogs, foreign requests."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.trouble: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("dialog", self.dismiss)
        self.page.on("request", self.watch)

    def hear(self, message) -> None:
        if message.type in {"error", "warning"}:
            self.trouble.append(f"{message.type}: {message.text}")

    def dismiss(self, dialog) -> None:
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def watch(self, request) -> None:
        if not request.url.startswith(self.address):
            self.trouble.append(f"foreign request: {request.url}")

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page


@pytest.fixture
def visit(chromium: Browser, served: str, engines: FakeEngines) -> Iterator:
    contexts = []

    def make(**options) -> Visitor:
        contexts.append(chromium.new_context(**options))
        return Visitor(contexts[-1], served)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture(scope="package")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    with started(tmp_path_factory.mktemp("data")) as product:
        yield product


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """Return a tab that fails the test when the console reports an error."""
    context = chromium.new_context()
    tab = context.new_page()
    errors: list[str] = []
    tab.on("console", lambda message: message.type == "error" and errors.append(message.text))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    context.close()
    assert not errors
