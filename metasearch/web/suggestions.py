"""`/suggest`: queries that engines propose for what has been typed, where the user wants that."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from itertools import chain, zip_longest

from django.http import JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from discovery.connection import ConnectionDescription, QueryError, build_request
from discovery.web import Fetcher, FetchError
from metasearch.search import MAX_QUERY_LENGTH, clean_text, engines_in_category
from metasearch.web.middleware import UserRequest
from metasearch.web.rate_limits import SUGGESTIONS
from metasearch.web.shared_fetcher import shared_fetcher
from wrappers.engines import ReadyEngine, aready_engines

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
    """Return `[query, [suggestion, …]]`; nothing is asked unless the user wants suggestions."""
    query = clean_text(request.POST.get("q", ""), MAX_QUERY_LENGTH)
    if not request.preferences.suggestions or not query:
        return as_suggestions(query, ())
    if SUGGESTIONS.seconds_to_wait(request):
        return as_suggestions(query, ())
    engines = [
        engine
        for engine in engines_in_category(await aready_engines(), "", request.preferences)
        if isinstance(engine, ReadyEngine) and engine.description.suggestions
    ]
    async with shared_fetcher(request) as fetcher:
        lists = await asyncio.gather(
            *(ask_for_suggestions(fetcher, each, query) for each in engines[:MAX_ENGINES])
        )
    return as_suggestions(query, alternating(lists, query))


async def ask_for_suggestions(fetcher: Fetcher, engine: ReadyEngine, query: str) -> list[str]:
    """Return what one engine suggests; none when it fails."""
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
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return []
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
    """Return suggestions as OpenSearch has them."""
    return JsonResponse([query, list(suggestions)], safe=False, content_type=MEDIA_TYPE)
