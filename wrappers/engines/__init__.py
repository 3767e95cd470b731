"""Engines ready to be asked: kept in the process, asked over the web or from our index."""

from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine, proposed_query
from wrappers.engines.answer_reading import parse_response, read_page_text
from wrappers.engines.asking import ask, send_query
from wrappers.engines.check_schedule import (
    begin_check,
    bring_check_forward,
    claim_due_checks,
    record_check,
    record_failed_check,
    record_good_answers,
    record_mended,
)
from wrappers.engines.client import EngineClient, open_client
from wrappers.engines.collection_engine import ReadyCollection, ask_collection, publish_collection
from wrappers.engines.failure_reasons import explain_delay
from wrappers.engines.form_page_error import FormPageError
from wrappers.engines.last_known import DATABASE_AWAY, LastKnown
from wrappers.engines.page_processes import PageProcesses
from wrappers.engines.query_session import QuerySession
from wrappers.engines.registry import (
    Askable,
    EngineRegistry,
    NotReadyError,
    UnavailableEngine,
    UnavailableEngines,
    make_ready_engine,
    ready_engine,
)

__all__ = [
    "DATABASE_AWAY",
    "Answer",
    "AnswerSource",
    "Askable",
    "EngineClient",
    "EngineRegistry",
    "FormPageError",
    "LastKnown",
    "NotReadyError",
    "PageProcesses",
    "QuerySession",
    "ReadyCollection",
    "ReadyEngine",
    "UnavailableEngine",
    "UnavailableEngines",
    "ask",
    "ask_collection",
    "begin_check",
    "bring_check_forward",
    "claim_due_checks",
    "explain_delay",
    "make_ready_engine",
    "open_client",
    "parse_response",
    "proposed_query",
    "publish_collection",
    "read_page_text",
    "ready_engine",
    "record_check",
    "record_failed_check",
    "record_good_answers",
    "record_mended",
    "send_query",
]
