"""The JSON of a search, for programs: one shape for the address `/search` and the shell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.http import HttpResponse, JsonResponse
from msgspec.json import Encoder

from metasearch.merging.duplicates import MergedResult
from metasearch.presentation.labels import ANSWERED, public_detail
from metasearch.search.dates import published
from metasearch.search.dispatch import EngineAnswer, SearchOutcome
from metasearch.search.highlighting import clean_text
from metasearch.search.query_form import RESULT_FIELDS, QueryForm

# Strings of lxml and of translations are of classes of their own.
_ENCODER = Encoder(enc_hook=str)


def json_response(document: dict[str, Any]) -> HttpResponse:
    # Five times as fast as Django's own, which writes half of a surrogate pair too.
    try:
        return HttpResponse(_ENCODER.encode(document), content_type="application/json")
    except UnicodeEncodeError:
        return JsonResponse(document)


@dataclass(frozen=True, slots=True)
class DataOptions:
    """What of an outcome is given: its first results, these fields of each; all by default.

    `is_compact`: only what a reader of results needs, and of the engines those that failed.
    """

    limit: int | None = None
    fields: tuple[str, ...] = ()
    is_compact: bool = False

    @classmethod
    def of(cls, form: QueryForm) -> "DataOptions":
        asked = form.cleaned_data
        return cls(asked["limit"], tuple(asked["fields"]), asked["compact"])

    def cut(self, outcome: SearchOutcome) -> SearchOutcome:
        return replace(outcome, results=outcome.results[: self.limit])


WHOLE = DataOptions()


# Characters of a snippet in the compact form.
COMPACT_SNIPPET = 200
COMPACT_FIELDS = ("url", "title", "snippet")


def search_document(
    outcome: SearchOutcome, options: DataOptions = WHOLE, *, is_public: bool = True
) -> dict[str, Any]:
    """Return the JSON object of an outcome.

    `seconds` of an engine is its time to answer, `count` the records it gave, `total` the matches
    it claims or null. `reason` is what exactly happened, `detail` the same in a sentence; one that
    `is_public` tells of no addresses, settings or messages of programs. A result's `position`
    counts from 1 on the engine's page asked for. `date` is as the engine writes it, `published` the
    day that it means (ISO 8601) or null, `score` compares results of one search.
    """
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


def error_document(message: str) -> dict[str, str]:
    return {"error": message}


def _engine(answered: EngineAnswer, is_public: bool) -> dict[str, Any]:
    engine, answer = answered.engine, answered.answer
    return {
        "slug": engine.slug,
        "bang": engine.bang or engine.slug,
        "state": engine.state,
        "kind": answer.kind,
        "reason": answer.reason,
        "detail": public_detail(answer) if is_public else answer.detail,
        "seconds": round(answer.seconds, 3),
        "count": len(answer.records),
        "total": answer.total,
    }


def _results(outcome: SearchOutcome, fields: Sequence[str]) -> list[dict[str, Any]]:
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
