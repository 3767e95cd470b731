"""Searching and reading for an assistant, and who it is.

Anybody may call `read_result`. Without permits our server would fetch whatever strangers like.
What cannot be done raises `ToolProblemError`.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.utils.crypto import constant_time_compare, salted_hmac

from discovery.pages.page import NotHtmlError
from discovery.web.fetch_error import FetchError
from discovery.web.response import Response
from metasearch.api.search_json import DataOptions, search_document
from metasearch.presentation.presenter import why_nobody_is_asked
from metasearch.search.dates import read_dates
from metasearch.search.query_form import QueryForm
from metasearch.search.results import search_whole
from metasearch.search.search_request import understand_search
from metasearch.search.service import current_service
from wrappers.engines.answer_reading import read_page_text
from wrappers.engines.client import EngineClient, open_client
from wrappers.engines.registry import NotReadyError


class ToolProblemError(RuntimeError):
    """A call cannot be done; the message is a sentence for the assistant and its user."""


DAY = 86_400
# Hexadecimal digits of a permit: 64 bits, guessed by nobody within its two days.
LENGTH = 16


def permit_for(address: str, days_ago: int = 0) -> str:
    day = int(time.time()) // DAY - days_ago
    signed = salted_hmac("metasearch.mcp.permit", f"{day}\n{address}", algorithm="sha256")
    return signed.hexdigest()[:LENGTH]


def is_permitted(address: str, permit: str) -> bool:
    return any(constant_time_compare(permit, permit_for(address, ago)) for ago in (0, 1))


# Gives a search its place among those under way while inside, or not (False).
Door = Callable[[], AbstractContextManager[bool]]


@dataclass(frozen=True, slots=True)
class Caller:
    """One who calls tools.

    `has_key`: an administrator gave it one. `seconds_to_wait` counts a search and returns how long
    it has to wait, `door` gives it its place.
    """

    client: EngineClient
    has_key: bool
    seconds_to_wait: Callable[[], int]
    door: Door


@contextmanager
def open_door() -> Iterator[bool]:
    yield True


@asynccontextmanager
async def own_user() -> AsyncIterator[Caller]:
    async with open_client() as client:
        yield Caller(client, has_key=True, seconds_to_wait=lambda: 0, door=open_door)


# What an assistant is given of a result: it reads many, and pays for each word.
RESULT_FIELDS = ("url", "title", "snippet", "published", "engines")
# Seconds for a page that is read, robots.txt and redirects included, and bytes of it.
READING_SECONDS = 20.0
FETCH_SECONDS = 10.0
MAX_PAGE_BYTES = 3_000_000
# Characters of a page that are given at once.
MAX_TEXT = 20_000

TOO_MANY = "Too many searches are under way just now: please try again in a few seconds."
NO_PERMIT = (
    "This address is read with its permit only: search for it, and give the `permit` that stands "
    "beside it in the results (good for a day). With an access key any address may be read."
)


async def search(caller: Caller, parameters: Mapping[str, Any]) -> dict[str, Any]:
    form = QueryForm(parameters)
    if not form.is_valid():
        raise ToolProblemError(form.first_error())
    wait_for_turn(caller)
    service = current_service()
    with caller.door() as is_let_in:
        if not is_let_in:
            raise ToolProblemError(TOO_MANY)
        try:
            asked = await understand_search(service, form.link())
        except NotReadyError as error:
            raise ToolProblemError(str(error)) from error
        if not asked.engines:
            words, _ = await why_nobody_is_asked(service, form.cleaned_data["category"])
            raise ToolProblemError(words)
        outcome = await search_whole(service, caller.client, asked)
    answers = [answered.answer for answered in outcome.answers]
    service.observe_later(asked.words, asked.relevant_answers(answers))
    options = DataOptions(form.cleaned_data["limit"], RESULT_FIELDS, is_compact=True)
    shown = options.cut(outcome)
    await read_dates(shown.results)
    document = search_document(shown, options)
    for result in document["results"]:
        result["engines"] = [engine["slug"] for engine in result["engines"]]
        result["permit"] = permit_for(result["url"]) if result["url"] else ""
    return document | {"page": form.cleaned_data["page"], "found": len(outcome.results)}


async def read_result(caller: Caller, url: str, permit: str, offset: int) -> dict[str, Any]:
    if not caller.has_key and not is_permitted(url, permit):
        raise ToolProblemError(NO_PERMIT)
    wait_for_turn(caller)
    until = time.monotonic() + READING_SECONDS
    response = await fetch_page(caller, url)
    owner = urlsplit(response.url).netloc
    try:
        title, text = await read_page_text(caller.client.page_processes, owner, response, until)
    except NotHtmlError as error:
        raise ToolProblemError(f"The page cannot be read: {error}.") from error
    rest = offset + MAX_TEXT
    return {
        "url": response.url,
        "title": title,
        "text": text[offset:rest],
        "next_offset": rest if rest < len(text) else None,
    }


async def fetch_page(caller: Caller, url: str) -> Response:
    try:
        async with asyncio.timeout(READING_SECONDS):
            response = await caller.client.fetcher.fetch(
                url,
                deadline=FETCH_SECONDS,
                max_bytes=MAX_PAGE_BYTES,
                cut_at_limit=True,
                obey_robots=True,
            )
    except FetchError as error:
        raise ToolProblemError(str(error)) from error
    except TimeoutError:
        sentence = f"The page did not come within {READING_SECONDS:.0f} seconds."
        raise ToolProblemError(sentence) from None
    if response.status >= HTTPStatus.BAD_REQUEST:
        raise ToolProblemError(f"{url} answers with status {response.status}.")
    return response


def wait_for_turn(caller: Caller) -> None:
    seconds = caller.seconds_to_wait()
    if seconds:
        raise ToolProblemError(
            f"So many searches came from your network that this one has to wait: "
            f"try again in {seconds} seconds."
        )
