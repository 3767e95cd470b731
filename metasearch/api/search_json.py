"""The JSON of a search, for programs: ours, and as SearXNG's clients read it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Annotated, Any, TypedDict

from django.http import HttpRequest, HttpResponse, JsonResponse
from msgspec import Meta
from msgspec.json import Encoder

from discovery.pages.outcomes import AnswerKind, AnswerReason
from metasearch.merging.duplicates import MergedResult
from metasearch.presentation.labels import ANSWERED, public_detail
from metasearch.presentation.presenter import proposed_queries
from metasearch.search.dates import published
from metasearch.search.highlighting import clean_text
from metasearch.search.results import EngineAnswer, SearchOutcome
from metasearch.search.search_request import GENERAL, RESULT_FIELDS, QueryForm
from wrappers.engines.registry import Askable
from wrappers.extraction.items.pieces import ItemKind


def told(description: str, **more: Any) -> Meta:
    """Return what `/api/openapi.json` says of a value, beside its type."""
    return Meta(description=description, **more)


Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
Bang = Annotated[str, told("What people call it by: `!bang` in a query.")]


class Engine(TypedDict):
    slug: str
    bang: Bang
    name: str
    state: Annotated[str, told("ACTIVE for all that are asked by themselves.")]
    kind: Annotated[AnswerKind, told("What the answer was; BROKEN: a page that is not understood.")]
    reason: Annotated[
        str,
        told(
            "What exactly happened; today one of "
            f"{', '.join(map(str, AnswerReason))}. Others may be added."
        ),
    ]
    detail: Annotated[str, told("The same in a plain English sentence.")]
    seconds: Annotated[float, told("Its time to answer.", ge=0)]
    count: Annotated[int, told("Records given.", ge=0)]
    total: Annotated[int | None, told("Matches the engine claims.")]


class Item(TypedDict):
    label: Annotated[str, told("The name of its column.")]
    kind: Annotated[ItemKind, told("What it means; values may be added.")]
    value: str


class Appearance(TypedDict):
    slug: str
    position: Annotated[int, told("From 1, on the page asked.", ge=1)]


class Result(TypedDict, total=False):
    """A merged result; `fields` leaves some of it out."""

    url: Annotated[str, told("Empty when the record has no address.")]
    title: str
    snippet: str
    date: Annotated[str, told("As the engine writes it, or empty.")]
    published: Annotated[Day | None, told("The day that `date` means, where it can be told.")]
    thumbnail: Annotated[str, told("Address of a picture, or empty.")]
    items: Annotated[
        list[Item],
        told(
            "What the record says, piece by piece in the order of the page, where its "
            "engine’s wrapper has learned to tell."
        ),
    ]
    score: Annotated[float, told("Compares results of one search.")]
    engines: Annotated[
        list[Appearance], told("Who found the page and at which place, the best place first.")
    ]


class Search(TypedDict):
    query: str
    engines: list[Engine]
    results: list[Result]


class CompactSearch(TypedDict):
    query: str
    failed: Annotated[dict[str, str], told("Engines that gave no answer to use, and why.")]
    results: list[Result]


class Error(TypedDict):
    error: str


# Strings of lxml and of translations are of classes of their own.
_ENCODER = Encoder(enc_hook=str)


def json_response(document: Mapping[str, Any]) -> HttpResponse:
    # Five times as fast as Django's own, which writes half of a surrogate pair too.
    try:
        return HttpResponse(_ENCODER.encode(document), content_type="application/json")
    except UnicodeEncodeError:
        return JsonResponse(document)


def as_file(content: bytes | str, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=f"{content_type}; charset=utf-8", headers=headers)


@dataclass(frozen=True, slots=True)
class DataOptions:
    """What of an outcome is given: its first results, these fields of each; all by default.

    `warnings` say what was asked for in vain, `calculation` what the query calculates.
    """

    limit: int | None = None
    fields: tuple[str, ...] = ()
    is_compact: bool = False
    warnings: tuple[str, ...] = ()
    calculation: str = ""

    @classmethod
    def of(
        cls, form: QueryForm, warnings: tuple[str, ...] = (), calculation: str = ""
    ) -> "DataOptions":
        asked = form.cleaned_data
        fields = tuple(asked["fields"])
        return cls(asked["limit"], fields, bool(asked["compact"]), warnings, calculation)

    def cut(self, outcome: SearchOutcome) -> SearchOutcome:
        return replace(outcome, results=outcome.results[: self.limit])


WHOLE = DataOptions()


# Characters of a snippet in the compact form.
COMPACT_SNIPPET = 200
COMPACT_FIELDS = ("url", "title", "snippet")


def search_document(
    outcome: SearchOutcome, options: DataOptions = WHOLE, *, is_public: bool = True
) -> dict[str, Any]:
    """Return the JSON object of an outcome; the public one holds no `detail` of an answer's own."""
    if options.is_compact:
        return _compact_document(outcome, options.fields or COMPACT_FIELDS)
    return {
        "query": outcome.query,
        "engines": [_engine(answered, is_public) for answered in outcome.answers],
        "results": _results(outcome, options.fields or RESULT_FIELDS),
    }


def _compact_document(outcome: SearchOutcome, fields: Sequence[str]) -> dict[str, Any]:
    results = _results(outcome, fields)
    for result in results:
        if "snippet" in result:
            result["snippet"] = clean_text(result["snippet"], COMPACT_SNIPPET)
    failed = [each for each in outcome.answers if each.answer.kind not in ANSWERED]
    return {
        "query": outcome.query,
        "failed": {each.engine.slug: public_detail(each.answer) for each in failed},
        "results": results,
    }


def _engine(answered: EngineAnswer, is_public: bool) -> Engine:
    engine, answer = answered.engine, answered.answer
    return {
        "slug": engine.slug,
        "bang": engine.bang or engine.slug,
        "name": engine.name,
        "state": engine.state,
        "kind": answer.kind,
        "reason": answer.reason,
        "detail": public_detail(answer) if is_public else answer.detail,
        "seconds": round(answer.seconds, 3),
        "count": len(answer.records),
        "total": answer.total,
    }


def _results(outcome: SearchOutcome, fields: Sequence[str]) -> list[Any]:
    readers = [(name, _FIELDS[name]) for name in fields]
    return [{name: read(result) for name, read in readers} for result in outcome.results]


_FIELDS: dict[str, Callable[[MergedResult], Any]] = {
    "url": attrgetter("url"),
    "title": attrgetter("title"),
    "snippet": attrgetter("snippet"),
    "date": attrgetter("date"),
    "published": lambda result: day.isoformat() if (day := published(result.date)) else None,
    "thumbnail": attrgetter("thumbnail"),
    "items": lambda result: [
        {"label": item.label, "kind": item.kind, "value": item.bare} for item in result.items
    ],
    "score": lambda result: round(result.score, 6),
    "engines": lambda result: [
        {"slug": engine.slug, "position": engine.position} for engine in result.engines
    ],
}


# docs.searxng.org, "Search API".
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
    warnings: Annotated[list[str], told("What was asked for in vain: the search left it out.")]


def as_searxng(outcome: SearchOutcome, request: HttpRequest, options: DataOptions) -> HttpResponse:
    engines = {answered.engine.slug: answered.engine for answered in outcome.answers}
    return json_response(
        SearxngSearch(
            query=outcome.query,
            number_of_results=max(each.answer.total or 0 for each in outcome.answers),
            results=[_as_searxng(result, engines) for result in options.cut(outcome).results],
            answers=[options.calculation] if options.calculation else [],
            corrections=[],
            infoboxes=[],
            suggestions=proposed_queries(outcome),
            unresponsive_engines=[
                [each.engine.slug, public_detail(each.answer)]
                for each in outcome.answers
                if each.answer.kind not in ANSWERED
            ],
            warnings=list(options.warnings),
        )
    )


def _as_searxng(result: MergedResult, engines: dict[str, Askable]) -> SearxngResult:
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
