"""The pages a user sees: the home page and the results."""

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from http import HTTPStatus

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from discovery.states import EngineState
from metasearch import dispatch
from metasearch.answer_cache import kept_or_asked
from metasearch.api import error_document
from metasearch.forms import MAX_PAGE, MAX_QUERY_LENGTH, QueryForm
from metasearch.interfaces import RENDERERS
from metasearch.marking import clean_text
from metasearch.presentation import MAX_NAME_LENGTH, Presenter, search_url
from metasearch.profiling import choose_engines
from metasearch.sharing import shared_fetcher
from metasearch.streaming import stream_page
from metasearch.unfolding import Unfolding
from metasearch.waves import in_waves
from wrappers.asking import ReadyEngine
from wrappers.observation import observe_later
from wrappers.registry import (
    NotReadyError,
    RestingEngine,
    aready_engine,
    aready_engines,
    aresting_engines,
)

# Results shown on one page. Guess: nobody reads further before asking again.
SHOWN_RESULTS = 50


@require_safe
async def home(request: HttpRequest) -> HttpResponse:
    """Show the search box and how many engines it asks."""
    engines = await aready_engines()
    return render(request, "metasearch/home.html", {"engines": engines})


# A search changes nothing here: it needs no token, and so no cookie.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def search(request: HttpRequest) -> HttpResponseBase:
    """Ask the engines and show what they give, as a page that fills or as data for programs."""
    return await answer(request, QueryForm(asked_of(request)))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def api_search(request: HttpRequest) -> HttpResponseBase:
    """The same for programs: JSON unless another format is asked for (metasearch/openapi.py)."""
    data = asked_of(request).copy()
    data.setdefault("format", "json")
    return await answer(request, QueryForm(data))


def asked_of(request: HttpRequest) -> QueryDict:
    """Return the parameters of a search."""
    return request.POST if request.method == "POST" else request.GET


async def answer(request: HttpRequest, form: QueryForm) -> HttpResponseBase:
    """Answer a search with what `form` asks for."""
    data = form.data
    if not form.is_valid():
        return problem(request, data, form.first_error(), HTTPStatus.BAD_REQUEST)
    try:
        engines = await chosen_engines(form.cleaned_data["engine"], form.cleaned_data["q"])
    except NotReadyError as error:
        return problem(request, data, str(error), HTTPStatus.NOT_FOUND)
    if not engines:
        return problem(request, data, await no_engine_words(), HTTPStatus.SERVICE_UNAVAILABLE)
    question = form.cleaned_data["q"]
    slugs, page = form.cleaned_data["engine"], form.cleaned_data["page"]
    renderer = RENDERERS.get(form.cleaned_data["format"])
    if renderer is not None:
        async with shared_fetcher(request) as fetcher:
            coming = kept_or_asked(fetcher, engines, question, page)
            outcome = await dispatch.gather(coming, engines, question, page)
        observe_later(outcome.query, [answered.answer for answered in outcome.answers])
        return renderer(outcome, request)
    if request.method == "HEAD":
        return HttpResponse()
    resting = () if slugs else await aresting_engines()
    return results_page(request, engines, question, page, slugs, resting)


async def no_engine_words() -> str:
    """Say why there is nobody to ask: no engine yet, or none that can be asked now."""
    resting = await aresting_engines()
    if not resting:
        return _("There is no engine to ask yet.")
    named = ", ".join(f"{shown['name']} ({shown['state']})" for shown in show_resting(resting)[:5])
    return _("No engine can be asked now: {engines}.").format(engines=named)


def show_resting(engines: Sequence[RestingEngine]) -> list[dict[str, str]]:
    """Return names and states of engines that are not asked, as they are shown."""
    return [
        {
            "name": clean_text(engine.name, MAX_NAME_LENGTH),
            "state": str(EngineState(engine.state).label),
        }
        for engine in engines
    ]


async def chosen_engines(slugs: list[str], query: str) -> tuple[ReadyEngine, ...]:
    """Return the engines chosen, whatever their state, or the active ones best for `query`.

    Raises `NotReadyError` when a chosen one is unknown or has no wrapper.
    """
    if not slugs:
        return await choose_engines(await aready_engines(), query)
    return tuple([await aready_engine(slug) for slug in slugs])


def results_page(
    request: HttpRequest,
    engines: Sequence[ReadyEngine],
    query: str,
    page: int,
    slugs: list[str],
    resting: Sequence[RestingEngine] = (),
) -> StreamingHttpResponse:
    """Show results as they come, with the engines that are not asked."""
    presenter = Presenter(query, engines)
    context = {
        "query": query,
        "shown_query": presenter.shown_query,
        "page": page,
        "pending": [
            {"place": presenter.places[slug], "name": name}
            for slug, name in presenter.names.items()
        ],
        "resting": show_resting(resting),
        "chosen": slugs,
        "previous_url": search_url(query, slugs, page - 1) if page > 1 else "",
        "all_engines_url": search_url(query),
    }

    async def answers() -> AsyncIterator[str]:
        started = time.monotonic()
        unfolding = Unfolding(engines, query, SHOWN_RESULTS)
        async with shared_fetcher(request) as fetcher:
            coming = kept_or_asked(fetcher, engines, query, page)
            async with aclosing(in_waves(coming)) as waves:
                async for wave in waves:
                    change = presenter.wave(unfolding.add(wave))
                    yield render_to_string("metasearch/wave.html", {"wave": change}, request)
        outcome = dispatch.outcome_of(engines, unfolding.answers, query, page, started)
        observe_later(query, unfolding.answers)
        more = outcome.has_next and page < MAX_PAGE
        end = {
            **context,
            "summary": presenter.summary(outcome, unfolding.shown),
            "next_url": search_url(query, slugs, page + 1) if more else "",
        }
        yield render_to_string("metasearch/results_end.html", end, request)

    return stream_page(request, "metasearch/results.html", context, answers)


def problem(
    request: HttpRequest, data: QueryDict, message: str, status: HTTPStatus
) -> HttpResponse:
    """Say in one sentence why nothing was searched, with the form to try again."""
    if data.get("format") in RENDERERS:
        return JsonResponse(error_document(message), status=status)
    context = {
        "message": message,
        "query": data.get("q", "")[:MAX_QUERY_LENGTH],
        "no_engines": message == _("There is no engine to ask yet."),
    }
    return render(request, "metasearch/problem.html", context, status=status)
