"""The search: home page, results as a page or as data, and why there are none."""

from functools import partial
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from metasearch.api import RENDERERS, Renderer, error_document
from metasearch.presentation import category_label, unavailable_labels
from metasearch.search import (
    DEFAULTS,
    MAX_QUERY_LENGTH,
    QueryForm,
    SearchLink,
    SearchRequest,
    ask_with_cache,
    gather_outcome,
    in_turn,
    understand_search,
)
from metasearch.web.middleware import UserRequest
from metasearch.web.rate_limits import SEARCHES, wait_in_words, with_retry_after
from metasearch.web.results_page import results_page
from metasearch.web.shared_fetcher import shared_fetcher
from wrappers.engines import (
    NotReadyError,
    UnavailableEngines,
    aready_engines,
    aunavailable_engines,
    engines_are_stale,
)
from wrappers.monitoring import observe_later

# Engines named on the home page; the others stand on their own page.
NAMED_ENGINES = 12


@require_safe
async def home(request: UserRequest) -> HttpResponse:
    """Show the search box and whom it asks."""
    off = request.preferences.off
    engines = [engine for engine in await aready_engines() if engine.slug not in off]
    context = {
        "count": len(engines),
        "engines": engines[:NAMED_ENGINES],
        "link": SearchLink("", carried=request.carried),
        "stale": engines_are_stale(),
    }
    return render(request, "metasearch/home.html", context)


# A search changes nothing here: it needs no token, and so no cookie.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def search(request: UserRequest) -> HttpResponseBase:
    """Ask the engines and show what they give, as a page that fills or as data for programs."""
    return await answer(request, QueryForm(parameters_of(request)))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def api_search(request: UserRequest) -> HttpResponseBase:
    """The same for programs: JSON unless another format is asked for (`metasearch.api.openapi`)."""
    data = parameters_of(request).copy()
    data.setdefault("format", "json")
    return await answer(request, QueryForm(data))


def parameters_of(request: HttpRequest) -> QueryDict:
    """Return the parameters of a search."""
    return request.POST if request.method == "POST" else request.GET


async def answer(request: UserRequest, form: QueryForm) -> HttpResponseBase:
    """Answer a search with what `form` asks for."""
    seconds = SEARCHES.seconds_to_wait(request)
    if seconds:
        words = wait_in_words(seconds)
        refusal = problem_response(request, form, words, HTTPStatus.TOO_MANY_REQUESTS)
        return with_retry_after(refusal, seconds)
    if not form.is_valid():
        return problem_response(request, form, form.first_error(), HTTPStatus.BAD_REQUEST)
    renderer = RENDERERS.get(form.cleaned_data["format"])
    try:
        # Programs get the same from the same address, whatever a browser of the same user keeps.
        preferences = DEFAULTS if renderer else request.preferences
        asked = await understand_search(form.link(request.carried), preferences)
    except NotReadyError as error:
        return problem_response(request, form, str(error), HTTPStatus.NOT_FOUND)
    if not asked.engines:
        return await no_engine_response(request, form)
    if renderer is not None:
        return await data_response(request, asked, renderer)
    if request.method == "HEAD":
        return HttpResponse()
    resting = UnavailableEngines() if asked.chosen else await aunavailable_engines()
    return results_page(request, asked, resting)


async def data_response(
    request: UserRequest, asked: SearchRequest, renderer: Renderer
) -> HttpResponse:
    """Return what the engines give as data, when all have answered."""
    words, page = asked.parsed_query.words, asked.link.page
    async with shared_fetcher(request) as fetcher:
        coming = ask_with_cache(fetcher, asked.engines, words, page)
        outcome = await gather_outcome(coming, asked.engines, words, page, asked.ranking)
    answers = [answered.answer for answered in outcome.answers]
    observe_later(words, asked.relevant_answers(answers))
    return await in_turn(partial(renderer, outcome, request), answers)


async def no_engine_response(request: UserRequest, form: QueryForm) -> HttpResponse:
    """Say why there is nobody to ask: no engine yet, none under a tab, none that can be asked."""
    category, has_engines = form.cleaned_data["category"], True
    if category:
        words = _("No engine can be asked under “{category}”.").format(
            category=category_label(category)
        )
    elif await aready_engines():
        words = _("You switched all engines off in the preferences.")
    elif resting := await aunavailable_engines():
        named = ", ".join(
            f"{shown['name']} ({shown['state']})" for shown in unavailable_labels(resting)[:5]
        )
        words = _("No engine can be asked now: {engines}.").format(engines=named)
    else:
        words, has_engines = _("There is no engine to ask yet."), False
    return problem_response(request, form, words, HTTPStatus.SERVICE_UNAVAILABLE, has_engines)


def problem_response(
    request: UserRequest,
    form: QueryForm,
    message: str,
    status: HTTPStatus,
    has_engines: bool = True,
) -> HttpResponse:
    """Say in one sentence why nothing was searched, with the form to try again."""
    if form.data.get("format") in RENDERERS:
        return JsonResponse(error_document(message), status=status)
    query = form.data.get("q", "")[:MAX_QUERY_LENGTH]
    context = {
        "message": message,
        "query": query,
        "link": SearchLink(query, carried=request.carried),
        "no_engines": not has_engines,
    }
    return render(request, "metasearch/problem.html", context, status=status)
