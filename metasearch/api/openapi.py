"""`/api/openapi.json`: how programs ask, and what stands in our JSON (OpenAPI 3.1)."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec.json import schema_components

from discovery.connection.form_description import PERIODS, SAFE_LEVELS
from metasearch.api.engine_list import EngineList, SearxngConfig
from metasearch.api.formats import RENDERERS
from metasearch.api.search_json import CompactSearch, Error, Search, SearxngSearch
from metasearch.search.ordering import ORDERS
from metasearch.search.search_request import (
    MAX_AFTER,
    MAX_CHOSEN_ENGINES,
    MAX_PAGE,
    MAX_QUERY_LENGTH,
    NO,
    QUERY_PATTERN,
    RESULT_FIELDS,
    YES,
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
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Metasearch",
            "version": API_VERSION,
            "description": "Asks many search engines at once and merges what they find.",
        },
        "servers": [{"url": server}],
        "paths": {
            reverse("api_search"): _asked(
                "search",
                "Ask the engines and merge what they give",
                _search_responses(),
                _search_parameters(),
                is_tolerant=False,
            ),
            reverse("api_engines"): _read(
                "list_engines",
                "Whom a search asks, and what each offers",
                {"200": _json("The engines and their categories.", EngineList)},
            ),
            reverse("search"): _asked(
                "searxng_search",
                "The same search as SearXNG's clients ask and read it; a page by default",
                _searxng_responses(),
                _searxng_parameters(),
                is_tolerant=True,
            ),
            reverse("searxng_config"): _read(
                "searxng_config",
                "The same as SearXNG's clients read it; they search at /search?format=json",
                {"200": _json("SearXNG's configuration.", SearxngConfig)},
            ),
            reverse("searxng_autocompleter"): _asked(
                "complete",
                "Queries that go on from what is typed (OpenSearch suggestions)",
                {
                    "200": _json(
                        "The query and the suggestions; to scripts the list alone.",
                        list[str | list[str]],
                        "application/x-suggestions+json",
                    ),
                    "400": _error("What was sent is no text."),
                },
                [_parameter("q", {"type": "string", "pattern": r"^[^\x00]*$"}, "What is typed.")],
                is_tolerant=True,
            ),
        },
        "components": {"schemas": schema_components(ANSWERS, ref_template=REFERENCES)[1]},
    }


def _read(name: str, summary: str, responses: Schema) -> Schema:
    return {"get": {"operationId": name, "summary": summary, "responses": responses}}


def _asked(
    name: str, summary: str, responses: Schema, parameters: list[Schema], *, is_tolerant: bool
) -> Schema:
    """Return what is asked by an address, and by a form, so that no log holds the query.

    `is_tolerant`: other parameters are left out, not refused.
    """
    form = {
        "type": "object",
        "additionalProperties": is_tolerant,
        "required": [each["name"] for each in parameters if each["required"]],
        "properties": {
            each["name"]: {**each["schema"], "description": each["description"]}
            for each in parameters
        },
    }
    content = {"application/x-www-form-urlencoded": {"schema": form}}
    responses |= {
        "413": _error("The form is larger than any search."),
        "414": _error("The address is longer than any search."),
    }
    (by_address,) = _read(name, summary, responses).values()
    (by_form,) = _read(f"post_{name}", f"{summary}, by a form", responses).values()
    return {
        "get": {**by_address, "parameters": parameters},
        "post": {
            **by_form,
            "requestBody": {"required": bool(form["required"]), "content": content},
        },
    }


def _searxng_responses() -> Schema:
    responses = _search_responses()
    responses["200"]["content"] |= _json("", SearxngSearch)["content"]
    for told in responses.values():
        told["content"]["text/html"] = {}
    return responses


QUERY: Schema = {
    "type": "string",
    "pattern": QUERY_PATTERN,
    "minLength": 1,
    "maxLength": MAX_QUERY_LENGTH,
}
# With a country, too, which is left out; the names of any language.
LANGUAGE = "^(?:(?:[A-Za-z]{2}|all|auto)(?:[-_].*)?)?$"
WISH: Schema = {"type": "string", "pattern": f"^(?:{'|'.join((*YES, *NO))})?$"}
NAMES: Schema = {"type": "string", "pattern": r"^[^\x00]*$", "maxLength": MAX_QUERY_LENGTH}
FIELD = "|".join(RESULT_FIELDS)


def _search_parameters() -> list[Schema]:
    return [
        _parameter("q", QUERY, "What to look for.", required=True),
        _parameter("page", {"type": "integer", "minimum": 1, "maximum": MAX_PAGE, "default": 1},
                   "The page of results, from 1."),
        _parameter("engine",
                   {"type": "array", "maxItems": MAX_CHOSEN_ENGINES,
                    "items": NAMES},
                   "Ask these engines only, whatever their state; may be repeated."),
        _parameter("category", NAMES,
                   "Ask the engines of these categories only; commas between them."),
        _parameter("language", {"type": "string", "pattern": LANGUAGE},
                   "Language of results (ISO 639-1); those of another are left out."),
        _parameter("period", {"enum": list(PERIODS)},
                   "How old results may be, where engines offer the choice."),
        _parameter("order", {"enum": list(ORDERS)},
                   "Sort what came by day or price (amounts alone), not the best first."),
        _parameter("safe", {"enum": list(SAFE_LEVELS)},
                   "Safe search, where engines offer the choice."),
        _parameter("limit", {"type": "integer", "minimum": 1, "maximum": MAX_AFTER},
                   "Give the first results only."),
        _parameter("fields", {"type": "string", "pattern": f"^(?:(?:{FIELD})(?:,(?:{FIELD}))*)?$",
                              "maxLength": MAX_QUERY_LENGTH},
                   f"Of each result, commas between them: {', '.join(RESULT_FIELDS)}."),
        _parameter("compact", {"anyOf": [{"type": "boolean"}, WISH]},
                   "Short texts, and of the engines those alone that failed."),
        _parameter("format", {"enum": list(RENDERERS), "default": "json"},
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
                "application/x-bibtex": {},
                "application/x-research-info-systems": {},
            },
        },
        "400": _error("The query or another parameter cannot be used; the sentence says why."),
        "404": _error("An engine named does not exist or has no wrapper, or a category is none."),
        "429": _error("Too many searches from one network; Retry-After: seconds to wait."),
        "503": _error("There is no engine that can be asked, or no room for a search just "
                      "now: `Retry-After` says in how many seconds there may be."),
    }  # fmt: skip


def _searxng_parameters() -> list[Schema]:
    return [
        _parameter("q", QUERY, "What to look for.", required=True),
        _parameter("format", {"enum": ["html", *RENDERERS], "default": "html"},
                   "`json` for SearXNG's clients."),
        _parameter("pageno", {"type": "integer", "minimum": 1, "maximum": MAX_PAGE},
                   "The page of results, from 1."),
        _parameter("language", {"type": "string", "pattern": LANGUAGE},
                   "Language of the results: `en-US`, `en`, `all`."),
        _parameter("categories", NAMES, "Commas between them; `general`: all engines."),
        _parameter("engines", NAMES, "Slugs or names, commas between them."),
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
    said = _json(description, Error)
    # What is refused before it is looked at is said in plain text.
    return {**said, "content": {**said["content"], "text/plain": {}}}
