"""A page with its scripts in a browser, searched as a visitor searches."""

import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from playwright.async_api import ElementHandle, Error, Page

from discovery.connection.description import BrowserSearch, KeptCookie, PassedWall
from discovery.connection.network_capture import Visit, searches
from discovery.crawling.links import site_if_any
from discovery.forms.classification import only_its_button_acts, sends_act
from discovery.forms.finding import find_forms
from discovery.forms.form import SearchForm
from discovery.lexicon.words import lexicon
from discovery.pages.acts import link_acts, says_act
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import parse_page
from discovery.pages.walls import ConsentPolicy, choose_label, question_of
from discovery.web.fetching import MAX_WALLS, Fetcher, consent_policy
from discovery.web.rendering.browser import Chromium
from discovery.web.rendering.page_traffic import PageTraffic
from discovery.web.rendering.rendered_page import BrowserAnswer
from discovery.web.rendering.snapshot import page_script
from discovery.web.response import Response

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
    words = lexicon().forms
    names = (*words.query_names, *words.vague_query_names)
    return {
        "words": [*words.search_words, *words.search_marks],
        "names": [name.lower() for name in names],
    }


async def find_search_box(page: Page) -> ElementHandle | None:
    """Return the field that a visitor would type a query into, opening it where it has to be.

    One whose form would do something else is none, unless only pressing its button would.
    """
    box = await _find_field(page)
    if box is not None:
        return box
    opener = await _first_harmless(page, "search_box", _words() | {"opening": True})
    if opener is not None:
        await press(opener)
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
    if box is None:
        return None
    acting = [form for form in await _forms_sent(page, box) if sends_act(form)]
    return box if all(map(only_its_button_acts, acting)) else None


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
    return any(map(sends_act, await _forms_sent(page, control)))


async def _forms_sent(page: Page, control: ElementHandle) -> list[SearchForm]:
    markup = str(await control.evaluate(page_script("sent_markup")))
    if not markup:
        return []
    shown = parse_page(markup.encode("utf-8", "replace"), page.url, "text/html; charset=utf-8")
    return [form for form in find_forms(shown) if not form.pseudo]


async def press(element: ElementHandle) -> None:
    try:
        await element.click(timeout=ACTION_TIME)
    except Error:
        await element.evaluate("(element) => element.click()")


async def find_more_control(page: Page) -> ElementHandle | None:
    pager = lexicon().pager
    told = {
        "next": sorted(pager.next_words),
        "more": sorted(pager.more_words),
        "signs": [*pager.next_signs, *pager.more_signs, *sorted(pager.arrows)],
    }
    return await _first_harmless(page, "more_control", told)


# What lies over a page and asks for one's country may be an offer to go elsewhere: it is answered
# only where the page is nothing else.
OVER_A_PAGE = (ObstacleKind.AGE, ObstacleKind.CONSENT)


async def pass_walls_shown(page: Page, settle: Callable[[], Awaitable[None]]) -> list[PassedWall]:
    """Answer what `page` asks; `settle` waits until it has reacted. Return what was answered."""
    manner, passed = consent_policy(), list[PassedWall]()
    while manner is not ConsentPolicy.LEAVE and len(passed) < MAX_WALLS:
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
        await press(control)
        await settle()
        if site_if_any(page.url) != site_if_any(url):
            await page.goto(url, wait_until="domcontentloaded")
            break
        passed.append(wall[0])
    return passed


def _chosen(
    notices: list[dict[str, Any]], manner: ConsentPolicy, url: str
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
    """Return the cookies of the page without their end: without a browser nobody sets them anew."""
    kept = []
    for cookie in await page.context.cookies(page.url):
        name, value = cookie.get("name", ""), cookie.get("value", "")
        if name and not any(sign in f"{name}{value}" for sign in ";\r\n"):
            domain = cookie.get("domain", "")
            wide = f"; Domain={domain}" if domain.startswith(".") else ""
            path = cookie.get("path", "/")
            kept.append(KeptCookie(page.url, f"{name}={value}{wide}; Path={path}"))
    return tuple(kept)


# Seconds without a request after which a page has said what it had to say: lists that follow
# typing wait half a second for the next letter at most. Guess.
QUIET = 0.8
# The same where somebody waits for the results: what the page is like is known. Guess.
QUIET_SEARCH = 0.5
RESTLESS_TIME = 1.5
PAGE_OPENING_TIME = 8.0
# Milliseconds from letter to letter.
TYPING_DELAY = 30
# Characters of markup that are read.
MAX_MARKUP = 4_000_000
# Later pages asked for.
MORE_PAGES = 2
HTML = "text/html; charset=utf-8"


@dataclass(slots=True)
class _Tab:
    """One visitor's page, what it asks for, and for how many seconds it must be quiet.

    `walls` are what it asked first, as answered. `may_send`: what is typed may be sent, too.
    """

    page: Page
    traffic: PageTraffic
    quiet: float
    walls: list[PassedWall] = field(default_factory=list)
    may_send: bool = False

    async def open(self, url: str) -> None:
        """Go to the page and wait for it. Raises `FetchError` for one that cannot be fetched."""
        try:
            await self.page.goto(
                url, wait_until="domcontentloaded", timeout=PAGE_OPENING_TIME * 1000
            )
        except Error:
            if self.traffic.failure is not None:
                raise self.traffic.failure from None
            raise
        await self.settle()
        self.traffic.is_entering = True
        self.walls.extend(await pass_walls_shown(self.page, self.settle))
        self.traffic.is_entering = False

    async def settle(self) -> None:
        """Wait until the page asks for nothing more; one that never does, less from then on."""
        traffic = self.traffic
        started = traffic.last_change = time.monotonic()
        while time.monotonic() - started < traffic.patience:
            await self.page.wait_for_timeout(100)
            if not traffic.pending and time.monotonic() - traffic.last_change >= self.quiet:
                return
        traffic.patience = RESTLESS_TIME

    async def type(self, query: str) -> bool:
        """Type the query where a visitor would; tell whether there is such a field."""
        box = await find_search_box(self.page)
        if box is None:
            return False
        self.may_send = not await _sends_act(self.page, box)
        self.traffic.phase = 1
        await press(box)
        await self.page.keyboard.type(query, delay=TYPING_DELAY)
        return True

    async def send(self) -> None:
        """Press Enter, unless that sets something off, and wait for what comes."""
        self.traffic.phase = 2
        if self.may_send:
            await self.page.keyboard.press("Enter")
        await self.settle()

    async def ask_for_more(self) -> None:
        self.traffic.phase += 1
        before = len(self.traffic.exchanges)
        await self.page.keyboard.press("End")
        await self.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
        await self.settle()
        control = await find_more_control(self.page)
        if len(self.traffic.exchanges) == before and control is not None:
            await press(control)
            await self.settle()

    async def markup(self) -> str:
        return str(await self.page.evaluate(page_script("shown_markup"), MAX_MARKUP))[:MAX_MARKUP]

    async def response(self) -> Response:
        document = self.traffic.document
        status, headers = (document.status, document.headers) if document else (200, {})
        body = (await self.markup()).encode("utf-8", "replace")
        return Response(self.page.url, status, HTML, headers, body)


class BrowsedPage:
    """The page at `url`: each visit is another visitor's."""

    def __init__(self, browser: Chromium, fetcher: Fetcher, url: str) -> None:
        self._browser = browser
        self._fetcher = fetcher
        self._url = url
        self._kept: dict[str, Response] = {}

    async def visit(self, wanted: str | Callable[[str, str], str], *, more: bool = False) -> Visit:
        """Open the page, type what is `wanted`, send it, and perhaps ask for `more` results.

        It may be chosen once the page is open, by its markup and address; where it is empty the
        page is only opened. More is asked for only where the page asked with the query. Raises
        `FetchError`.
        """
        async with self._tab("", QUIET) as tab:
            url, shown, addresses = tab.page.url, [await tab.markup()], [tab.page.url]
            traffic = tab.traffic
            query = wanted if isinstance(wanted, str) else wanted(shown[0], url)
            traffic.query = query
            if query and await tab.type(query):
                for wait in (tab.settle, tab.send):
                    await wait()
                    shown.append(await tab.markup())
                    addresses.append(tab.page.url)
                asked = searches(Visit(query, url, tuple(traffic.exchanges), (), ()))
                for _ in range(MORE_PAGES if more and asked else 0):
                    before = len(traffic.exchanges)
                    await tab.ask_for_more()
                    if len(traffic.exchanges) == before:
                        break
            walls = tuple(tab.walls)
            cookies = await cookies_of(tab.page) if walls else ()
            exchanges = tuple(traffic.exchanges)
            return Visit(query, url, exchanges, tuple(shown), tuple(addresses), walls, cookies)

    async def search(self, query: str, how: BrowserSearch, pages: int) -> BrowserAnswer:
        """Return what is shown for `query`, up to `pages` pages of it. Raises `FetchError`."""
        async with self._tab(query, QUIET_SEARCH) as tab:
            opened = await tab.response()
            if not query or not await tab.type(query):
                return BrowserAnswer(opened, ())
            if how is BrowserSearch.SENT:
                await tab.send()
            else:
                await tab.settle()
            shown = [await tab.response()]
            while len(shown) < pages:
                await tab.ask_for_more()
                response = await tab.response()
                if response.body == shown[-1].body:
                    break
                shown.append(response)
            return BrowserAnswer(opened, tuple(shown))

    @asynccontextmanager
    async def _tab(self, query: str, quiet: float) -> AsyncIterator[_Tab]:
        """Open the page for another visitor. Raises `FetchError`."""
        async with self._browser.context() as context:
            traffic = PageTraffic(self._fetcher, context, self._url, query, self._kept)
            await context.route("**/*", traffic.answer)
            tab = _Tab(await context.new_page(), traffic, quiet)
            await tab.open(self._url)
            yield tab
