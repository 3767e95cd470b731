"""Walls that a visitor passes with one click: passed, and said how, or named.

What is never pressed stands in docs/security.md.
"""

import asyncio
from dataclasses import dataclass, replace

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.wall import KeptCookie, PassedWall
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.wall_step import WallStep, wall_step
from discovery.crawling.links.sites import site_if_any
from discovery.engines.entry_pages import page_of
from discovery.pages.messages import ObstacleKind
from discovery.pages.wall_labels import WallManner
from discovery.web.cookies import CookieSession
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.lost_time import LostTime
from discovery.web.response import Response
from discovery.web.wall_manner import MAX_WALLS, wall_manner

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
class Entrance:
    """What a site asked before it showed anything, and what it gave for the answers."""

    walls: tuple[PassedWall, ...] = ()
    cookies: tuple[KeptCookie, ...] = ()

    def of(self, description: ConnectionDescription) -> ConnectionDescription:
        """Return the description of an engine that is behind this entrance."""
        if not self.walls:
            return description
        return replace(description, walls=self.walls, cookies=self.cookies)


@dataclass(frozen=True, slots=True)
class Passage:
    """What came of walls: `response` is the page behind them, or the one that stands.

    `standing` is why a wall stands, in a sentence; `needs_browser`: only a browser can press it.
    """

    response: Response
    walls: tuple[PassedWall, ...] = ()
    standing: str = ""
    needs_browser: bool = False


def told_walls(walls: tuple[PassedWall, ...]) -> str:
    """Return in sentences which walls were passed, and how.

    >>> told_walls((PassedWall("consent", "Reject all", "http://a.example/"),))
    'A cookie notice is answered by “Reject all”.'
    """
    return " ".join(f"{_NAMES[wall.kind]} is answered by “{wall.label}”." for wall in walls)


async def pass_walls(
    fetcher: Fetcher,
    response: Response,
    session: CookieSession,
    *,
    asked: str,
    deadline: float,
    polite: bool = False,
    lost: LostTime | None = None,
) -> Passage:
    """Pass the walls that `response` is, one click each, within `deadline` seconds.

    `asked` is the address that was asked for: a click that leads neither to its site nor to that of
    the wall is not done, or leads nowhere. The cookies given are kept in `session`. Nothing is sent
    when `response` is no wall.
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
                following = await _press(fetcher, step, passage, session, deadline, polite, lost)
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
    """Return what passes the wall that a response is; read on a thread."""
    manner = wall_manner()
    if manner is WallManner.LEAVE or len(response.body) > MAX_WALL_BYTES:
        return None
    return await asyncio.to_thread(_step_of, response, manner)


def _step_of(response: Response, manner: WallManner) -> WallStep | None:
    page = page_of(response)
    return None if page is None else wall_step(page, manner)


def _refusal(step: WallStep, passage: Passage, sites: set[str]) -> str:
    """Return why a button is not pressed, empty where it is."""
    if step.needs_browser:
        return f"“{step.label}” works by script alone."
    if len(passage.walls) >= MAX_WALLS:
        return f"After {MAX_WALLS} answers it asks again."
    if any((wall.kind, wall.label) == _known(step) for wall in passage.walls):
        return f"After “{step.label}” it asks again."
    if step.request is not None and site_if_any(step.request.url) not in sites:
        return f"“{step.label}” leads to another site."
    return ""


def _known(step: WallStep) -> tuple[str, str]:
    return step.kind.name.lower(), step.label


async def _press(
    fetcher: Fetcher,
    step: WallStep,
    passage: Passage,
    session: CookieSession,
    deadline: float,
    polite: bool,
    lost: LostTime | None,
) -> Response:
    """Do what pressing the button does. Raises `FetchError`."""
    address = passage.response.url
    for cookie in step.cookies:
        # What a script sets anew only when it is pressed is kept for good.
        lasting = [part for part in cookie.split(";") if not _ends(part)]
        session.set(KeptCookie(address, ";".join(lasting)))
    target = step.request or EngineRequest("GET", address)
    return await fetcher.fetch(target, deadline=deadline, session=session, polite=polite, lost=lost)


def _ends(part: str) -> bool:
    """Whether a part of a cookie says when it ends."""
    return part.strip().lower().startswith(("max-age", "expires"))


def why_it_stands(kind: ObstacleKind, passage: Passage) -> str:
    """Return in a sentence why a wall was not passed; empty for what no click passes."""
    if kind.name.lower() not in _NAMES:
        return ""
    manner = wall_manner()
    if manner is WallManner.LEAVE:
        return "The setting WALLS leaves such walls standing."
    if passage.standing:
        return passage.standing
    if manner is WallManner.REFUSE and kind is ObstacleKind.CONSENT:
        return "None of its buttons refuses, and the setting WALLS allows nothing else."
    return "It has no one button that answers it."
