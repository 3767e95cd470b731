"""From a description and a query to requests. Nothing is sent here."""

from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.fresh_reading import read_fresh
from discovery.connection.requests.json_body import json_entries, json_value, read_json
from discovery.connection.requests.paged_request import cursor_request, paged_request
from discovery.connection.requests.request import (
    FRESH_ACTION,
    MAX_QUERY_LENGTH,
    QueryError,
    build_request,
    check_query,
    form_entries,
    result_page_template,
)
from discovery.connection.requests.request_parts import (
    RequestParts,
    parse_pairs,
    take_apart,
)
from discovery.connection.requests.wall_step import WallStep, wall_step

__all__ = [
    "FRESH_ACTION",
    "MAX_QUERY_LENGTH",
    "EngineRequest",
    "QueryError",
    "RequestParts",
    "WallStep",
    "build_request",
    "check_query",
    "cursor_request",
    "form_entries",
    "json_entries",
    "json_value",
    "paged_request",
    "parse_pairs",
    "read_fresh",
    "read_json",
    "result_page_template",
    "take_apart",
    "wall_step",
]
