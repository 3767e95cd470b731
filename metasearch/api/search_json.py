"""The JSON of a search, for programs: one shape for the address `/search` and the command."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from metasearch.api.dates import published
from metasearch.api.options import WHOLE, DataOptions
from metasearch.merging import MergedResult
from metasearch.presentation import ANSWERED, public_detail
from metasearch.search import RESULT_FIELDS, EngineAnswer, SearchOutcome, clean_text

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
        "results": [_result(result, options.fields or RESULT_FIELDS) for result in outcome.results],
    }


def _compact_document(outcome: SearchOutcome, fields: Sequence[str]) -> dict[str, Any]:
    """Return what a reader of results needs: short texts, and of the engines those that failed."""
    results = [_result(result, fields) for result in outcome.results]
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
    """Return the JSON object that says why there is no answer."""
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


def _result(result: MergedResult, fields: Sequence[str]) -> dict[str, Any]:
    return {name: _FIELDS[name](result) for name in fields}


_FIELDS: dict[str, Callable[[MergedResult], Any]] = {
    "url": lambda result: result.url,
    "title": lambda result: result.title,
    "snippet": lambda result: result.snippet,
    "date": lambda result: result.date,
    "published": lambda result: _iso(published(result.date)),
    "thumbnail": lambda result: result.thumbnail,
    "items": lambda result: [
        {"label": item.label, "kind": item.kind, "value": item.bare} for item in result.items
    ],
    "score": lambda result: round(result.score, 6),
    "engines": lambda result: [
        {"slug": engine.slug, "position": engine.position} for engine in result.engines
    ],
}


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day is not None else None
