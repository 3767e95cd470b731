"""Ask one engine one query: what it takes to ask it, and what can come of it."""

import asyncio
import time
from collections.abc import Mapping

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.form_description.tokens import FormGoneError
from discovery.connection.requests.request import QueryError, build_request
from discovery.pages.page import PageTooHeavyError
from discovery.web.cookies import CookieSession
from discovery.web.fetch_error import FetchError
from discovery.web.response import Response
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.browser_search import search_in_browser
from wrappers.engines.client import EngineClient
from wrappers.engines.entering import ask_behind_walls
from wrappers.engines.failure_reasons import explain_delay, reason_of
from wrappers.engines.form_page_error import FormPageError
from wrappers.engines.query_session import QuerySession, fresh_form_values
from wrappers.extraction.answers.kinds import AnswerReason

# Seconds an engine may take when the caller does not say.
DEFAULT_DEADLINE = 8.0


async def ask(
    client: EngineClient,
    engine: ReadyEngine,
    query: str,
    page: int = 1,
    deadline: float = DEFAULT_DEADLINE,
) -> Answer:
    """Return the answer of `engine` to `query`, `page` counted from 1. Never raises.

    `deadline` (seconds) covers everything: a fresh form page where the engine wants one, paging
    through to the page asked for, reading.
    """
    started = time.monotonic()
    conversation = QuerySession(client, engine, query, started + deadline)
    try:
        async with asyncio.timeout(deadline):
            return await ask_behind_walls(conversation, page)
    except TimeoutError:
        return conversation.failure(*explain_delay(conversation.lost))
    except FetchError as error:
        told = error.without(value for _, value in engine.secrets)
        return conversation.failure(reason_of(told), str(told))
    except QueryError as error:
        return conversation.failure(AnswerReason.QUERY_NOT_SENDABLE, str(error))
    except FormGoneError as error:
        return conversation.failure(AnswerReason.FORM_GONE, str(error))
    except PageTooHeavyError as error:
        return conversation.failure(AnswerReason.TOO_HEAVY, str(error))
    except FormPageError as error:
        return conversation.answer(error.response, error.judged)


async def send_query(
    client: EngineClient,
    description: ConnectionDescription,
    query: str,
    session: CookieSession,
    deadline: float,
    secrets: Mapping[str, str],
) -> Response:
    """Send `query` as the form would, for learning: politely, whatever the answer.

    `secrets` are the values of placeholders that are shown nowhere. Raises `FetchError`,
    `QueryError`, `FormGoneError`, `FormPageError`, `NotHtmlError`.
    """
    if description.in_browser:
        return (await search_in_browser(client, description, query, 1, deadline))[0]
    fresh = await fresh_form_values(client, description, session, deadline)
    request = build_request(description, query, {**fresh, **secrets})
    try:
        response = await client.fetcher.fetch(
            request, deadline=deadline, session=session, polite=True, follow_refresh=True
        )
    except FetchError as error:
        raise error.without(secrets.values()) from None
    return response.without(secrets.values())
