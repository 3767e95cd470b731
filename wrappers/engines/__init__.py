"""Engines ready to be asked: kept in the process, asked over the web or from our index."""

from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine, proposed_query
from wrappers.engines.answer_reading import parse_response
from wrappers.engines.asking import ask, send_query
from wrappers.engines.check_schedule import (
    begin_check,
    claim_due_checks,
    record_check,
    record_failed_check,
    record_good_answers,
    record_mended,
)
from wrappers.engines.collection_engine import ReadyCollection, ask_collection, publish_collection
from wrappers.engines.failure_reasons import explain_delay
from wrappers.engines.last_known import DATABASE_AWAY
from wrappers.engines.page_processes import PAGE_PROCESSES
from wrappers.engines.query_session import FormPageError, QuerySession
from wrappers.engines.registry import (
    Askable,
    NotReadyError,
    UnavailableEngine,
    UnavailableEngines,
    aready_engine,
    aready_engines,
    aunavailable_engines,
    engines_are_stale,
    make_ready_engine,
    ready_engine,
    unavailable_engines,
)
from wrappers.engines.retry_later import RETRY_LATER

__all__ = [
    "DATABASE_AWAY",
    "PAGE_PROCESSES",
    "RETRY_LATER",
    "Answer",
    "AnswerSource",
    "Askable",
    "FormPageError",
    "NotReadyError",
    "QuerySession",
    "ReadyCollection",
    "ReadyEngine",
    "UnavailableEngine",
    "UnavailableEngines",
    "aready_engine",
    "aready_engines",
    "ask",
    "ask_collection",
    "aunavailable_engines",
    "begin_check",
    "claim_due_checks",
    "engines_are_stale",
    "explain_delay",
    "make_ready_engine",
    "parse_response",
    "proposed_query",
    "publish_collection",
    "ready_engine",
    "record_check",
    "record_failed_check",
    "record_good_answers",
    "record_mended",
    "send_query",
    "unavailable_engines",
]
