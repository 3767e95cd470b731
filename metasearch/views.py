"""The pages a user sees: the home page and the results."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from discovery.states import EngineState
from metasearch import dispatch
from metasearch.api import error_document, search_document
from metasearch.dispatch import Outcome
from metasearch.forms import MAX_PAGE, MAX_QUERY_LENGTH, QueryForm
from metasearch.marking import clean_text
from metasearch.presentation import MAX_NAME_LENGTH, search_url, show
from metasearch.profiling import choose_engines
from metasearch.sharing import shared_fetcher
from wrappers.asking import ReadyEngine
from wrappers.observation import observe_later
from wrappers.registry import (
    NotReadyError,
    RestingEngine,
    aready_engine,
    aready_engines,
    aresting_engines,
)


@require_safe
async def home(request: HttpRequest) -> HttpResponse:
    """Show the search box and how many engines it asks."""
    engines = await aready_engines()
    return render(request, "metasearch/home.html", {"engines": engines})


# A search changes nothing here: it needs no token, and so no cookie.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def search(request: HttpRequest) -> HttpResponse:
    """Ask the engines and show what they gave, as a page or as JSON."""
    data = request.POST if request.method == "POST" else request.GET
    form = QueryForm(data)
    if not form.is_valid():
        return problem(request, data, form.first_error(), HTTPStatus.BAD_REQUEST)
    try:
        engines = await chosen_engines(form.cleaned_data["engine"], form.cleaned_data["q"])
    except NotReadyError as error:
        return problem(request, data, str(error), HTTPStatus.NOT_FOUND)
    if not engines:
        return problem(request, data, await no_engine_words(), HTTPStatus.SERVICE_UNAVAILABLE)
    async with shared_fetcher(request) as fetcher:
        outcome = await dispatch.search(
            fetcher, engines, form.cleaned_data["q"], form.cleaned_data["page"]
        )
    observe_later(outcome.query, [answered.answer for answered in outcome.answers])
    if form.cleaned_data["format"] == "json":
        return JsonResponse(search_document(outcome))
    slugs = form.cleaned_data["engine"]
    resting = () if slugs else await aresting_engines()
    return results_page(request, outcome, slugs, resting)


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
    outcome: Outcome,
    slugs: list[str],
    resting: Sequence[RestingEngine] = (),
) -> HttpResponse:
    """Show an outcome as a page, with the engines that were not asked."""
    page = outcome.page
    context = {
        "query": outcome.query,
        "page": page,
        "shown": show(outcome),
        "resting": show_resting(resting),
        "chosen": slugs,
        "previous_url": search_url(outcome.query, slugs, page - 1) if page > 1 else "",
        "next_url": (
            search_url(outcome.query, slugs, page + 1)
            if outcome.has_next and page < MAX_PAGE
            else ""
        ),
        "all_engines_url": search_url(outcome.query),
    }
    return render(request, "metasearch/results.html", context)


def problem(
    request: HttpRequest, data: QueryDict, message: str, status: HTTPStatus
) -> HttpResponse:
    """Say in one sentence why nothing was searched, with the form to try again."""
    if data.get("format") == "json":
        return JsonResponse(error_document(message), status=status)
    context = {
        "message": message,
        "query": data.get("q", "")[:MAX_QUERY_LENGTH],
        "no_engines": message == _("There is no engine to ask yet."),
    }
    return render(request, "metasearch/problem.html", context, status=status)
