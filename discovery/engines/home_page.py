"""The home page of a site: entered, and its walls passed, or why there is none to work with."""

from functools import partial
from typing import Any

from discovery.connection.description.wall import PassedWall
from discovery.engines.entry_pages import enter_site, page_of
from discovery.engines.walls import Passage, pass_walls, why_it_stands
from discovery.forms.classification import rank_search_forms
from discovery.models import EngineState
from discovery.pages.blocked import Blockage, find_blockage
from discovery.pages.messages import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.tree import visible_text
from discovery.web.cookies import CookieSession
from discovery.web.either_scheme import fetch_by_either_scheme
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher

FETCH_DEADLINE = 20.0
EXCERPT_LENGTH = 300
# In the evidence of an error: what is asked by a button that only a browser can press.
NEEDS_CLICK = "needs_click"


class DiscoveryError(Exception):
    """No way to ask the site was found: the engine's state that says so, the reason, evidence."""

    def __init__(self, state: EngineState, reason: str, evidence: dict[str, Any]) -> None:
        super().__init__(reason)
        self.state = state
        self.evidence = evidence


async def fetch_home(
    fetcher: Fetcher, home_url: str, session: CookieSession, either_scheme: bool
) -> tuple[Page, tuple[PassedWall, ...]]:
    """Fetch the home page, and what it asked first.

    Raises `DiscoveryError` when there is no page to work with.
    """
    try:
        fetch = partial(fetch_by_either_scheme, fetcher) if either_scheme else fetcher.fetch
        response = await fetch(home_url, deadline=FETCH_DEADLINE, session=session, polite=True)
    except FetchError as error:
        raise DiscoveryError(
            EngineState.UNREACHABLE, f"The site could not be reached: {error}", {"url": home_url}
        ) from error
    response = await enter_site(fetcher, response, session)
    passage = await pass_walls(
        fetcher, response, session, asked=home_url, deadline=FETCH_DEADLINE, polite=True
    )
    response = passage.response
    if passage.walls:
        response = await enter_site(fetcher, response, session)
    page = page_of(response)
    evidence = {"url": response.url, "status": response.status, "excerpt": excerpt(page)}
    blockage = find_blockage(page) if page else None
    if page and blockage and not rank_search_forms(page):
        raise _blocked(blockage, passage, evidence)
    if response.status >= 400:
        raise DiscoveryError(
            EngineState.UNREACHABLE,
            f"The site answers with HTTP status {response.status}.",
            evidence,
        )
    if page is None:
        raise DiscoveryError(
            EngineState.UNREACHABLE,
            f"The address gives no web page but {response.content_type or 'something else'}."
            if response.body.strip()
            else "The address gives an empty page.",
            evidence,
        )
    return page, passage.walls


def _blocked(blockage: Blockage, passage: Passage, evidence: dict[str, Any]) -> DiscoveryError:
    """Return the error that says what the home page is instead of one."""
    why = why_it_stands(blockage.kind, passage)
    reason = f"The home page is no page to work with: {blockage}. {why}".strip()
    if passage.needs_browser:
        evidence = {**evidence, NEEDS_CLICK: str(blockage.kind)}
    return DiscoveryError(blocked_state(blockage), reason, evidence)


def blocked_state(blockage: Blockage) -> EngineState:
    """Return the state of an engine whose pages are that instead of answers."""
    needs_script = blockage.kind is ObstacleKind.JAVASCRIPT
    return EngineState.JAVASCRIPT_ONLY if needs_script else EngineState.BLOCKED


def excerpt(page: Page | None) -> str:
    """Return the first visible words of a page, as evidence."""
    return visible_text(page.root)[:EXCERPT_LENGTH] if page else ""
