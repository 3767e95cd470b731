"""`/api/openapi.json`: how programs ask, and what stands in our JSON (OpenAPI 3.1)."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec.json import schema_components

from discovery.connection.form_description import PERIODS, SAFE_LEVELS
from metasearch.api.engine_list import EngineList, SearxngConfig
from metasearch.api.search_json import CompactSearch, Error, Search, SearxngSearch
from metasearch.search.search_request import (
    MAX_AFTER,
    MAX_CHOSEN_ENGINES,
    MAX_PAGE,
    MAX_QUERY_LENGTH,
    MAX_SLUG_LENGTH,
    RESULT_FIELDS,
)

Schema = dict[str, Any]


REFERENCES = "#/components/schemas/{name}"
ANSWERS = (Search, CompactSearch, EngineList, SearxngSearch, SearxngConfig, Error)


def schema_of(answer: Any) -> Schema:
    (schema,), _ = schema_components((answer,), ref_template=REFERENCES)
    return schema


# Raised when something is taken away or changes its meaning; additions leave it.
API_VERSION = "1"


@require_safe
async def openapi(request: HttpRequest) -> JsonResponse:
    return JsonResponse(document(request.build_absolute_uri(reverse("home")).rstrip("/")))


def document(server: str) -> Schema:
    parameters = _search_parameters()
    form = {
        "type": "object",
        "required": [each["name"] for each in parameters if each["required"]],
        "properties": {
            each["name"]: {**each["schema"], "description": each["description"]}
            for each in parameters
        },
    }
    searches: Schema = {
        "get": {
            "operationId": "search",
            "summary": "Ask the engines and merge what they give",
            "parameters": parameters,
            "responses": _search_responses(),
        },
        "post": {
            "operationId": "post_search",
            "summary": "The same by a form, so that no log of addresses holds the query",
            "requestBody": {
                "required": True,
                "content": {"application/x-www-form-urlencoded": {"schema": form}},
            },
            "responses": _search_responses(),
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Metasearch",
            "version": API_VERSION,
            "description": "Asks many search engines at once and merges what they find.",
        },
        "servers": [{"url": server}],
        "paths": {
            reverse("api_search"): searches,
            reverse("api_engines"): _read(
                "list_engines",
                "Whom a search asks, and what each offers",
                {"200": _json("The engines and their categories.", EngineList)},
            ),
            reverse("search"): _read(
                "searxng_search",
                "The same search as SearXNG's clients ask and read it",
                {
                    **_search_responses(),
                    "200": _json("The merged results, best first.", SearxngSearch),
                },
                _searxng_parameters(),
            ),
            reverse("searxng_config"): _read(
                "searxng_config",
                "The same as SearXNG's clients read it; they search at /search?format=json",
                {"200": _json("SearXNG's configuration.", SearxngConfig)},
            ),
            reverse("searxng_autocompleter"): _read(
                "complete",
                "Queries that engines suggest for what is typed (OpenSearch suggestions)",
                {
                    "200": _json(
                        "The query and the suggestions; to scripts the list alone.",
                        list[str | list[str]],
                        "application/x-suggestions+json",
                    )
                },
                [_parameter("q", QUERY, "What is typed.", required=True)],
            ),
        },
        "components": {"schemas": schema_components(ANSWERS, ref_template=REFERENCES)[1]},
    }


def _read(
    name: str, summary: str, responses: Schema, parameters: list[Schema] | None = None
) -> Schema:
    asked = {"parameters": parameters} if parameters else {}
    return {"get": {"operationId": name, "summary": summary, **asked, "responses": responses}}


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
                    "schema": {"anyOf": [schema_of(Search), schema_of(CompactSearch)]}
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


QUERY: Schema = {"type": "string", "maxLength": MAX_QUERY_LENGTH}


def _searxng_parameters() -> list[Schema]:
    return [
        _parameter("q", QUERY, "What to look for.", required=True),
        _parameter("format", {"const": "json"}, "Without it a page.", required=True),
        _parameter("pageno", {"type": "integer", "minimum": 1, "maximum": MAX_PAGE},
                   "The page of results, from 1."),
        _parameter("language", QUERY, "Language of the results: `en-US`, `en`, `all`."),
        _parameter("categories", QUERY, "Commas between them; `general`: all engines."),
        _parameter("engines", QUERY, "Slugs or names, commas between them."),
        _parameter("time_range", {"enum": list(PERIODS)}, "How old results may be."),
        _parameter("safesearch", {"enum": list(range(len(SAFE_LEVELS)))}, "Safe search."),
    ]  # fmt: skip


def _json(description: str, answer: Any, kind: str = "application/json") -> Schema:
    return {"description": description, "content": {kind: {"schema": schema_of(answer)}}}


def _parameter(name: str, schema: Schema, description: str, required: bool = False) -> Schema:
    return {
        "name": name,
        "in": "query",
        "required": required,
        "description": description,
        "schema": schema,
    }


def _error(description: str) -> Schema:
    return _json(description, Error)
