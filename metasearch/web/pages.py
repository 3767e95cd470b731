"""The pages beside the search: engines, preferences, help."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe
from django_stubs_ext import StrOrPromise

from metasearch.presentation.engine_directory import LISTED, alist_engines
from metasearch.presentation.labels import state_label
from metasearch.search.preferences import (
    MAX_TOKEN_LENGTH,
    PARAMETER,
    SearchLink,
    set_preferences_cookie,
)
from metasearch.search.search_request import parse_host
from metasearch.search.service import current_service
from metasearch.web.middleware import UserRequest
from metasearch.web.preference_form import (
    MAX_HOSTS,
    TOO_MANY_CHOICES,
    PreferenceForm,
    listed_engines,
)

# Pages that no crawler shall ask for: each would ask all engines, or is of no use to it.
NOT_FOR_ROBOTS = ("search", "api_search", "suggest", "thumbnail", "preferences", "admin:index")
# Bangs that the help names.
NAMED_BANGS = 8
# What browsers say of a request that comes from our own pages, or was typed.
OWN_SITES = frozenset({"same-origin", "none"})


class DirectoryForm(forms.Form):
    words = forms.CharField(required=False, max_length=100)
    state = forms.ChoiceField(required=False, choices=[(state, state) for state in LISTED])
    category = forms.CharField(required=False, max_length=200)
    page = forms.IntegerField(required=False, min_value=1, max_value=100_000)


@require_safe
async def engines(request: UserRequest) -> HttpResponse:
    form = DirectoryForm(request.GET)
    form.is_valid()
    # What cannot be asked for was typed into the address: the rest holds.
    asked = {name: value for name, value in form.cleaned_data.items() if value}
    context = {
        "directory": await alist_engines(
            **asked, viewer=await current_service().viewer_of(request)
        ),
        "asked": asked,
        "states": [(str(state), state_label(state)) for state in LISTED],
        "link": SearchLink("", carried=request.carried),
    }
    return render(request, "metasearch/engines.html", context)


@require_safe
async def help_page(request: UserRequest) -> HttpResponse:
    engines = await current_service().engines_for(request)
    context = {
        "bangs": [engine.bang or engine.slug for engine in engines[:NAMED_BANGS]],
        "link": SearchLink("", carried=request.carried),
    }
    return render(request, "metasearch/help.html", context)


@require_safe
async def robots(request: HttpRequest) -> HttpResponse:
    lines = ("User-agent: *", *(f"Disallow: {reverse(name)}" for name in NOT_FOR_ROBOTS), "")
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


# No session stands behind these pages that a token could protect; see `is_same_origin`.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
async def preferences(request: UserRequest) -> HttpResponse:
    engines = [(each.slug, each.name) for each in await current_service().engines_for(request)]
    listed = listed_engines(engines, request.preferences, request.POST)
    page = partial(preferences_page, request, has_more=len(listed) < len(engines))
    shown = PreferenceForm(None, listed, request.preferences)
    if request.method != "POST":
        return page(shown, request.preferences.to_token())
    if not is_same_origin(request):
        return HttpResponseForbidden("Preferences are changed from their own page only.")
    if "reset" in request.POST:
        return save_preferences("")
    if "rule" in request.POST:
        return save_host_rule(request, shown, page)
    form = PreferenceForm(request.POST, listed, request.preferences)
    if "find" in request.POST:
        return page(form)
    if not form.is_valid():
        return page(form, status=HTTPStatus.BAD_REQUEST)
    return save_preferences(form.preferences().to_token())


def preferences_page(
    request: UserRequest,
    form: PreferenceForm,
    token: str = "",
    status: HTTPStatus = HTTPStatus.OK,
    refusal: StrOrPromise = "",
    *,
    has_more: bool,
) -> HttpResponse:
    address = request.build_absolute_uri(reverse("home"))
    context = {
        "form": form,
        "refusal": refusal,
        "engine_fields": list(form.engine_fields()),
        "has_more": has_more,
        "words": request.POST.get("words", ""),
        "saved": "saved" in request.GET,
        "host": parse_host(request.GET.get("host", "")),
        "carrying_link": f"{address}?{PARAMETER}={token}" if token else "",
        "link": SearchLink("", carried=request.carried),
    }
    return render(request, "metasearch/preferences.html", context, status=status)


def save_host_rule(
    request: UserRequest, form: PreferenceForm, page: Callable[..., HttpResponse]
) -> HttpResponse:
    host = parse_host(request.POST.get("host", ""))
    if not host:
        return HttpResponseRedirect(reverse("preferences"))
    changed = request.preferences.with_host(host, request.POST["rule"])
    token = changed.to_token()
    most = max(len(changed.preferred), len(changed.blocked))
    if len(token) > MAX_TOKEN_LENGTH or most > MAX_HOSTS:
        return page(form, status=HTTPStatus.BAD_REQUEST, refusal=TOO_MANY_CHOICES)
    return save_preferences(token)


def save_preferences(token: str) -> HttpResponse:
    response = HttpResponseRedirect(f"{reverse('preferences')}?saved")
    set_preferences_cookie(response, token)
    return response


def is_same_origin(request: HttpRequest) -> bool:
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site in OWN_SITES
    origin = request.headers.get("origin")
    return origin is None or origin == f"{request.scheme}://{request.get_host()}"
