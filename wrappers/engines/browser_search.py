"""Engines that only a browser can search: their pages as they were shown there."""

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.form_description.tokens import FormGoneError
from discovery.connection.requests.request import check_query
from discovery.web.response import Response
from wrappers.engines.answer_reading import parse_response
from wrappers.engines.client import EngineClient
from wrappers.engines.form_page_error import FormPageError
from wrappers.extraction.answers.obstacles import find_obstacle

NO_FIELD = "the page that it is searched on has no field to type into"


async def search_in_browser(
    client: EngineClient, description: ConnectionDescription, query: str, pages: int, seconds: float
) -> tuple[Response, ...]:
    """Return the pages of results as a browser shows them, up to `pages`, at least one.

    A query without anything gives the page that is searched on. Raises `QueryError`, `FetchError`,
    `FormGoneError`, `FormPageError`, `NotHtmlError`.
    """
    typed = check_query(query) if query else ""
    answer = await client.browsers.search(
        description.form_page, typed, description.in_browser, pages, seconds=seconds
    )
    if answer.pages:
        return answer.pages
    judged = find_obstacle(await parse_response(answer.opened))
    if judged is not None:
        raise FormPageError(answer.opened, judged)
    if typed:
        raise FormGoneError(NO_FIELD)
    return (answer.opened,)
