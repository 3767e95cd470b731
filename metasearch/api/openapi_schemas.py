"""What stands in our JSON, as schemas of OpenAPI 3.1 (JSON Schema 2020-12)."""

from typing import Any

from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.items.item import ItemKind

Schema = dict[str, Any]


def object_of(properties: Schema, *, optional: bool = False) -> Schema:
    """Return an object of which all `properties` are always there, unless they are `optional`."""
    required = [] if optional else list(properties)
    return {"type": "object", "required": required, "properties": properties}


def reference(name: str) -> Schema:
    """Return the place of a schema by its name."""
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
