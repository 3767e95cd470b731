"""Engines ready to be asked: kept in the process, asked over the web or from our index."""

from wrappers.engines.asking import (
    Answer,
    Conversation,
    ReadyEngine,
    ask,
    parse_response,
    proposed_query,
    send_query,
)
from wrappers.engines.check_schedule import (
    claim_due_checks,
    note_check,
    note_good_answers,
    note_mended,
)
from wrappers.engines.collection_engine import ReadyCollection, ask_collection, publish
from wrappers.engines.registry import (
    Askable,
    NotReadyError,
    RestingEngine,
    aready_engine,
    aready_engines,
    aresting_engines,
    make_ready,
    ready_engine,
    ready_engines,
    resting_engines,
)

__all__ = [
    "Answer",
    "Askable",
    "Conversation",
    "NotReadyError",
    "ReadyCollection",
    "ReadyEngine",
    "RestingEngine",
    "aready_engine",
    "aready_engines",
    "aresting_engines",
    "ask",
    "ask_collection",
    "claim_due_checks",
    "make_ready",
    "note_check",
    "note_good_answers",
    "note_mended",
    "parse_response",
    "proposed_query",
    "publish",
    "ready_engine",
    "ready_engines",
    "resting_engines",
    "send_query",
]
