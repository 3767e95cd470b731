"""The JSON of a search, for programs: one shape for the address `/search` and the command."""

from typing import Any

from metasearch.merging import MergedResult
from metasearch.search import EngineAnswer, SearchOutcome


def search_document(outcome: SearchOutcome) -> dict[str, Any]:
    """Return the JSON object of an outcome.

    `seconds` of an engine is its time to answer, `count` the records it gave, `total` the matches
    it claims or null. A result's `position` counts from 1 on the engine's page asked for.
    """
    return {
        "query": outcome.query,
        "engines": [_engine(answered) for answered in outcome.answers],
        "results": [_result(result) for result in outcome.results],
    }


def error_document(message: str) -> dict[str, str]:
    """Return the JSON object that says why there is no answer."""
    return {"error": message}


def _engine(answered: EngineAnswer) -> dict[str, Any]:
    engine, answer = answered.engine, answered.answer
    return {
        "slug": engine.slug,
        "state": engine.state,
        "kind": answer.kind,
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
