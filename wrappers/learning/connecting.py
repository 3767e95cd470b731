"""Connecting to an engine that is learned: proposals, search forms, another way of asking.

Ferrara and Baumgartner 2011, section 4: where the page that answers is another one altogether, the
way to it is mended before the wrapper is. Details ours: the site's forms are found again.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from discovery.collections.crawls import crawl_runner
from discovery.collections.index_crawl import prepare_index
from discovery.connection.description import ConnectionDescription, DescriptionError, PagingRule
from discovery.connection.description_xml import from_xml
from discovery.connection.form_tokens import settle_as
from discovery.connection.given import given_address, read_openapi
from discovery.connection.network_capture import find_cursor, later_exchanges
from discovery.connection.opensearch import read_opensearch
from discovery.connection.requests import QueryError, build_request
from discovery.engines.form_survey import (
    DiscoveryError,
    FormCandidate,
    Opened,
    Survey,
    blocked_state,
    open_home,
    settle_candidates,
    survey_site,
)
from discovery.engines.registration import engines_asked_alike
from discovery.engines.walls import page_of, told_walls
from discovery.engines.watched_site import IndexedSite, WatchedSite, watch_site
from discovery.jobs.crawls import CrawlState
from discovery.models import Engine, EngineState
from discovery.pages.blocked import find_blockage
from discovery.pages.data.roles import MAX_TITLE
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.tree import visible_text
from discovery.pages.urls import resolve_url
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher, by_http
from discovery.web.response import CookieSession, Response
from wrappers.engines.engine_file import brought_file
from wrappers.induction.paging import infer_paging
from wrappers.induction.probing import probe_words, rank_words
from wrappers.items.item_reading import read_items
from wrappers.learning.failures import end_failed, give_up_form
from wrappers.learning.flow import StepOutcome, StepResult, end_job
from wrappers.learning.known_programs import KNOWN_PROGRAM, keep_marks, known_programs, recall_way
from wrappers.learning.queries import first_words, next_word
from wrappers.learning.rendering import entrance_by_browser
from wrappers.learning.step_context import (
    HOME_DEADLINE,
    NO_ANSWER,
    StepContext,
    ask_for_page,
    evidence_of,
    fetch_page,
    mending_of,
    sample_page,
    told_sending,
)
from wrappers.models import LearningJob, SampleRole, WrapperVersion


def proposed_connection(job: LearningJob) -> tuple[ConnectionDescription, str, bool] | None:
    """Return the connection that a job tries first, None when the site's forms are to be found.

    With it goes where it comes from, and whether the site's forms are next.

    One that was uploaded is the only one. One that came with the engine counts until the engine is
    learned. After that, one by template alone still does: no form of the site stands for it.
    """
    engine = job.engine
    if job.state.given:
        return from_xml(job.state.given.encode()), "as uploaded", False
    file = brought_file(job) if job.state.brought else None
    try:
        description = engine.connection if file is None else file.description
    except DescriptionError:
        return None
    if file is None and engine.version and description.action:
        return None
    # Of several engines of one site, the site's form stands for none in particular.
    alone = not Engine.objects.filter(home_url=engine.home_url).exclude(pk=engine.pk).exists()
    return description, "as proposed", alone


async def described_connection(
    fetcher: Fetcher, url: str
) -> tuple[ConnectionDescription | None, str]:
    """Return the connection that the document at `url` tells, else why it tells none."""
    try:
        response = await fetcher.fetch(url, deadline=HOME_DEADLINE, polite=True)
    except FetchError:
        return None, ""
    body, url = response.body, response.url
    readers: tuple[Callable[[], ConnectionDescription | None], ...] = (
        lambda: read_opensearch(body, url) if b"OpenSearchDescription" in body[:2_000] else None,
        lambda: read_openapi(body, url),
        lambda: given_address(url) if response.status < 400 and _is_data(response) else None,
    )
    problem = ""
    for read in readers:
        try:
            description = read()
        except DescriptionError as error:
            problem = problem or str(error)
            continue
        if description is not None:
            return description, ""
    return None, problem


def _is_data(response: Response) -> bool:
    try:
        return response.parse_answer().data is not None
    except NotHtmlError:
        return False


CUE = "request of the page’s scripts"
# What a first answer ends in that comes too late, by the engine's fault or ours.
LATE = frozenset({AnswerReason.NO_ANSWER, AnswerReason.SLOW_BODY, AnswerReason.OVERLOADED})
# Links and headings kept of the page as it was shown, and characters of each. Guesses.
MAX_LINKS = 500
MAX_LINK_LENGTH = 500
# Engines whose forms are compared with a new one. Guess: a program has few versions.
MAX_KNOWN_FORMS = 40
# Words of a page of results that are asked next.
MAX_WORDS = 30


def find_form(context: StepContext) -> StepResult:
    """Take the connection proposed with the engine, else find the forms of its site."""
    # What began as mending goes on as learning anew from here.
    if context.state.mending is not None:
        context.update(mending=context.state.mending.replace(adapting=False))
    if context.state.watching:
        return watch_page(context)
    looked_before = context.state.failures is not None
    if looked_before:
        return _survey_site(context)
    proposed = proposed_connection(context.job)
    if proposed is not None:
        return _try_proposed(context, *proposed)
    opened = _open_site(context)
    home = None if opened is None else page_of(opened[0])
    return (home and _try_known(context, home)) or _survey_site(context, opened)


def _open_site(context: StepContext) -> Opened | None:
    """Open a site that may be of a program known by its first page."""
    engine, state = context.job.engine, context.state
    if state.mending or state.entering or state.entered or not known_programs(engine).exists():
        return None
    try:
        visitor, either = CookieSession(), engine.scheme_is_assumed
        return context.run(open_home(context.fetcher, engine.home_url, visitor, either))
    except FetchError:
        # The survey says why.
        return None


def _try_known(context: StepContext, home: Page) -> StepResult | None:
    """Ask the site as another is asked whose page is of the same program, if there is one."""
    known = recall_way(context, home)
    if known is None:
        return None
    of = f"the template of {known.engine.name} ({known.engine.slug})"
    if isinstance(known.way, IndexedSite):
        return _use_index(context, known.way, f"Its page has {of} and searches")
    context.try_ways(
        [(known.way, (KNOWN_PROGRAM, known.engine.slug))],
        words=first_words(probe_words([known.home], known.way.language)),
        name=known.home.title or context.job.engine.name,
        failures=(),
    )
    return StepResult(f"its page has {of}", StepOutcome.ANOTHER_WAY)


def _try_proposed(
    context: StepContext, description: ConnectionDescription, origin: str, survey_next: bool
) -> StepResult:
    home_url = description.home_url or context.job.engine.home_url
    file = brought_file(context.job)
    queries, pages = file.queries if file is not None else (), list[Page]()
    if not queries:
        home = fetch_page(context, home_url)
        # Its words are good queries.
        pages = [home] if home is not None else []
    words = dict.fromkeys((*queries, *probe_words(pages, description.language)))
    context.try_ways(
        [(description, (origin,))],
        words=first_words(words),
        name=("" if file is not None else description.site_name) or context.job.engine.name,
        failures=(),
        survey_left=survey_next,
    )
    told = f"{origin}: {description.template or description.action}"
    return StepResult(told, StepOutcome.ANOTHER_WAY)


def _survey_site(context: StepContext, opened: Opened | None = None) -> StepResult:
    engine = context.job.engine
    is_assumed = engine.scheme_is_assumed
    # What is mended was in use: its form is learned anew, not avoided.
    before = context.state.candidates if context.state.mending is None else ()
    tried = [each.connection for each in before]
    # Once: the pages that the links lead to are not followed further.
    is_first = not tried and context.state.mending is None
    try:
        survey = context.run(
            survey_site(
                context.fetcher,
                engine.home_url,
                either_scheme=is_assumed,
                tried=tried,
                entrance=entrance_by_browser(context),
                opened=opened,
            )
        )
        known = _settled_as_known(survey.candidates[0]) if is_first else None
        if known is None:
            context.run(settle_candidates(context.fetcher, survey))
        else:
            # The site is surveyed once more where this one does not hold.
            survey.candidates = [known]
    except DiscoveryError as error:
        described, problem = context.run(described_connection(context.fetcher, engine.home_url))
        if described is None:
            reason = f"{error} {problem}".strip()
            return end_failed(context, error.state, reason, error.evidence)
        return _try_proposed(context, described, "as the document at its address says", False)
    home = survey.pages[0]
    if is_assumed:
        is_http = home.url.startswith("http:")
        engine.home_url = by_http(engine.home_url) if is_http else engine.home_url
        engine.scheme_is_assumed = False
        engine.save(update_fields=["home_url", "scheme_is_assumed"])
    best = survey.candidates[0]
    context.try_ways(
        [(candidate.description, candidate.cues) for candidate in survey.candidates],
        words=first_words(probe_words(survey.pages, best.description.language)),
        name=best.description.site_name or home.title,
        failures=context.state.failures or (),
        survey_left=is_first,
    )
    where, told = best.description.form_page or home.url, told_walls(survey.entrance.walls)
    found = f"{len(survey.candidates)} to try, the best at {where} ({', '.join(best.cues[:3])})"
    return StepResult(f"{told} {found}".strip(), StepOutcome.ANOTHER_WAY)


def _settled_as_known(candidate: FormCandidate) -> FormCandidate | None:
    """Return a form that hides what one of an engine in use does, with its tokens."""
    key = candidate.description.form_key
    alike = WrapperVersion.objects.filter(is_active=True, form_key=key).order_by("-pk")
    for version in alike[:MAX_KNOWN_FORMS] if candidate.form else ():
        with suppress(DescriptionError):
            settled = settle_as(candidate.description, version.connection)
            if settled is not None:
                return replace(candidate, description=settled)
    return None


def connect(context: StepContext) -> StepResult:
    """Send a test query, examine the answer (Wu, Meng et al. 2003, section 2.5, step 4)."""
    context.update(asked=(), rounds=0, found=None, way_on=False, always_answers=False)
    known = _known_twice(context)
    if known is not None:
        return known
    word = next_word(context)
    assert word is not None, "none of the words has been asked yet"
    try:
        response, page = _ask_first(context, word)
    except NO_ANSWER as error:
        if isinstance(error, FetchError) and error.reason == AnswerReason.REDIRECTS:
            with_cookies = _with_cookies(context, str(error))
            if with_cookies:
                return with_cookies
        return give_up_form(context, EngineState.UNREACHABLE, f"The test query failed: {error}", {})
    evidence = evidence_of(response, page, word)
    blockage = find_blockage(page)
    if blockage is not None:
        reason = f"The test query was answered by: {blockage}."
        return give_up_form(context, blocked_state(blockage), reason, evidence)
    if response.status >= 400 and response.status != 404:
        with_cookies = _with_cookies(context, f"HTTP status {response.status}")
        if with_cookies:
            return with_cookies
        reason = f"The test query was answered with HTTP status {response.status}."
        return give_up_form(context, EngineState.FAILED, reason, evidence)
    sample = sample_page(context, SampleRole.RESULTS, word, response)
    return StepResult(
        f"“{word}” answered with status {response.status}, {len(response.body):,} bytes; "
        f"{told_sending(context)}",
        StepOutcome.DONE,
        (sample,),
    )


def _ask_first(context: StepContext, word: str) -> tuple[Response, Page]:
    """Send the first query, a second time where no answer came: many programs wake up by it."""
    try:
        return context.run(ask_for_page(context, word))
    except FetchError as error:
        if error.reason not in LATE:
            raise
    return context.run(ask_for_page(context, word))


def _known_twice(context: StepContext) -> StepResult | None:
    """End the learning of a new engine that is asked as another one is: it would vote twice."""
    engine = context.job.engine
    if engine.state != EngineState.LEARNING or context.state.given:
        return None
    others = engines_asked_alike(engine, context.description)
    if not others:
        return None
    other = others[0]
    reason = f"This is the engine {other.name} ({other.slug}): both are asked by the same address."
    evidence = {"engine": other.slug, "url": other.home_url}
    return end_job(EngineState.FAILED, reason, evidence)


def _with_cookies(context: StepContext, problem: str) -> StepResult | None:
    """Try the form once more after fetching its page: the engine may want its cookies."""
    description = context.description
    if description.needs_form_page or not description.form_page:
        return None
    context.set_description(replace(description, session_required=True))
    told = f"{problem} Trying again with the cookies of the form's page."
    return StepResult(told, StepOutcome.AGAIN)


def watch_page(context: StepContext) -> StepResult:
    """Search the site in a browser and take the request behind its results for the connection."""
    context.update(watching=False, watched=True)
    assert context.renderer is not None
    candidates = context.state.candidates
    url = (context.description.form_page if candidates else "") or context.job.engine.home_url
    try:
        site = context.run(
            watch_site(context.renderer, context.fetcher, url, lambda page: probe_words([page]))
        )
    except DiscoveryError as error:
        if context.samples(SampleRole.NO_RESULT) and error.state != EngineState.JAVASCRIPT_ONLY:
            return StepResult(f"{error} Asking on by the form.", StepOutcome.MORE_PAGES)
        return end_failed(context, error.state, str(error), error.evidence)
    keep_marks(context)
    if isinstance(site, IndexedSite):
        reason = f"The index at {site.url} can only be read by the site's own page."
        ended = _use_index(context, site)
        return ended or end_failed(context, EngineState.JAVASCRIPT_ONLY, reason, {"url": site.url})
    page = site.seen[0][1]
    description = replace(site.description, paging=_paging(site), site_name=page.title[:80])
    queries = [query for query, _ in site.seen]
    found = first_words(rank_words([shown for _, shown in site.seen]), MAX_WORDS)
    words = dict.fromkeys((*queries, *found, *probe_words([page])))
    context.try_ways(
        [(description, (CUE,))],
        words=first_words(words),
        name=page.title or context.job.engine.name,
        failures=context.state.failures or (),
        shown_links=tuple(dict.fromkeys(link for _, shown in site.seen for link in _links(shown))),
        shown_titles=tuple(
            dict.fromkeys(text for _, shown in site.seen for text in _titles(shown))
        ),
    )
    if description.in_browser:
        told = f"{site.why} It is searched in a browser, at {description.form_page[:200]}"
    else:
        paging = f", pages by {description.paging.kind}" if description.paging else ""
        asked = f"{description.method.upper()} {description.template[:200]}{paging}"
        told = f"{told_walls(description.walls)} The page’s scripts ask {asked}".strip()
    return StepResult(told, StepOutcome.ANOTHER_WAY)


def _paging(site: WatchedSite) -> PagingRule | None:
    chosen = site.with_more
    if chosen is None:
        return None
    later = [each.request for each in later_exchanges(chosen)][:2]
    if not later:
        return None
    rule = infer_paging(chosen.exchange.request, *later, query=chosen.visit.query)
    if rule is not None:
        return rule
    cursor = find_cursor(chosen.exchange, later[0])
    return None if cursor is None else PagingRule(cursor=cursor)


def _links(page: Page) -> Iterable[str]:
    for link in page.root.xpath("//a[@href]")[:MAX_LINKS]:
        address = resolve_url(page.base_url, link.get("href"))
        if address and len(address) <= MAX_LINK_LENGTH:
            yield address


def _titles(page: Page) -> Iterable[str]:
    for element in page.root.xpath(
        "//a[@href] | //*[self::h1 or self::h2 or self::h3 or self::h4]"
    )[:MAX_LINKS]:
        text = visible_text(element)
        if text and len(text) <= MAX_TITLE:
            yield text


def _use_index(
    context: StepContext, site: IndexedSite, who: str = "The site's own page searches"
) -> StepResult | None:
    """Read a site's index and end the job with it; None where it cannot be read by itself."""
    engine = context.job.engine
    if engine.state != EngineState.LEARNING:
        return None
    collection = prepare_index(site.url, site.view, site.title or engine.name, engine.home_url)
    collection = crawl_runner().work_now(collection)
    if collection.state != CrawlState.DONE or Engine.objects.filter(collection=collection).exists():
        return None
    read_items(collection)
    reason = (
        f"{who} an index of {collection.found} documents: they are searched here, and asked for "
        f"again when it changes ({site.measured})."
    )
    evidence = {"url": site.url}
    return end_job(EngineState.ACTIVE, reason, evidence, collection_id=collection.pk)


def repair_connection(context: StepContext) -> StepResult:
    """Find the forms of the site: has the form moved, or changed its parameters? (Process flow.)"""
    engine = context.job.engine
    in_use = context.description
    try:
        survey = context.run(survey_site(context.fetcher, engine.home_url))
    except DiscoveryError as error:
        return end_failed(context, error.state, str(error), error.evidence)
    others = moved_forms(in_use, survey)
    if not others:
        return StepResult("the site asks as it did; learning anew", StepOutcome.NO_WAY_LEFT)
    found = ((each.description, each.cues) for each in others)
    context.try_ways(
        [(replace(way, site_name=in_use.site_name or way.site_name), cues) for way, cues in found],
        asked=(),
        mending=mending_of(context).replace(repaired=True),
    )
    where = others[0].description.action or others[0].description.template
    return StepResult(f"the site asks in another way now: {where}", StepOutcome.ANOTHER_WAY)


def moved_forms(in_use: ConnectionDescription, survey: Survey) -> list[FormCandidate]:
    """Return the ways to ask a site by other requests than the engine in use is asked."""
    request = _request_of(in_use)
    return [each for each in survey.candidates if _request_of(each.description) != request]


def _request_of(description: ConnectionDescription) -> object:
    try:
        return build_request(description, "query")
    except QueryError:
        return None
