"""Connections that the document at an engine's address tells: of its search, or an answer of it."""

from collections.abc import Callable

from discovery.connection import (
    ConnectionDescription,
    DescriptionError,
    given_address,
    read_openapi,
    read_opensearch,
)
from discovery.pages import NotHtmlError
from discovery.web import Fetcher, FetchError, Response

DOCUMENT_DEADLINE = 20.0


async def described_connection(
    fetcher: Fetcher, url: str
) -> tuple[ConnectionDescription | None, str]:
    """Return the connection that the document at `url` tells, and what is wrong where it is none.

    An OpenSearch or OpenAPI document; else an answer that is no HTML to an address with a query.
    """
    try:
        response = await fetcher.fetch(url, deadline=DOCUMENT_DEADLINE, polite=True)
    except FetchError as error:
        return None, str(error)
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
