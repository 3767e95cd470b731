"""`/suggest`: queries that go on from what has been typed, by words known here.

Engines are asked for theirs where the user wants that.
"""

import asyncio
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from itertools import chain, zip_longest

from django.http import JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from discovery.connection.description import ConnectionDescription
from discovery.connection.requests import QueryError, build_request, read_json
from discovery.web.fetch_error import FetchError
from metasearch.api.search_json import Error
from metasearch.search.highlighting import clean_text
from metasearch.search.search_request import MAX_QUERY_LENGTH, engines_in_category
from metasearch.search.service import current_service, shared_client
from metasearch.web.middleware import UserRequest
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.client import EngineClient
from wrappers.engines.registry import Askable

# The media type of OpenSearch's suggestions.
MEDIA_TYPE = "application/x-suggestions+json"
# Seconds and bytes for the suggestions of one engine: what comes later comes after the next key.
DEADLINE = 1.0
MAX_BYTES = 100_000
# Engines asked for each key pressed; suggestions shown; characters of one. Guesses.
MAX_ENGINES = 5
MAX_SUGGESTIONS = 8
MAX_LENGTH = 100


# The query stands in the body of the request, so that no log of addresses holds what is typed.
@csrf_exempt
@require_POST
async def suggest(request: UserRequest) -> JsonResponse:
    """Return `[query, [suggestion, …]]`; no engine is asked unless the user wants that."""
    query = clean_text(request.POST.get("q", ""), MAX_QUERY_LENGTH)
    wanted, asks = request.preferences.while_typing, request.preferences.suggestions
    return as_suggestions(query, await suggestions_for(request, query, asks) if wanted else ())


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def complete(request: UserRequest) -> JsonResponse:
    """Return the same to programs that ask as SearXNG's clients do: scripts get the list alone."""
    asked = request.POST if request.method == "POST" else request.GET
    if "\0" in asked.get("q", ""):
        return JsonResponse(Error(error="What is typed is no text."), status=400)
    query = clean_text(asked.get("q", ""), MAX_QUERY_LENGTH)
    suggestions = await suggestions_for(request, query)
    if request.headers.get("X-Requested-With") == "XMLHttpRequest":
        return JsonResponse(suggestions, safe=False)
    return as_suggestions(query, suggestions)


async def suggestions_for(request: UserRequest, query: str, asks_engines: bool = True) -> list[str]:
    service = current_service()
    if not query or service.limits.suggestions.seconds_to_wait(request):
        return []
    asked = engines_in_category(await service.engines_for(request), "", request.preferences)
    before, _, last = query.rpartition(" ")
    if last.startswith("!"):
        return [f"{before} {bang} ".lstrip() for bang in bangs_for(last, asked)]
    completer = await service.known_words()
    known = completer.complete(query, MAX_SUGGESTIONS) if request.preferences.completion else ()
    engines = [
        engine
        for engine in asked
        if asks_engines and isinstance(engine, ReadyEngine) and engine.description.suggestions
    ]
    if not engines:
        return alternating(known, query)
    async with shared_client(request) as client:
        lists = await asyncio.gather(
            *(ask_for_suggestions(client, each, query) for each in engines[:MAX_ENGINES])
        )
    return alternating([*known, *lists], query)


def bangs_for(typed: str, engines: Iterable[Askable]) -> list[str]:
    wanted = typed.removeprefix("!").casefold()
    bangs = [engine.bang or engine.slug for engine in engines]
    found = sorted((not bang.startswith(wanted), bang) for bang in bangs if wanted in bang)
    return [f"!{bang}" for _, bang in found][:MAX_SUGGESTIONS]


async def ask_for_suggestions(client: EngineClient, engine: ReadyEngine, query: str) -> list[str]:
    fetcher = client.fetcher.as_visitor(client.visitor_of(engine, login=None))
    source = ConnectionDescription(
        template=engine.description.suggestions, charset=engine.description.charset
    )
    try:
        response = await fetcher.fetch(
            build_request(source, query), deadline=DEADLINE, max_bytes=MAX_BYTES, accept=MEDIA_TYPE
        )
    except (FetchError, QueryError):
        return []
    return read_suggestions(response.body) if response.status == HTTPStatus.OK else []


def read_suggestions(body: bytes) -> list[str]:
    """Return the suggestions of an OpenSearch answer, `[query, [suggestion, …], …]`.

    >>> read_suggestions(b'["zi", ["zip", 3, "zip files"]]'), read_suggestions(b"{}")
    (['zip', 'zip files'], [])
    """
    document = read_json(body)
    if not (isinstance(document, list) and len(document) > 1 and isinstance(document[1], list)):
        return []
    texts = (text for text in document[1][:MAX_SUGGESTIONS] if isinstance(text, str))
    return [text for text in (clean_text(text, MAX_LENGTH) for text in texts) if text]


def alternating(lists: Sequence[Iterable[str]], query: str) -> list[str]:
    """Return the first of all lists, then the second of all, each once, the query left out.

    >>> alternating([["zip", "zipper"], ["Zip", "zip code"]], "zi")
    ['zip', 'zipper', 'zip code']
    """
    known = {query.casefold()}
    chosen = []
    for text in chain.from_iterable(zip_longest(*lists)):
        if text is not None and text.casefold() not in known:
            known.add(text.casefold())
            chosen.append(text)
    return chosen[:MAX_SUGGESTIONS]


def as_suggestions(query: str, suggestions: Sequence[str]) -> JsonResponse:
    return JsonResponse([query, list(suggestions)], safe=False, content_type=MEDIA_TYPE)
