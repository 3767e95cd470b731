"""`/api/openapi.json`: how programs ask, and what stands in our JSON (OpenAPI 3.1)."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from discovery.connection.form_description import PERIODS, SAFE_LEVELS
from metasearch.search.query_form import (
    MAX_AFTER,
    MAX_CHOSEN_ENGINES,
    MAX_PAGE,
    MAX_QUERY_LENGTH,
    MAX_SLUG_LENGTH,
    RESULT_FIELDS,
)
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.items.pieces import ItemKind

Schema = dict[str, Any]


def object_of(properties: Schema, *, optional: bool = False) -> Schema:
    required = [] if optional else list(properties)
    return {"type": "object", "required": required, "properties": properties}


def reference(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


APPEARANCE = object_of(
    {
        "slug": {"type": "string"},
        "position": {"type": "integer", "minimum": 1, "description": "From 1, on the page asked."},
    }
)
ITEM = object_of(
    {
        "label": {"type": "string", "description": "The name of its column."},
        "kind": {
            "enum": [str(kind) for kind in ItemKind],
            "description": "What it means; values may be added.",
        },
        "value": {"type": "string"},
    }
)
RESULT = object_of(
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
        "items": {
            "type": "array",
            "items": reference("Item"),
            "description": "What the record says, piece by piece in the order of the page, where "
            "its engine’s wrapper has learned to tell.",
        },
        "score": {"type": "number", "description": "Compares results of one search."},
        "engines": {
            "type": "array",
            "items": reference("Appearance"),
            "description": "Who found the page and at which place, the best place first.",
        },
    },
    # `fields` leaves some out.
    optional=True,
)
ENGINE = object_of(
    {
        "slug": {"type": "string"},
        "bang": {"type": "string", "description": "What people call it by: `!bang` in a query."},
        "state": {"type": "string", "description": "ACTIVE for all that are asked by themselves."},
        "kind": {
            "enum": [str(kind) for kind in AnswerKind],
            "description": "What the answer was; BROKEN: a page that is not understood.",
        },
        "reason": {
            "type": "string",
            "description": "What exactly happened; today one of "
            f"{', '.join(map(str, AnswerReason))}. Others may be added.",
        },
        "detail": {"type": "string", "description": "The same in a plain English sentence."},
        "seconds": {"type": "number", "minimum": 0},
        "count": {"type": "integer", "minimum": 0, "description": "Records given."},
        "total": {"type": ["integer", "null"], "description": "Matches the engine claims."},
    }
)
TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
KNOWN_ENGINE = object_of(
    {
        "slug": {"type": "string"},
        "bang": {"type": "string", "description": "What people call it by: `!bang` in a query."},
        "name": {"type": "string"},
        "state": {"type": "string"},
        "home_url": {"type": "string"},
        "categories": TEXTS,
        "languages": TEXTS,
        "periods": TEXTS,
        "safe": TEXTS,
        "has_pages": {"type": "boolean", "description": "Whether it gives more than one page."},
        "always_answers": {
            "type": "boolean",
            "description": "Whether it shows results for made-up words too, and nothing tells.",
        },
    }
)
ENGINE_LIST = object_of(
    {"engines": {"type": "array", "items": reference("KnownEngine")}, "categories": TEXTS}
)
COMPACT_SEARCH = object_of(
    {
        "query": {"type": "string"},
        "failed": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Engines that gave no answer to use, and why.",
        },
        "results": {"type": "array", "items": reference("Result")},
    }
)
SEARCH = object_of(
    {
        "query": {"type": "string"},
        "engines": {"type": "array", "items": reference("Engine")},
        "results": {"type": "array", "items": reference("Result")},
    }
)

# SearXNG's shapes: docs.searxng.org, "Search API" and "Configured Engines".
SEARXNG_RESULT = object_of(
    {
        "url": {"type": "string"},
        "title": {"type": "string"},
        "content": {"type": "string"},
        "engine": {"type": "string"},
        "engines": TEXTS,
        "positions": {"type": "array", "items": {"type": "integer"}},
        "score": {"type": "number"},
        "category": {"type": "string"},
        "publishedDate": {"type": ["string", "null"], "description": "A time without its zone."},
        "thumbnail": {"type": "string"},
        "img_src": {"type": "string"},
        "template": {"type": "string"},
    }
)
SEARXNG_SEARCH = object_of(
    {
        "query": {"type": "string"},
        "number_of_results": {"type": "integer"},
        "results": {"type": "array", "items": reference("SearxngResult")},
        "answers": TEXTS,
        "corrections": TEXTS,
        "infoboxes": TEXTS,
        "suggestions": TEXTS,
        "unresponsive_engines": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2},
            "description": "Engines that gave no answer to use, each with the reason.",
        },
    }
)
SEARXNG_ENGINE = object_of(
    {
        "name": {"type": "string"},
        "shortcut": {"type": "string"},
        "categories": TEXTS,
        "enabled": {"type": "boolean"},
        "paging": {"type": "boolean"},
        "language_support": {"type": "boolean"},
        "languages": TEXTS,
        "regions": TEXTS,
        "safesearch": {"type": "boolean"},
        "time_range_support": {"type": "boolean"},
    }
)
SEARXNG_CONFIG = object_of(
    {
        "instance_name": {"type": "string"},
        "categories": TEXTS,
        "engines": {"type": "array", "items": reference("SearxngEngine")},
        "plugins": TEXTS,
        "locales": {"type": "object", "additionalProperties": {"type": "string"}},
        "default_locale": {"type": "string"},
        "autocomplete": {"type": "string"},
        "safe_search": {"type": "integer"},
        "default_theme": {"type": "string"},
    }
)
SUGGESTIONS: Schema = {
    "type": "array",
    "items": {"anyOf": [{"type": "string"}, TEXTS]},
    "description": "The query and the list of suggestions; to scripts the list alone.",
}
# By the names under which they refer to one another.
SCHEMAS: Schema = {
    "Search": SEARCH,
    "CompactSearch": COMPACT_SEARCH,
    "EngineList": ENGINE_LIST,
    "KnownEngine": KNOWN_ENGINE,
    "Engine": ENGINE,
    "Result": RESULT,
    "Appearance": APPEARANCE,
    "Item": ITEM,
    "SearxngSearch": SEARXNG_SEARCH,
    "SearxngResult": SEARXNG_RESULT,
    "SearxngConfig": SEARXNG_CONFIG,
    "SearxngEngine": SEARXNG_ENGINE,
    "Suggestions": SUGGESTIONS,
    "Error": object_of({"error": {"type": "string"}}),
}


# Raised when something is taken away or changes its meaning; additions leave it.
API_VERSION = "1"


@require_safe
async def openapi(request: HttpRequest) -> JsonResponse:
    return JsonResponse(document(request.build_absolute_uri(reverse("home")).rstrip("/")))


def document(server: str) -> Schema:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Metasearch",
            "version": API_VERSION,
            "description": "Asks many search engines at once and merges what they find.",
        },
        "servers": [{"url": server}],
        "paths": {
            reverse("api_search"): {"get": _search_operation(), "post": _posted_search_operation()},
            reverse("api_engines"): {"get": _engines_operation()},
            reverse("search"): {"get": _searxng_search_operation()},
            reverse("searxng_config"): {"get": _searxng_config_operation()},
            reverse("searxng_autocompleter"): {"get": _completion_operation()},
        },
        "components": {"schemas": SCHEMAS},
    }


def _search_operation() -> Schema:
    return {
        "operationId": "search",
        "summary": "Ask the engines and merge what they give",
        "parameters": _search_parameters(),
        "responses": _search_responses(),
    }


def _posted_search_operation() -> Schema:
    parameters = _search_parameters()
    form = {
        "type": "object",
        "required": [each["name"] for each in parameters if each["required"]],
        "properties": {
            each["name"]: {**each["schema"], "description": each["description"]}
            for each in parameters
        },
    }
    return {
        "operationId": "post_search",
        "summary": "The same by a form, so that no log of addresses holds the query",
        "requestBody": {
            "required": True,
            "content": {"application/x-www-form-urlencoded": {"schema": form}},
        },
        "responses": _search_responses(),
    }


def _search_parameters() -> list[Schema]:
    return [
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
    ]  # fmt: skip


def _search_responses() -> Schema:
    return {
        "200": {
            "description": "The merged results, best first, and what each engine answered.",
            "content": {
                "application/json": {
                    "schema": {"anyOf": [reference("Search"), reference("CompactSearch")]}
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
    }  # fmt: skip


def _engines_operation() -> Schema:
    return {
        "operationId": "list_engines",
        "summary": "Whom a search asks, and what each offers",
        "responses": {"200": _json("The engines and their categories.", reference("EngineList"))},
    }


def _searxng_search_operation() -> Schema:
    text: Schema = {"type": "string", "maxLength": MAX_QUERY_LENGTH}
    return {
        "operationId": "searxng_search",
        "summary": "The same search as SearXNG's clients ask and read it",
        "parameters": [
            _parameter("q", text, "What to look for.", required=True),
            _parameter("format", {"const": "json"}, "Without it a page.", required=True),
            _parameter("pageno", {"type": "integer", "minimum": 1, "maximum": MAX_PAGE},
                       "The page of results, from 1."),
            _parameter("language", text, "Language of the results: `en-US`, `en`, `all`."),
            _parameter("categories", text, "Commas between them; `general`: all engines."),
            _parameter("engines", text, "Slugs with commas between them."),
            _parameter("time_range", {"enum": list(PERIODS)}, "How old results may be."),
            _parameter("safesearch", {"enum": list(range(len(SAFE_LEVELS)))}, "Safe search."),
        ],
        "responses": {
            **_search_responses(),
            "200": _json("The merged results, best first.", reference("SearxngSearch")),
        },
    }  # fmt: skip


def _searxng_config_operation() -> Schema:
    return {
        "operationId": "searxng_config",
        "summary": "The same as SearXNG's clients read it; they search at /search?format=json",
        "responses": {"200": _json("SearXNG's configuration.", reference("SearxngConfig"))},
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
                "content": {"application/x-suggestions+json": {"schema": reference("Suggestions")}},
            }
        },
    }


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
    return _json(description, reference("Error"))
