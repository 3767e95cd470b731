"""From a site's address to the forms worth asking: entered, fetched, classified, links followed.

Wu, Meng et al. 2003, section 2.4: crawl, then filter.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from discovery.connection.description import ConnectionDescription, DescriptionError, PassedWall
from discovery.connection.form_description import described_forms
from discovery.connection.form_tokens import settle_tokens
from discovery.connection.opensearch import opensearch_links, read_opensearch
from discovery.connection.schema_org import find_search_actions
from discovery.crawling.links import Link, harmless_links, likely_content_link
from discovery.engine_lists.proposals import engine_key
from discovery.engines.walls import PassedGate, enter_site, page_of, pass_walls, why_it_stands
from discovery.forms.classification import rank_search_forms
from discovery.forms.finding import find_forms_as_browser
from discovery.forms.form import SearchForm
from discovery.models import EngineState
from discovery.pages.acts import address_acts, says_go, says_search
from discovery.pages.blocked import find_blockage
from discovery.pages.messages import Message
from discovery.pages.outcomes import AnswerKind, ObstacleKind
from discovery.pages.page import Page
from discovery.pages.tree import visible_text
from discovery.pages.urls import query_pairs
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher, fetch_by_either_scheme
from discovery.web.response import CookieSession, Response

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


# The answer at a site's home address, and the visitor that it was given to.
Opened = tuple[Response, CookieSession]


async def open_home(
    fetcher: Fetcher, home_url: str, session: CookieSession, either_scheme: bool
) -> Opened:
    """Raises `FetchError`."""
    fetch = partial(fetch_by_either_scheme, fetcher) if either_scheme else fetcher.fetch
    how: dict[str, Any] = {"deadline": FETCH_DEADLINE, "session": session, "polite": True}
    return await fetch(home_url, **how), session


async def fetch_home(
    fetcher: Fetcher,
    home_url: str,
    session: CookieSession,
    either_scheme: bool,
    opened: Opened | None,
) -> tuple[Page, tuple[PassedWall, ...]]:
    """Return the home page and the walls passed before it. Raises `DiscoveryError`."""
    try:
        opened = opened or await open_home(fetcher, home_url, session, either_scheme)
    except FetchError as error:
        is_blocked = error.reason.kind is AnswerKind.BLOCKED
        state = EngineState.BLOCKED if is_blocked else EngineState.UNREACHABLE
        reason = f"The site could not be reached: {error}"
        raise DiscoveryError(state, reason, {"url": home_url}) from error
    response = await enter_site(fetcher, opened[0], session)
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
        why = why_it_stands(blockage.kind, passage)
        reason = f"The home page is no page to work with: {blockage}. {why}".strip()
        if passage.needs_browser:
            evidence = {**evidence, NEEDS_CLICK: str(blockage.kind)}
        raise DiscoveryError(blocked_state(blockage), reason, evidence)
    if response.status >= 400:
        reason = f"The site answers with HTTP status {response.status}."
        raise DiscoveryError(EngineState.UNREACHABLE, reason, evidence)
    if page is None:
        reason = "The address gives an empty page."
        if response.body.strip():
            kind = response.content_type or "something else"
            reason = f"The address gives no web page but {kind}."
        raise DiscoveryError(EngineState.UNREACHABLE, reason, evidence)
    return page, passage.walls


def blocked_state(blockage: Message) -> EngineState:
    needs_script = blockage.kind is ObstacleKind.JAVASCRIPT
    return EngineState.JAVASCRIPT_ONLY if needs_script else EngineState.BLOCKED


def excerpt(page: Page | None) -> str:
    return visible_text(page.root)[:EXCERPT_LENGTH] if page else ""


# A search page is one or two links from the home page. Guess: deeper ones have not been met.
MAX_DEPTH = 2
# Pages fetched beyond the home page before giving up. Guess: sites name their search page once
# or twice.
MAX_LINKED_PAGES = 10
# Forms tried one after the other. Guess: the right one has been among the first three on all
# labelled pages.
MAX_CANDIDATES = 4
NO_WALLS = PassedGate()


@dataclass(frozen=True, slots=True)
class FormCandidate:
    """A way to ask the site, with what speaks for it, and the form if it is one."""

    description: ConnectionDescription
    score: float
    cues: tuple[str, ...]
    form: SearchForm | None = None


@dataclass(slots=True)
class Survey:
    """What was found on a site: ways to ask it, best first, the pages seen, what it asked first."""

    candidates: list[FormCandidate] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    tried: frozenset[str] = frozenset()
    entrance: PassedGate = NO_WALLS

    def add(self, candidates: Iterable[FormCandidate]) -> None:
        self.candidates += [
            each
            for each in candidates
            if not self.tried or _key_of(each.description) not in self.tried
        ]


def _key_of(description: ConnectionDescription) -> str:
    try:
        return engine_key(description)
    except DescriptionError:
        return ""


async def survey_site(
    fetcher: Fetcher,
    home_url: str,
    *,
    either_scheme: bool = False,
    tried: Collection[ConnectionDescription] = (),
    entrance: PassedGate = NO_WALLS,
    opened: Opened | None = None,
) -> Survey:
    """Return the ways to ask the site at `home_url`, best first, at least one.

    They are the search forms of the home page, else those of pages it links as search pages, two
    links deep, else what the site declares, or where forms were `tried`. `either_scheme`: http is
    tried where https cannot be connected. What asks like one of those `tried` in vain is left out.
    `entrance` is what was passed in a browser. Whether what forms hide is given out anew to each
    visitor is found out by `settle_candidates`. A site that was `opened` is surveyed as that
    visitor. Raises `DiscoveryError`.
    """
    session = CookieSession(entrance.cookies) if opened is None else opened[1]
    home, walls = await fetch_home(fetcher, home_url, session, either_scheme, opened)
    walls = (*entrance.walls, *walls)
    survey = Survey(pages=[home], tried=frozenset(map(_key_of, tried)))
    survey.entrance = PassedGate(walls, session.kept() if walls else ())
    survey.add(_form_candidates(home))
    if not survey.candidates:
        await _follow_search_links(fetcher, survey, session)
    if tried or not survey.candidates:
        survey.add(await _declared_candidates(fetcher, survey.pages, session))
    if not survey.candidates:
        raise _no_form(home, len(survey.pages))
    survey.candidates.sort(key=lambda candidate: -candidate.score)
    survey.candidates = [
        replace(each, description=survey.entrance.of(each.description))
        for each in survey.candidates[:MAX_CANDIDATES]
    ]
    return survey


def _form_candidates(page: Page) -> list[FormCandidate]:
    return [
        FormCandidate(description, verdict.score, verdict.cues, form)
        for form, verdict, description in described_forms(page)
    ]


async def settle_candidates(fetcher: Fetcher, survey: Survey) -> None:
    """Fetch the forms' pages as another visitor: what differs is given out anew to each."""
    pages: dict[str, Page | None] = {}
    for place, candidate in enumerate(survey.candidates):
        form, description = candidate.form, candidate.description
        if form is None or not any(field.kind == "hidden" for field in form.fields):
            continue
        url, visitor = description.form_page, CookieSession(description.cookies)
        if url not in pages:
            pages[url] = await _fetch_linked(fetcher, url, visitor)
        page = pages[url]
        again = {other.index: other for other in find_forms_as_browser(page)} if page else {}
        if form.index in again:
            settled = settle_tokens(description, form, again[form.index])
            survey.candidates[place] = replace(candidate, description=settled)


async def _follow_search_links(fetcher: Fetcher, survey: Survey, session: CookieSession) -> None:
    """Fetch linked pages until one has a search form: the link of most weight first, those that do
    not speak of search last, since a site without the word may still have its form one link away.
    """
    home = survey.pages[0]
    links = {url: (weight, 1) for url, weight in _site_links(home).items() if url != home.url}
    tried = {home.url}
    while links and len(survey.pages) <= MAX_LINKED_PAGES:
        url = max(links, key=lambda link: links[link][0])
        _, depth = links.pop(url)
        tried.add(url)
        page = await _fetch_linked(fetcher, url, session)
        if page is None:
            continue
        survey.pages.append(page)
        survey.add(_form_candidates(page))
        if survey.candidates:
            return
        if depth < MAX_DEPTH:
            found = _site_links(page).items()
            links |= {
                link: (weight, depth + 1)
                for link, weight in found
                if link not in tried and weight > links.get(link, (-1, 0))[0]
            }


def _site_links(page: Page) -> dict[str, int]:
    """Return the safe links within the page's site, with how much they speak of search."""
    host = urlsplit(page.url).hostname
    weights: dict[str, int] = {}
    for link in harmless_links(page):
        # What does not speak of search and is asked with parameters, or what its own page does not
        # stand up for, may do anything.
        is_safe = (
            not _is_about_one(link)
            if link.weight
            else link.is_vouched and not urlsplit(link.url).query
        )
        if is_safe and urlsplit(link.url).hostname == host:
            weights[link.url] = max(weights.get(link.url, 0), link.weight)
    return weights


def _is_about_one(link: Link) -> bool:
    """Tell whether a link says more than to search, of the one that a number names.

    A search that was stored may be opened, archived, or whatever else its words may mean.
    """
    named = any(value.isnumeric() for _, value in query_pairs(link.url))
    return named and not all(says_search(word) or says_go(word) for word in link.text.split())


async def _fetch_linked(fetcher: Fetcher, url: str, session: CookieSession) -> Page | None:
    try:
        response = await fetcher.fetch(url, deadline=FETCH_DEADLINE, session=session, polite=True)
    except FetchError:
        return None
    return page_of(response) if response.status < 400 else None


async def _declared_candidates(
    fetcher: Fetcher, pages: list[Page], session: CookieSession
) -> list[FormCandidate]:
    candidates = []
    for page in pages:
        candidates += [
            FormCandidate(description, 0.0, ("schema.org SearchAction",))
            for description in find_search_actions(page)
            if not address_acts(description.template)
        ]
        for url in opensearch_links(page)[:2]:
            try:
                response = await fetcher.fetch(
                    url, deadline=FETCH_DEADLINE, session=session, polite=True
                )
                description = read_opensearch(response.body, response.url)
            except (FetchError, DescriptionError):
                continue
            if not address_acts(description.template):
                candidates.append(FormCandidate(description, 0.0, ("OpenSearch description",)))
    return candidates


def _no_form(home: Page, pages: int) -> DiscoveryError:
    evidence = {"url": home.url, "status": home.status, "excerpt": excerpt(home)}
    evidence["sample"] = likely_content_link(home)
    blockage = find_blockage(home)
    if blockage is not None:
        reason = f"No form was found, and the home page: {blockage}."
        return DiscoveryError(blocked_state(blockage), reason, evidence)
    linked = f" or on {pages - 1} pages it links" if pages > 1 else ""
    return DiscoveryError(
        EngineState.NO_FORM,
        f"No search form on the home page{linked}. "
        "Give the address of the page with the search form.",
        evidence,
    )
