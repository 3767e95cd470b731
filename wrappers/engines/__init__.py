"""Engines ready to be asked: kept in the process, asked over the web or from our index."""

from wrappers.engines.asking import (
    Answer,
    QuerySession,
    ReadyEngine,
    ask,
    parse_response,
    proposed_query,
    send_query,
)
from wrappers.engines.check_schedule import (
    claim_due_checks,
    record_check,
    record_good_answers,
    record_mended,
)
from wrappers.engines.collection_engine import ReadyCollection, ask_collection, publish_collection
from wrappers.engines.last_known import DATABASE_AWAY
from wrappers.engines.registry import (
    Askable,
    NotReadyError,
    UnavailableEngine,
    aready_engine,
    aready_engines,
    aunavailable_engines,
    engines_are_stale,
    make_ready_engine,
    ready_engine,
    ready_engines,
    unavailable_engines,
)

__all__ = [
    "DATABASE_AWAY",
    "Answer",
    "Askable",
    "NotReadyError",
    "QuerySession",
    "ReadyCollection",
    "ReadyEngine",
    "UnavailableEngine",
    "aready_engine",
    "aready_engines",
    "ask",
    "ask_collection",
    "aunavailable_engines",
    "claim_due_checks",
    "engines_are_stale",
    "make_ready_engine",
    "parse_response",
    "proposed_query",
    "publish_collection",
    "ready_engine",
    "ready_engines",
    "record_check",
    "record_good_answers",
    "record_mended",
    "send_query",
    "unavailable_engines",
]
