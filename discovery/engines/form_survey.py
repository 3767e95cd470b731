"""From a site's address to the forms worth asking: fetch, classify, follow links two deep.

Wu, Meng et al. 2003, section 2.4: crawl, then filter. The crawl here is a small one:
the home page and the few pages it links as its search page.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from discovery.connection import (
    ConnectionDescription,
    DescriptionError,
    described_forms,
    find_search_actions,
    opensearch_links,
    read_opensearch,
    settle_tokens,
)
from discovery.crawling import likely_content_link, search_weight
from discovery.engine_lists import engine_key
from discovery.engines.entry_pages import enter_site, page_of
from discovery.forms import SearchForm, find_forms_as_browser, rank_search_forms
from discovery.models import EngineState
from discovery.pages import (
    Blockage,
    ObstacleKind,
    Page,
    find_blockage,
    resolve_url,
    visible_text,
)
from discovery.web import CookieSession, Fetcher, FetchError, fetch_by_either_scheme

# A search page is one or two links from the home page. Guess: deeper ones have not been met.
MAX_DEPTH = 2
# Pages fetched beyond the home page before giving up. Guess: sites name their search page once
# or twice.
MAX_LINKED_PAGES = 10
# Forms tried one after the other. Guess: the right one has been among the first three on all
# labelled pages.
MAX_CANDIDATES = 4
FETCH_DEADLINE = 20.0
EXCERPT_LENGTH = 300


@dataclass(frozen=True, slots=True)
class FormCandidate:
    """A way to ask the site, with what speaks for it, and the form if it is one."""

    description: ConnectionDescription
    score: float
    cues: tuple[str, ...]
    form: SearchForm | None = None


@dataclass(slots=True)
class Survey:
    """What was found on a site: ways to ask it, best first, and the pages seen on the way.

    `tried` are the keys of ways that were tried before, in vain.
    """

    candidates: list[FormCandidate] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)
    tried: frozenset[str] = frozenset()

    def add(self, candidates: Iterable[FormCandidate]) -> None:
        """Add those that were not tried before."""
        self.candidates += [
            each
            for each in candidates
            if not self.tried or _key_of(each.description) not in self.tried
        ]


def _key_of(description: ConnectionDescription) -> str:
    """Return what is equal where two ways ask alike, empty for one that cannot be read."""
    try:
        return engine_key(description)
    except DescriptionError:
        return ""


class DiscoveryError(Exception):
    """No way to ask the site was found: the engine's state that says so, the reason, evidence."""

    def __init__(self, state: EngineState, reason: str, evidence: dict[str, Any]) -> None:
        super().__init__(reason)
        self.state = state
        self.evidence = evidence


async def survey_site(
    fetcher: Fetcher,
    home_url: str,
    *,
    either_scheme: bool = False,
    tried: Collection[ConnectionDescription] = (),
) -> Survey:
    """Return the ways to ask the site at `home_url`, best first, at least one.

    They are the search forms of the home page, else those of pages it links as search pages, two
    links deep. Else they are what the site declares (OpenSearch, schema.org), else forms that may
    be search forms. `either_scheme`: http is tried where https cannot be connected. `tried` were
    tried in vain: what asks alike is left out, and links are followed to others. Raises
    `DiscoveryError`.
    """
    session = CookieSession()
    home = await _fetch_home(fetcher, home_url, session, either_scheme)
    survey = Survey(pages=[home], tried=frozenset(map(_key_of, tried)))
    survey.add(_form_candidates(home))
    if not survey.candidates:
        await _follow_search_links(fetcher, survey, session)
    if len(survey.candidates) < MAX_CANDIDATES:
        survey.add(await _declared_candidates(fetcher, survey.pages, session))
    if not survey.candidates:
        for page in survey.pages:
            survey.add(_form_candidates(page, include_doubtful=True))
    if not survey.candidates:
        raise _no_form(home, len(survey.pages))
    survey.candidates.sort(key=lambda candidate: -candidate.score)
    survey.candidates = [
        await _with_tokens(fetcher, candidate) for candidate in survey.candidates[:MAX_CANDIDATES]
    ]
    return survey


async def _fetch_home(
    fetcher: Fetcher, home_url: str, session: CookieSession, either_scheme: bool
) -> Page:
    """Fetch the home page. Raises `DiscoveryError` when there is no page to work with."""
    try:
        fetch = partial(fetch_by_either_scheme, fetcher) if either_scheme else fetcher.fetch
        response = await fetch(home_url, deadline=FETCH_DEADLINE, session=session, polite=True)
    except FetchError as error:
        raise DiscoveryError(
            EngineState.UNREACHABLE, f"The site could not be reached: {error}", {"url": home_url}
        ) from error
    response = await enter_site(fetcher, response, session)
    page = page_of(response)
    evidence = {"url": response.url, "status": response.status, "excerpt": excerpt(page)}
    blockage = find_blockage(page) if page else None
    if page and blockage and not rank_search_forms(page):
        reason = f"The home page is no page to work with: {blockage}."
        raise DiscoveryError(blocked_state(blockage), reason, evidence)
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
    return page


def blocked_state(blockage: Blockage) -> EngineState:
    """Return the state of an engine whose pages are that instead of answers."""
    needs_script = blockage.kind is ObstacleKind.JAVASCRIPT
    return EngineState.JAVASCRIPT_ONLY if needs_script else EngineState.BLOCKED


def excerpt(page: Page | None) -> str:
    """Return the first visible words of a page, as evidence."""
    return visible_text(page.root)[:EXCERPT_LENGTH] if page else ""


def _form_candidates(page: Page, *, include_doubtful: bool = False) -> list[FormCandidate]:
    """Return the page's search forms described, best first."""
    return [
        FormCandidate(description, verdict.score, verdict.cues, form)
        for form, verdict, description in described_forms(page, include_doubtful=include_doubtful)
    ]


async def _with_tokens(fetcher: Fetcher, candidate: FormCandidate) -> FormCandidate:
    """Fetch the form's page as another visitor: what differs is given out anew to each."""
    form, description = candidate.form, candidate.description
    if form is None or not any(field.kind == "hidden" for field in form.fields):
        return candidate
    page = await _fetch_linked(fetcher, description.form_page, CookieSession())
    again = {other.index: other for other in find_forms_as_browser(page)} if page else {}
    if form.index not in again:
        return candidate
    settled = settle_tokens(description, form, again[form.index])
    return replace(candidate, description=settled)


async def _follow_search_links(fetcher: Fetcher, survey: Survey, session: CookieSession) -> None:
    """Fetch the pages that the site links as its search pages until one has a search form.

    The link of most weight comes first, wherever it was found: text that speaks of search weighs
    more than an address that does. Links that do neither come last, since a site without the word
    may still have its form one link away.
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
    """Return the page's links within its site, with how much they speak of search."""
    host = urlsplit(page.url).hostname
    weights: dict[str, int] = {}
    for link in page.root.iter("a", "area", "frame", "iframe"):
        url = resolve_url(page.base_url, link.get("href") or link.get("src"))
        if url is not None and urlsplit(url).hostname == host:
            weights[url] = max(weights.get(url, 0), search_weight(link, url))
    return weights


async def _fetch_linked(fetcher: Fetcher, url: str, session: CookieSession) -> Page | None:
    """Fetch a page on the way; None when it is none."""
    try:
        response = await fetcher.fetch(url, deadline=FETCH_DEADLINE, session=session, polite=True)
    except FetchError:
        return None
    return page_of(response) if response.status < 400 else None


async def _declared_candidates(
    fetcher: Fetcher, pages: list[Page], session: CookieSession
) -> list[FormCandidate]:
    """Return what the site's pages say of themselves: SearchAction and OpenSearch."""
    candidates = []
    for page in pages:
        candidates += [
            FormCandidate(description, 0.0, ("schema.org SearchAction",))
            for description in find_search_actions(page)
        ]
        for url in opensearch_links(page)[:2]:
            try:
                response = await fetcher.fetch(
                    url, deadline=FETCH_DEADLINE, session=session, polite=True
                )
                description = read_opensearch(response.body, response.url)
            except (FetchError, DescriptionError):
                continue
            candidates.append(FormCandidate(description, 0.0, ("OpenSearch description",)))
    return candidates


def _no_form(home: Page, pages: int) -> DiscoveryError:
    """Return the error that says why there is nothing to ask."""
    evidence = {"url": home.url, "status": home.status, "excerpt": excerpt(home)}
    evidence["sample"] = likely_content_link(home)
    blockage = find_blockage(home)
    if blockage is not None:
        reason = f"No form was found, and the home page: {blockage}."
        return DiscoveryError(blocked_state(blockage), reason, evidence)
    return DiscoveryError(
        EngineState.NO_FORM,
        f"No search form on the home page or on {pages - 1} pages it links. "
        "Give the address of the page with the search form.",
        evidence,
    )
