"""`/api/openapi.json`: how programs ask, described by OpenAPI 3.1."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from discovery.connection import PERIODS, SAFE_LEVELS
from metasearch.search import (
    MAX_AFTER,
    MAX_CHOSEN_ENGINES,
    MAX_PAGE,
    MAX_QUERY_LENGTH,
    MAX_SLUG_LENGTH,
    RESULT_FIELDS,
)
from wrappers.extraction import AnswerKind, AnswerReason

# Raised when something is taken away or changes its meaning; additions leave it.
API_VERSION = "1"

Schema = dict[str, Any]


@require_safe
async def openapi(request: HttpRequest) -> JsonResponse:
    """Return the description, for the host by which we were asked."""
    return JsonResponse(document(request.build_absolute_uri(reverse("home")).rstrip("/")))


def document(server: str) -> Schema:
    """Return the OpenAPI document of an installation at the address `server`."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Metasearch",
            "version": API_VERSION,
            "description": "Asks many search engines at once and merges what they find.",
        },
        "servers": [{"url": server}],
        "paths": {
            reverse("api_search"): {"get": _search_operation()},
            reverse("api_engines"): {"get": _engines_operation()},
            reverse("searxng_config"): {"get": _searxng_config_operation()},
            reverse("searxng_autocompleter"): {"get": _completion_operation()},
        },
        "components": {
            "schemas": {
                "Search": SEARCH,
                "CompactSearch": COMPACT_SEARCH,
                "EngineList": ENGINE_LIST,
                "KnownEngine": KNOWN_ENGINE,
                "Engine": ENGINE,
                "Result": RESULT,
                "Appearance": APPEARANCE,
                "Error": _object({"error": {"type": "string"}}),
            }
        },
    }


def _search_operation() -> Schema:
    return {
        "operationId": "search",
        "summary": "Ask the engines and merge what they give",
        "parameters": [
            _parameter("q", {"type": "string", "minLength": 1, "maxLength": MAX_QUERY_LENGTH},
                       "What to look for.", required=True),
            _parameter("page", {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
                       "The page of results, from 1."),
            _parameter("engine",
                       {"type": "array", "maxItems": MAX_CHOSEN_ENGINES,
                        "items": {"type": "string", "maxLength": MAX_SLUG_LENGTH}},
                       "Ask these engines only, whatever their state; may be repeated."),
            _parameter("category", {"type": "string", "maxLength": MAX_QUERY_LENGTH},
                       "Ask the engines of these categories only; commas between them."),
            _parameter("language", {"type": "string", "pattern": "^[a-z]{2}$"},
                       "Language of the results (ISO 639-1), where engines offer the choice."),
            _parameter("period", {"enum": list(PERIODS)},
                       "How old results may be, where engines offer the choice."),
            _parameter("safe", {"enum": list(SAFE_LEVELS)},
                       "Safe search, where engines offer the choice."),
            _parameter("limit", {"type": "integer", "minimum": 1, "maximum": MAX_AFTER},
                       "Give the first results only."),
            _parameter("fields", {"type": "string", "maxLength": MAX_QUERY_LENGTH},
                       f"Of each result, commas between them: {', '.join(RESULT_FIELDS)}."),
            _parameter("compact", {"type": "boolean", "default": False},
                       "Short texts, and of the engines those alone that failed."),
            _parameter("format", {"enum": ["json", "rss", "atom", "csv"], "default": "json"},
                       "The form of the answer."),
        ],
        "responses": {
            "200": {
                "description": "The merged results, best first, and what each engine answered.",
                "content": {
                    "application/json": {
                        "schema": {"anyOf": [_reference("Search"), _reference("CompactSearch")]}
                    },
                    "application/rss+xml": {},
                    "application/atom+xml": {},
                    "text/csv": {},
                },
            },
            "400": _error("The query or another parameter cannot be used; the sentence says why."),
            "404": _error("An engine named does not exist or has no wrapper."),
            "429": _error("Too many searches from one network; Retry-After: seconds to wait."),
            "503": _error("There is no engine that can be asked, or no room for a search just "
                          "now: `Retry-After` says in how many seconds there may be."),
        },
    }  # fmt: skip


def _engines_operation() -> Schema:
    return {
        "operationId": "list_engines",
        "summary": "Whom a search asks, and what each offers",
        "responses": {"200": _json("The engines and their categories.", _reference("EngineList"))},
    }


def _searxng_config_operation() -> Schema:
    return {
        "operationId": "searxng_config",
        "summary": "The same as SearXNG's clients read it; they search at /search?format=json",
        "responses": {"200": _json("SearXNG's configuration.", {"type": "object"})},
    }


def _completion_operation() -> Schema:
    query = {"type": "string", "maxLength": MAX_QUERY_LENGTH}
    return {
        "operationId": "complete",
        "summary": "Queries that engines suggest for what is typed (OpenSearch suggestions)",
        "parameters": [_parameter("q", query, "What is typed.", required=True)],
        "responses": {
            "200": {
                "description": "The query and the suggestions; to scripts the list alone.",
                "content": {"application/x-suggestions+json": {"schema": {"type": "array"}}},
            }
        },
    }


def _object(properties: Schema, *, optional: bool = False) -> Schema:
    """Return an object of which all `properties` are always there, unless they are `optional`."""
    required = [] if optional else list(properties)
    return {"type": "object", "required": required, "properties": properties}


def _json(description: str, schema: Schema) -> Schema:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _parameter(name: str, schema: Schema, description: str, required: bool = False) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema,
    }


def _error(description: str) -> Schema:
    return _json(description, _reference("Error"))


def _reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


APPEARANCE = _object(
    {
        "slug": {"type": "string"},
        "position": {"type": "integer", "minimum": 1, "description": "From 1, on the page asked."},
    }
)
RESULT = _object(
    {
        "url": {"type": "string", "description": "Empty when the record has no address."},
        "title": {"type": "string"},
        "snippet": {"type": "string"},
        "date": {"type": "string", "description": "As the engine writes it, or empty."},
        "published": {
            "type": ["string", "null"],
            "format": "date",
            "description": "The day that `date` means, where it can be told.",
        },
        "thumbnail": {"type": "string", "description": "Address of a picture, or empty."},
        "score": {"type": "number", "description": "Compares results of one search."},
        "engines": {
            "type": "array",
            "items": _reference("Appearance"),
            "description": "Who found the page and at which place, the best place first.",
        },
    },
    # `fields` leaves some out.
    optional=True,
)
ENGINE = _object(
    {
        "slug": {"type": "string"},
        "state": {"type": "string", "description": "ACTIVE for all that are asked by themselves."},
        "kind": {
            "enum": [str(kind) for kind in AnswerKind],
            "description": "What the answer was; BROKEN: a page that is not understood.",
        },
        "reason": {
            "enum": [str(reason) for reason in AnswerReason],
            "description": "What exactly happened; values may be added.",
        },
        "detail": {"type": "string", "description": "The same in a plain English sentence."},
        "seconds": {"type": "number", "minimum": 0},
        "count": {"type": "integer", "minimum": 0, "description": "Records given."},
        "total": {"type": ["integer", "null"], "description": "Matches the engine claims."},
    }
)
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
KNOWN_ENGINE = _object(
    {
        "slug": {"type": "string"},
        "name": {"type": "string"},
        "state": {"type": "string"},
        "home_url": {"type": "string"},
        "categories": _TEXTS,
        "languages": _TEXTS,
        "periods": _TEXTS,
        "safe": _TEXTS,
        "has_pages": {"type": "boolean", "description": "Whether it gives more than one page."},
    }
)
ENGINE_LIST = _object(
    {"engines": {"type": "array", "items": _reference("KnownEngine")}, "categories": _TEXTS}
)
COMPACT_SEARCH = _object(
    {
        "query": {"type": "string"},
        "failed": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Engines that gave no answer to use, and why.",
        },
        "results": {"type": "array", "items": _reference("Result")},
    }
)
SEARCH = _object(
    {
        "query": {"type": "string"},
        "engines": {"type": "array", "items": _reference("Engine")},
        "results": {"type": "array", "items": _reference("Result")},
    }
)
