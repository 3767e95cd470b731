"""The search: home page, results as a page or as data, and why there are none."""

from collections.abc import Mapping
from functools import partial
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
    JsonResponse,
    QueryDict,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from metasearch.api.formats import RENDERERS, Renderer
from metasearch.api.search_json import DataOptions, Error, as_searxng
from metasearch.edge.client_address import is_local
from metasearch.presentation.presenter import why_nobody_is_asked
from metasearch.presentation.sample_sites import first_visit
from metasearch.search.answers import calculated
from metasearch.search.dates import read_dates
from metasearch.search.preferences import DEFAULTS, PARAMETER, SearchLink
from metasearch.search.results import in_turn, search_whole
from metasearch.search.search_request import (
    MAX_QUERY_LENGTH,
    MAX_SLUG_LENGTH,
    WITHOUT_EFFECT,
    QueryForm,
    SearchRequest,
    as_ours,
    understand_search,
)
from metasearch.search.service import SearchService, current_service, shared_client
from metasearch.web.middleware import UserRequest, wait_in_words, with_retry_after
from metasearch.web.results_page import results_page
from wrappers.engines.registry import DATABASE_AWAY, NotReadyError, UnavailableEngines

# Engines named on the home page; the others stand on their own page.
NAMED_ENGINES = 12
SEARXNG_RENDERERS: Mapping[str, Renderer] = {**RENDERERS, "json": as_searxng}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def home(request: UserRequest) -> HttpResponse:
    """Show the search box and whom it asks; lead a query (of SearXNG's clients) to its search."""
    if "q" in parameters_of(request):
        address = f"{reverse('search')}?{request.GET.urlencode()}"
        return HttpResponseRedirect(address.rstrip("?"), preserve_request=True)
    if request.method == "POST":
        return HttpResponseNotAllowed(["GET", "HEAD"])
    service = current_service()
    off, registry = request.preferences.off, service.engines
    engines = [each for each in await service.engines_for(request) if each.slug not in off]
    try:
        learning = await service.learning.get()
    except DATABASE_AWAY:
        learning = ()
    visit = first_visit(engines, learning)
    context = {
        "visit": visit,
        "examples": [SearchLink(query, carried=request.carried) for query in visit["queries"]],
        "at_machine": is_local(request),
        "count": len(engines),
        "engines": engines[:NAMED_ENGINES],
        "link": SearchLink("", carried=request.carried),
        "stale": registry.is_stale,
    }
    return render(request, "metasearch/home.html", context)


# A search changes nothing here: it needs no token, and so no cookie.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def search(request: UserRequest) -> HttpResponseBase:
    """Ask the engines; parameters and JSON are SearXNG's as well: its clients search here."""
    return await answer(request, as_ours(parameters_of(request)), SEARXNG_RENDERERS)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def api_search(request: UserRequest) -> HttpResponseBase:
    asked = as_ours(parameters_of(request))
    asked.setdefault("format", "json")
    return await answer(request, asked, RENDERERS)


def parameters_of(request: HttpRequest) -> QueryDict:
    return request.POST if request.method == "POST" else request.GET


async def answer(
    request: UserRequest, asked_for: QueryDict, renderers: Mapping[str, Renderer]
) -> HttpResponseBase:
    form = QueryForm(asked_for)
    service = current_service()
    seconds = service.limits.searches.seconds_to_wait(request)
    if seconds:
        words = wait_in_words(seconds)
        refusal = problem_response(request, form, words, HTTPStatus.TOO_MANY_REQUESTS)
        return with_retry_after(refusal, seconds)
    if not form.is_valid():
        return problem_response(request, form, form.first_error(), HTTPStatus.BAD_REQUEST)
    renderer = renderers.get(form.cleaned_data["format"])
    # What means nothing to a search would mislead, were it left out in silence.
    unknown = unknown_parameters(form) if renderer is not None else ""
    # SearXNG goes on without what it does not know, and its clients count on that.
    is_tolerant = renderers is SEARXNG_RENDERERS and renderer is not None
    if unknown and not is_tolerant:
        return problem_response(request, form, unknown, HTTPStatus.BAD_REQUEST)
    try:
        # Programs get the same from the same address, whatever a browser of the same user keeps.
        preferences = DEFAULTS if renderer else request.preferences
        link = form.link(request.carried)
        viewer = await service.viewer_of(request)
        asked = await understand_search(service, link, preferences, is_tolerant, viewer)
    except NotReadyError as error:
        return problem_response(request, form, str(error), HTTPStatus.NOT_FOUND)
    if not asked.engines:
        category = form.cleaned_data["category"]
        words, has_engines = await why_nobody_is_asked(service, category)
        # Nothing is out of order where there never was what is asked for.
        status = HTTPStatus.NOT_FOUND if category else HTTPStatus.SERVICE_UNAVAILABLE
        return problem_response(request, form, words, status, has_engines)
    # On a thread, that knows the reader's language: the first units take half a second.
    in_thread = sync_to_async(calculated, thread_sensitive=False)
    calculation = await in_thread(asked.words) if preferences.answers else ""
    if renderer is not None:
        warnings = (*asked.warnings, *filter(None, (unknown,)))
        options = DataOptions.of(form, warnings, calculation)
        return await data_response(service, request, asked, renderer, options)
    if request.method == "HEAD":
        return HttpResponse()
    resting = UnavailableEngines() if asked.chosen else await service.engines.unavailable()
    return results_page(service, request, asked, resting, calculation)


def unknown_parameters(form: QueryForm) -> str:
    """Return a sentence that names the parameters that mean nothing to a search, "" for none."""
    known = QueryForm.base_fields.keys() | WITHOUT_EFFECT | {PARAMETER}
    unknown = [name[:MAX_SLUG_LENGTH] for name in form.data if name not in known]
    if not unknown:
        return ""
    return _("Unknown: {names}. A search has these parameters: {known}.").format(
        names=", ".join(unknown[:5]), known=", ".join(form.fields)
    )


async def data_response(
    service: SearchService,
    request: UserRequest,
    asked: SearchRequest,
    renderer: Renderer,
    options: DataOptions,
) -> HttpResponse:
    async with shared_client(request) as client:
        outcome = await search_whole(service, client, asked)
    answers = [answered.answer for answered in outcome.answers]
    service.observe_later(asked.words, asked.relevant_answers(answers))
    await read_dates(options.cut(outcome).results)
    return await in_turn(partial(renderer, outcome, request, options), answers)


def problem_response(
    request: UserRequest,
    form: QueryForm,
    message: str,
    status: HTTPStatus,
    has_engines: bool = True,
) -> HttpResponse:
    if request.path == reverse("api_search") or form.data.get("format") in RENDERERS:
        return JsonResponse(Error(error=message), status=status)
    query = form.data.get("q", "")[:MAX_QUERY_LENGTH]
    context = {
        "message": message,
        "query": query,
        "link": SearchLink(query, carried=request.carried),
        "no_engines": not has_engines,
    }
    return render(request, "metasearch/problem.html", context, status=status)
