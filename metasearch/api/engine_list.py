"""`/api/v1/engines`, SearXNG's `/config`, `/opensearch.xml`: whom a search asks, and how."""

from typing import Annotated, TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from discovery.connection.opensearch import MIME_TYPE
from metasearch.api.search_json import Bang, told
from metasearch.search.languages import language_name
from metasearch.search.search_request import GENERAL, categories_of, offered_filters
from metasearch.search.service import current_service
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.registry import Askable

NAME = "Metasearch"


class KnownEngine(TypedDict):
    slug: str
    bang: Bang
    name: str
    state: str
    home_url: str
    categories: list[str]
    languages: list[str]
    periods: list[str]
    safe: list[str]
    has_pages: Annotated[bool, told("Whether it gives more than one page.")]
    always_answers: Annotated[
        bool, told("Whether it shows results for made-up words too, and nothing tells.")
    ]


class EngineList(TypedDict):
    engines: list[KnownEngine]
    categories: list[str]


class SearxngEngine(TypedDict):
    name: str
    shortcut: str
    categories: list[str]
    enabled: bool
    paging: bool
    language_support: bool
    languages: list[str]
    regions: list[str]
    safesearch: bool
    time_range_support: bool


class SearxngConfig(TypedDict):
    instance_name: str
    categories: list[str]
    engines: list[SearxngEngine]
    plugins: list[str]
    locales: dict[str, str]
    default_locale: str
    autocomplete: str
    safe_search: int
    default_theme: str


@require_safe
async def opensearch(request: HttpRequest) -> HttpResponse:
    told = {
        "name": NAME,
        "summary": _("Asks many search engines at once and merges what they find."),
        "search_url": request.build_absolute_uri(reverse("search")),
        "home_url": request.build_absolute_uri(reverse("home")),
        "icon": request.build_absolute_uri(static("metasearch/icon.svg")),
        "self_url": request.build_absolute_uri(),
        "mime_type": MIME_TYPE,
    }
    document = render_to_string("metasearch/opensearch.xml", told)
    return HttpResponse(document, content_type=MIME_TYPE)


@require_safe
async def engine_list(request: HttpRequest) -> JsonResponse:
    engines = await current_service().engines_for(request)
    entries = [_entry(each) for each in engines]
    return JsonResponse(EngineList(engines=entries, categories=list(categories_of(engines))))


@require_safe
async def searxng_config(request: HttpRequest) -> JsonResponse:
    entries = [_entry(engine) for engine in await current_service().engines_for(request)]
    categories = (name.casefold() for entry in entries for name in entry["categories"])
    languages = sorted({code for entry in entries for code in entry["languages"]})
    return JsonResponse(
        SearxngConfig(
            instance_name=NAME,
            categories=list(dict.fromkeys((GENERAL, *categories))),
            engines=[_as_searxng(entry) for entry in entries],
            plugins=[],
            locales={code: language_name(code) for code in languages},
            default_locale="",
            autocomplete="",
            safe_search=0,
            default_theme="simple",
        )
    )


def _entry(engine: Askable) -> KnownEngine:
    filters = offered_filters(engine)
    return {
        "slug": engine.slug,
        "bang": engine.bang or engine.slug,
        "name": engine.name,
        "state": engine.state,
        "home_url": engine.home_url,
        "categories": list(engine.categories),
        "languages": sorted(filters.get("language", ())),
        "periods": list(filters.get("period", ())),
        "safe": list(filters.get("safe", ())),
        "has_pages": not isinstance(engine, ReadyEngine) or engine.description.paging is not None,
        "always_answers": isinstance(engine, ReadyEngine) and engine.no_result is None,
    }


def _as_searxng(entry: KnownEngine) -> SearxngEngine:
    return {
        "name": entry["slug"],
        "shortcut": entry["bang"],
        "categories": [name.casefold() for name in entry["categories"]] or [GENERAL],
        "enabled": True,
        "paging": entry["has_pages"],
        "language_support": bool(entry["languages"]),
        "languages": entry["languages"],
        "regions": [],
        "safesearch": bool(entry["safe"]),
        "time_range_support": bool(entry["periods"]),
    }
