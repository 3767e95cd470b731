"""The search as SearXNG's clients read it (docs.searxng.org, "Search API")."""

from typing import Annotated, TypedDict

from django.http import HttpRequest, HttpResponse
from msgspec import Meta

from metasearch.api.search_json import DataOptions, json_response, told
from metasearch.merging.duplicates import MergedResult
from metasearch.presentation.labels import ANSWERED, public_detail
from metasearch.presentation.presenter import proposed_queries
from metasearch.search.dates import published
from metasearch.search.results import SearchOutcome
from metasearch.search.search_request import GENERAL
from wrappers.engines.registry import Askable


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
