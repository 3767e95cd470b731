"""Steps before a site answers: pages that lead on, walls that one click passes, values read anew.

What is never pressed stands in docs/security.md.
"""

import asyncio
import re
import time
from dataclasses import dataclass, replace
from itertools import islice

from discovery.connection.description import FRESH, ConnectionDescription, KeptCookie, PassedWall
from discovery.connection.form_tokens import FormGoneError
from discovery.connection.requests import EngineRequest, WallStep, read_fresh, wall_step
from discovery.crawling.links import site_if_any
from discovery.pages.acts import link_acts
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.tree import refresh_of, visible_text
from discovery.pages.urls import resolve_url
from discovery.pages.walls import ConsentPolicy
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import MAX_WALLS, Fetcher, consent_policy
from discovery.web.local_delay import LocalDelay
from discovery.web.response import CookieSession, Response
from discovery.web.web_address import web_address

# A page that only leads on says little (characters), has few links, and nothing to type into.
MAX_TEXT = 400
MAX_LINKS = 3
# Pages that lead on one after the other, and seconds for each.
MAX_STEPS = 3
STEP_DEADLINE = 8.0
# Characters of scripts that are read.
MAX_SCRIPT = 20_000
_ADDRESS = r"\s*(['\"`])((?:(?!\1)[^\\\n]){1,2000})\1"
_BY_SCRIPT = re.compile(
    r"(?:\b(?:window|document|self|top|parent)\s*\.\s*)?\blocation(?:\s*\.\s*href)?\s*=(?!=)"
    + _ADDRESS
)
_BY_CALL = re.compile(r"\blocation\s*\.\s*(?:replace|assign)\s*\(" + _ADDRESS)


async def enter_site(fetcher: Fetcher, response: Response, session: CookieSession) -> Response:
    """Return the page that the home page in `response` leads on to, or itself."""
    for _ in range(MAX_STEPS):
        page = page_of(response)
        target = leads_on_to(page) if page is not None else None
        if target is None:
            break
        try:
            following = await fetcher.fetch(
                target, deadline=STEP_DEADLINE, session=session, polite=True
            )
        except FetchError:
            break
        if following.status >= 400:
            break
        response = following
    return response


def page_of(response: Response) -> Page | None:
    kind = (response.content_type or "text/html").split(";")[0].strip().lower()
    if not kind.startswith("text/") and "html" not in kind and "xml" not in kind:
        return None
    try:
        return response.parse()
    except NotHtmlError:
        return None


def leads_on_to(page: Page) -> str | None:
    root = page.root
    if sum(1 for _ in islice(root.iter("a", "area"), MAX_LINKS + 1)) > MAX_LINKS:
        return None
    if next(root.iter("form", "textarea"), None) is not None:
        return None
    if len(visible_text(root)) > MAX_TEXT:
        return None
    # One that a reader need not wait for.
    refresh = refresh_of(page.body, None)
    # Of several frames, links are followed.
    frames = [node.get("src") for node in root.iter("frame", "iframe") if node.get("src")]
    frame = frames[0] if len(frames) == 1 else None
    for target in (refresh and refresh[1], _script_of(page), frame):
        address = resolve_url(page.base_url, target)
        if address is None or link_acts(address):
            continue
        if address.partition("#")[0] != page.url.partition("#")[0]:
            return address
    return None


def _script_of(page: Page) -> str | None:
    body = next(page.root.iter("body"), None)
    handler = "" if body is None else body.get("onload", "")
    scripts = (node.text or "" for node in page.root.iter("script") if not node.get("src"))
    text = "\n".join((handler, *scripts))[:MAX_SCRIPT]
    found = _BY_CALL.search(text) or _BY_SCRIPT.search(text)
    return found[2] if found else None


async def exact_values(
    fetcher: Fetcher,
    description: ConnectionDescription,
    session: CookieSession,
    until: float,
    lost: LocalDelay | None = None,
) -> dict[str, str]:
    """Return the values by placeholder, read before `until` (monotonic seconds).

    Raises `FetchError`, `FormGoneError`.
    """
    needed = [description.form_page] if description.session_required else []
    pages = dict.fromkeys((*needed, *(each.page for each in description.fresh)))
    values = {}
    for page in pages:
        deadline = max(0.001, until - time.monotonic())
        response = await fetcher.fetch(page, deadline=deadline, session=session, lost=lost)
        answer = response.body.decode("utf-8", "replace")
        for each in description.fresh:
            if each.page != page:
                continue
            if each.cookie:
                value = session.value(web_address(page), each.cookie)
            else:
                value = read_fresh(each, answer)
            if not value:
                raise FormGoneError(f"{page} no longer gives the value {each.name}")
            values[FRESH + each.name] = value
    return values


# Bytes of a wall: more is a page.
MAX_WALL_BYTES = 600_000
# What people call a wall, and how it is answered.
_NAMES = {
    "consent": "A cookie notice",
    "age": "A question for one's age",
    "region": "A choice of country or region",
    "language": "A choice of language",
}


@dataclass(frozen=True, slots=True)
class PassedGate:
    """What a site asked before it showed anything, and what it gave for the answers."""

    walls: tuple[PassedWall, ...] = ()
    cookies: tuple[KeptCookie, ...] = ()

    def of(self, description: ConnectionDescription) -> ConnectionDescription:
        if not self.walls:
            return description
        return replace(description, walls=self.walls, cookies=self.cookies)


@dataclass(frozen=True, slots=True)
class Passage:
    """The page behind walls, or the one that stands: why (`standing`), and whether only a browser
    can press it."""

    response: Response
    walls: tuple[PassedWall, ...] = ()
    standing: str = ""
    needs_browser: bool = False


def told_walls(walls: tuple[PassedWall, ...]) -> str:
    return " ".join(f"{_NAMES[wall.kind]} is answered by “{wall.label}”." for wall in walls)


async def pass_walls(
    fetcher: Fetcher,
    response: Response,
    session: CookieSession,
    *,
    asked: str,
    deadline: float,
    polite: bool = False,
    lost: LocalDelay | None = None,
) -> Passage:
    """Pass the walls that `response` is, one click each, within `deadline` seconds.

    A click that leads neither to the site `asked` nor to that of the wall is not done, or leads
    nowhere. Cookies are kept in `session`. Nothing is sent when `response` is no wall.
    """
    passage = Passage(response)
    sites = {site_if_any(asked), site_if_any(response.url)}
    try:
        async with asyncio.timeout(deadline):
            for _ in range(MAX_WALLS + 1):
                step = await _next_step(passage.response)
                if step is None:
                    return passage
                problem = _refusal(step, passage, sites)
                if problem:
                    return replace(passage, standing=problem, needs_browser=step.needs_browser)
                request = _press(step, passage.response.url, session)
                following = await fetcher.fetch(
                    request, deadline=deadline, session=session, polite=polite, lost=lost
                )
                if following.status >= 400:
                    problem = f"“{step.label}” was answered with HTTP status {following.status}."
                    return replace(passage, standing=problem)
                if site_if_any(following.url) not in sites:
                    return replace(passage, standing=f"“{step.label}” leads to another site.")
                wall = PassedWall(step.kind.name.lower(), step.label, passage.response.url)
                passage = Passage(following, (*passage.walls, wall))
    except (FetchError, TimeoutError) as error:
        problem = str(error) or f"It was not passed in {deadline:g} seconds."
        return replace(passage, standing=problem)
    return passage


async def _next_step(response: Response) -> WallStep | None:
    manner = consent_policy()
    if manner is ConsentPolicy.LEAVE or len(response.body) > MAX_WALL_BYTES:
        return None
    page = await asyncio.to_thread(page_of, response)
    return None if page is None else await asyncio.to_thread(wall_step, page, manner)


def _refusal(step: WallStep, passage: Passage, sites: set[str]) -> str:
    if step.needs_browser:
        return f"“{step.label}” works by script alone."
    if len(passage.walls) >= MAX_WALLS:
        return f"After {MAX_WALLS} answers it asks again."
    known = (step.kind.name.lower(), step.label)
    if any((wall.kind, wall.label) == known for wall in passage.walls):
        return f"After “{step.label}” it asks again."
    if step.request is not None and site_if_any(step.request.url) not in sites:
        return f"“{step.label}” leads to another site."
    return ""


def _press(step: WallStep, address: str, session: CookieSession) -> EngineRequest:
    """Set the cookies that pressing the button sets; return what it asks for."""
    for cookie in step.cookies:
        # What a script sets anew only when it is pressed is kept for good.
        parts = cookie.split(";")
        ends = ("max-age", "expires")
        lasting = [part for part in parts if not part.strip().lower().startswith(ends)]
        session.set(KeptCookie(address, ";".join(lasting)))
    return step.request or EngineRequest("GET", address)


def why_it_stands(kind: ObstacleKind, passage: Passage) -> str:
    """Return why a wall was not passed; empty for what no click passes."""
    if kind.name.lower() not in _NAMES:
        return ""
    manner = consent_policy()
    if manner is ConsentPolicy.LEAVE:
        return "The setting WALLS leaves such walls standing."
    if passage.standing:
        return passage.standing
    if manner is ConsentPolicy.REFUSE and kind is ObstacleKind.CONSENT:
        return "None of its buttons refuses, and the setting WALLS allows nothing else."
    return "It has no one button that answers it."
