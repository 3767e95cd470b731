"""From a description and a query to requests. Nothing is sent here."""

from discovery.connection.requests.paged_request import paged_request
from discovery.connection.requests.request import (
    FRESH_ACTION,
    MAX_QUERY_LENGTH,
    EngineRequest,
    QueryError,
    build_request,
    check_query,
    form_entries,
    result_page_template,
)
from discovery.connection.requests.request_parts import RequestParts, take_apart

__all__ = [
    "FRESH_ACTION",
    "MAX_QUERY_LENGTH",
    "EngineRequest",
    "QueryError",
    "RequestParts",
    "build_request",
    "check_query",
    "form_entries",
    "paged_request",
    "result_page_template",
    "take_apart",
]
