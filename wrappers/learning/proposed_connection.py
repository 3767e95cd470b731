"""Connections proposed with an engine: tried before, or instead of, the forms of its site."""

from collections.abc import Callable
from dataclasses import dataclass

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.given.openapi import read_openapi
from discovery.connection.given.request import given_address
from discovery.connection.opensearch.reading import read_opensearch
from discovery.connection.xml.reading import from_xml
from discovery.models import Engine
from discovery.pages.page import NotHtmlError, Page
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.response import Response
from wrappers.engines.answer_reading import parse_response
from wrappers.models import LearningJob

HOME_DEADLINE = 20.0


@dataclass(frozen=True, slots=True)
class ProposedConnection:
    """A connection to be tried, and where it comes from.

    `site_may_be_surveyed`: when it fails, the forms of the engine's site may be tried.
    """

    description: ConnectionDescription
    origin: str
    site_may_be_surveyed: bool


def proposed_connection(job: LearningJob) -> ProposedConnection | None:
    """Return the connection that a job tries first, None when the site's forms are to be found.

    One that was uploaded is the only one. One that came with the engine counts until the engine is
    learned. After that, one by template alone still does: no form of the site stands for it.
    """
    given = job.state.given
    if given:
        description = from_xml(given.encode())
        return ProposedConnection(description, "as uploaded", site_may_be_surveyed=False)
    engine = job.engine
    if not engine.description:
        return None
    try:
        description = from_xml(engine.description.encode())
    except DescriptionError:
        return None
    if engine.version and description.action:
        return None
    # Of several engines of one site, the site's form stands for none in particular.
    alone = not Engine.objects.filter(home_url=engine.home_url).exclude(pk=engine.pk).exists()
    return ProposedConnection(description, "as proposed", site_may_be_surveyed=alone)


async def fetch_home_page(fetcher: Fetcher, home_url: str) -> list[Page]:
    """Return the home page, if there is one: its words are good queries."""
    try:
        response = await fetcher.fetch(home_url, deadline=HOME_DEADLINE, polite=True)
        return [await parse_response(response)]
    except (FetchError, NotHtmlError):
        return []


async def described_connection(
    fetcher: Fetcher, url: str
) -> tuple[ConnectionDescription | None, str]:
    """Return the connection that the document at `url` tells, and what is wrong where it is none.

    An OpenSearch or OpenAPI document; else an answer that is no HTML to an address with a query.
    Why an address cannot be fetched is not told: the survey of the site says so.
    """
    try:
        response = await fetcher.fetch(url, deadline=HOME_DEADLINE, polite=True)
    except FetchError:
        return None, ""
    problem = ""
    for read in _READERS:
        try:
            description = read(response)
        except DescriptionError as error:
            problem = problem or str(error)
            continue
        if description is not None:
            return description, ""
    return None, problem


def _read_opensearch(response: Response) -> ConnectionDescription | None:
    is_one = b"OpenSearchDescription" in response.body[:2_000]
    return read_opensearch(response.body, response.url) if is_one else None


def _read_openapi(response: Response) -> ConnectionDescription | None:
    return read_openapi(response.body, response.url)


def _read_answer(response: Response) -> ConnectionDescription | None:
    """Return how an API is asked of which an answer is known, None where it says no such thing."""
    try:
        is_data = response.parse_answer().data is not None
    except NotHtmlError:
        is_data = False
    return given_address(response.url) if is_data and response.status < 400 else None


_READERS: tuple[Callable[[Response], ConnectionDescription | None], ...] = (
    _read_opensearch,
    _read_openapi,
    _read_answer,
)
