"""The results page: a frame at once, filled as engines answer, in one streamed response."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from metasearch.presentation.labels import category_label, unavailable_labels
from metasearch.presentation.presenter import Presenter, proposed_queries
from metasearch.search.encyclopedia import article_for
from metasearch.search.preferences import SearchLink
from metasearch.search.results import ProgressiveResults, SearchOutcome, in_turn, outcome_of
from metasearch.search.search_request import (
    MAX_PAGE,
    RESPONSE_FORMATS,
    SearchRequest,
    available_filters,
)
from metasearch.search.service import SearchService, shared_client
from metasearch.web.middleware import UserRequest
from wrappers.engines.registry import UnavailableEngines

logger = logging.getLogger(__name__)

Render = Callable[[str, dict[str, Any]], str]
Answers = Callable[[Render], AsyncGenerator[str]]

# Where the frame is cut in two: what comes before and after the answers.
CUT = "<!-- answers -->"


async def _with_answers(
    request: HttpRequest, frame: str, answers: Answers, language: str
) -> AsyncIterator[str]:
    """Yield the frame's first part, the answers, the rest.

    The status has been sent: a fault is said in the page, and in the log without the query.
    """

    def render(template: str, context: dict[str, Any]) -> str:
        return render_to_string(template, context, request)

    before, _, after = frame.partition(CUT)
    yield before
    # Of the request's language nothing is left when the answers come.
    with translation.override(language):
        try:
            async with aclosing(answers(render)) as coming:
                async for html in coming:
                    yield html
        except Exception:
            logger.exception("a page of results broke off")
            yield render("metasearch/broken_off.html", {})
    yield after


# How else results can be had: names for addresses and for people.
DATA_FORMATS = tuple(each for each in RESPONSE_FORMATS if each[0] != "html")
# What a result is shown by, for each view that is no list.
CARDS = {"pictures": "picture", "videos": "picture", "offers": "offer", "files": "file"}
# Bangs of which it is said that nobody answers to them.
MAX_UNCALLED = 3
# Results rendered in one go: measured, it blocks the event loop for about 5 ms.
GROUP_SIZE = 10


def results_page(
    service: SearchService,
    request: UserRequest,
    search: SearchRequest,
    resting: UnavailableEngines,
    calculation: str = "",
) -> StreamingHttpResponse:
    preferences = request.preferences
    words, engines, link = search.words, search.engines, search.link
    presenter = Presenter(search, preferences)
    previous = None
    if link.page > 1:
        # How many each of the pages before had is not carried: about as many as the others.
        seen = link.seen * (link.page - 2) // (link.page - 1)
        previous = link.at(link.page - 1, seen)
    if link.after:
        previous = link.leaving_out(max(link.after - preferences.per_page, 0))
    context = frame_context(search, presenter) | {
        "stale": service.engines.is_stale,
        "resting": unavailable_labels(resting),
        "resting_count": resting.count,
        "previous": previous,
        "calculation": calculation,
    }

    card = f"metasearch/{CARDS.get(presenter.view, 'result')}.html"

    async def answers(render: Render) -> AsyncGenerator[str]:
        started = time.monotonic()
        progress = ProgressiveResults(
            *(engines, words, preferences.per_page, search.ranking, link.after),
            folds=not presenter.view,
        )
        # The answers to a later part were kept when the first one was shown; an order other than
        # the best first is one of all that came.
        at_once = not preferences.progressive or bool(link.after or search.ranking.order)
        filled = 0
        async with shared_client(request) as client:
            coming = service.ask(client, engines, words, link.page, at_once)
            async with aclosing(coming) as batches:
                async for batch in batches:
                    known = [*progress.answers, *batch]
                    added = await in_turn(partial(progress.add, batch), known, search.ranking)
                    change = presenter.batch(added)
                    filled += bool(change["fresh"])
                    parts = {
                        "batch": change,
                        "fresh": await html_of(render, change["fresh"], card),
                        "changed": await html_of(render, change["changed"], card),
                    }
                    yield render("metasearch/batch.html", parts)
        outcome = outcome_of(search, progress.answers, progress.merged, started)
        service.observe_later(words, search.relevant_answers(progress.answers))
        # On a thread of its own: pages are looked through, and others wait for the event loop.
        # What is to be calculated is no mistake in the words.
        queries = [] if calculation else await asyncio.to_thread(proposed_queries, outcome)
        if not (queries or outcome.results or calculation):
            corrected = (await service.known_words()).correct(words)
            queries = [corrected] if corrected else []
        proposals = [replace(link.at(1), text=text) for text in queries]
        end = {
            **context,
            "summary": presenter.summary(outcome, progress, filled, proposals),
            "range": shown_range(link, progress),
            "next": next_link(link, progress, outcome),
        }
        yield render("metasearch/results_end.html", end)
        if preferences.answers and not (previous or search.chosen):
            async with shared_client(request) as client:
                article = await article_for(client, outcome)
            if article is not None:
                yield render("metasearch/article.html", presenter.article(article))

    frame = render_to_string("metasearch/results.html", context, request)
    response = StreamingHttpResponse(
        _with_answers(request, frame, answers, translation.get_language())
    )
    # Proxies that gather a response before they pass it on are asked not to.
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def frame_context(search: SearchRequest, presenter: Presenter) -> dict[str, Any]:
    link = search.link
    return {
        "query": link.text,
        "shown_query": presenter.shown_query,
        "page": link.number(presenter.preferences.per_page),
        "link": link,
        "everywhere": link.only(()),
        "chosen": search.chosen,
        "sites": search.parsed_query.sites,
        "uncalled": search.parsed_query.uncalled[:MAX_UNCALLED],
        "pending": [
            {"place": presenter.places[slug], "name": name}
            for slug, name in presenter.names.items()
        ],
        "tabs": [
            {
                "name": category_label(name),
                "link": link.under(name),
                "current": name.casefold() == link.category.casefold(),
            }
            for name in ("", *search.categories)
        ],
        "filters": available_filters(search.engines, dict(link.filters)),
        "formats": DATA_FORMATS,
        "view": presenter.view,
        "in_grid": presenter.in_grid,
    }


def next_link(
    link: SearchLink, progress: ProgressiveResults, outcome: SearchOutcome
) -> SearchLink | None:
    if progress.rest:
        return link.leaving_out(progress.part.stop)
    if not outcome.has_next or link.page == MAX_PAGE:
        return None
    return link.at(link.page + 1, link.seen + progress.places)


def shown_range(link: SearchLink, progress: ProgressiveResults) -> tuple[int, int] | None:
    """Return the numbers of the first and last result shown, None where they are not known."""
    if not progress.shown or (link.page > 1 and not link.seen):
        return None
    last = min(progress.part.stop, progress.places)
    return link.seen + progress.part.start + 1, link.seen + last


async def html_of(render: Render, results: Sequence[dict[str, Any]], card: str) -> SafeString:
    pieces = []
    for start in range(0, len(results), GROUP_SIZE):
        if start:
            await asyncio.sleep(0)
        group = {"results": results[start : start + GROUP_SIZE], "card": card}
        pieces.append(render("metasearch/result_group.html", group))
    return mark_safe("".join(pieces))  # noqa: S308  rendered by templates, escaped there
