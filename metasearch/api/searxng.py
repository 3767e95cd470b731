"""The search as SearXNG's clients ask it and read it (docs.searxng.org, "Search API")."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from django.http import HttpRequest, HttpResponse, QueryDict
from msgspec import Meta

from discovery.connection.form_description import SAFE_LEVELS
from metasearch.api.engine_list import GENERAL
from metasearch.api.search_json import DataOptions, json_response, told
from metasearch.merging.duplicates import MergedResult
from metasearch.presentation.labels import ANSWERED, public_detail
from metasearch.presentation.presenter import proposed_queries
from metasearch.search.dates import published
from metasearch.search.results import SearchOutcome
from wrappers.engines.registry import Askable

# Its names of our parameters.
NAMES = {"pageno": "page", "time_range": "period"}
# What it calls any language.
ANY_LANGUAGE = frozenset({"all", "auto"})
# What its clients may send that changes nothing here: looks of its pages, parts it has of its own.
WITHOUT_EFFECT = frozenset(
    "autocomplete category_general center_alignment disabled_engines disabled_plugins "
    "enabled_engines enabled_plugins hotkeys image_proxy infinite_scroll locale "
    "query_in_title results_on_new_tab search_on_category_select theme timeout_limit".split()
)


class SearxngResult(TypedDict):
    url: str
    title: str
    content: str
    engine: str
    engines: list[str]
    positions: list[int]
    score: float
    category: str
    publishedDate: Annotated[str | None, told("A time without its zone.")]
    thumbnail: str
    img_src: str
    template: str


class SearxngSearch(TypedDict):
    query: str
    number_of_results: int
    results: list[SearxngResult]
    answers: list[str]
    corrections: list[str]
    infoboxes: list[str]
    suggestions: list[str]
    unresponsive_engines: Annotated[
        list[Annotated[list[str], Meta(min_length=2, max_length=2)]],
        told("Engines that gave no answer to use, each with the reason."),
    ]


def as_ours(asked: QueryDict) -> QueryDict:
    """Return the parameters of a search with those of SearXNG under our names; ours win."""
    ours = QueryDict(mutable=True)
    for name, values in asked.lists():
        # Clients send all they know, much of it empty.
        ours.setlist(name, [value for value in values if value.strip() or name == "q"])
    for theirs, name in NAMES.items():
        _take(ours, theirs, name, ours.get(theirs, ""))
    level = ours.get("safesearch", "")
    known = level in [str(number) for number in range(len(SAFE_LEVELS))]
    _take(ours, "safesearch", "safe", SAFE_LEVELS[int(level)] if known else level)
    categories = _parts(ours.getlist("categories"))
    wanted = "" if GENERAL in map(str.casefold, categories) else ",".join(categories)
    _take(ours, "categories", "category", wanted)
    if not ours.get("engine"):
        ours.setlist("engine", _parts(ours.getlist("engines")))
    ours.pop("engines", None)
    if written := ours.get("language"):
        code = written.replace("_", "-").partition("-")[0].casefold()
        ours["language"] = "" if code in ANY_LANGUAGE else code
    return ours


def _take(ours: QueryDict, theirs: str, name: str, value: str) -> None:
    ours.pop(theirs, None)
    if value and not ours.get(name):
        ours[name] = value


def _parts(lists: Iterable[str]) -> list[str]:
    parts = (part.strip() for written in lists for part in written.split(","))
    return list(dict.fromkeys(part for part in parts if part))


def as_searxng(outcome: SearchOutcome, request: HttpRequest, options: DataOptions) -> HttpResponse:
    engines = {answered.engine.slug: answered.engine for answered in outcome.answers}
    return json_response(
        SearxngSearch(
            query=outcome.query,
            number_of_results=max(each.answer.total or 0 for each in outcome.answers),
            results=[_result(result, engines) for result in options.cut(outcome).results],
            answers=[],
            corrections=[],
            infoboxes=[],
            suggestions=proposed_queries(outcome),
            unresponsive_engines=[
                [each.engine.slug, public_detail(each.answer)]
                for each in outcome.answers
                if each.answer.kind not in ANSWERED
            ],
        )
    )


def _result(result: MergedResult, engines: dict[str, Askable]) -> SearxngResult:
    first = result.engines[0].slug
    categories = engines[first].categories if first in engines else ()
    day = published(result.date)
    return {
        "url": result.url,
        "title": result.title,
        "content": result.snippet,
        "engine": first,
        "engines": [engine.slug for engine in result.engines],
        "positions": [engine.position for engine in result.engines],
        "score": result.score,
        "category": categories[0].casefold() if categories else GENERAL,
        "publishedDate": f"{day:%Y-%m-%d}T00:00:00" if day is not None else None,
        "thumbnail": result.thumbnail,
        "img_src": "",
        "template": "default.html",
    }
