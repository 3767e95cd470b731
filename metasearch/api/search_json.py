"""The JSON of a search, for programs: one shape for the address `/search` and the command."""

from typing import Any

from metasearch.merging import MergedResult
from metasearch.presentation import public_detail
from metasearch.search import EngineAnswer, SearchOutcome


def search_document(outcome: SearchOutcome, *, is_public: bool = True) -> dict[str, Any]:
    """Return the JSON object of an outcome.

    `seconds` of an engine is its time to answer, `count` the records it gave, `total` the matches
    it claims or null. `reason` is what exactly happened, `detail` the same in a sentence; one that
    `is_public` tells of no addresses, settings or messages of programs. A result's `position`
    counts from 1 on the engine's page asked for.
    """
    return {
        "query": outcome.query,
        "engines": [_engine(answered, is_public) for answered in outcome.answers],
        "results": [_result(result) for result in outcome.results],
    }


def error_document(message: str) -> dict[str, str]:
    """Return the JSON object that says why there is no answer."""
    return {"error": message}


def _engine(answered: EngineAnswer, is_public: bool) -> dict[str, Any]:
    engine, answer = answered.engine, answered.answer
    return {
        "slug": engine.slug,
        "state": engine.state,
        "kind": answer.kind,
        "reason": answer.reason,
        "detail": public_detail(answer) if is_public else answer.detail,
        "seconds": round(answer.seconds, 3),
        "count": len(answer.records),
        "total": answer.total,
    }


def _result(result: MergedResult) -> dict[str, Any]:
    return {
        "url": result.url,
        "title": result.title,
        "snippet": result.snippet,
        "engines": [
            {"slug": engine.slug, "position": engine.position} for engine in result.engines
        ],
    }
