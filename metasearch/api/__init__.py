"""The search for programs: JSON, RSS, Atom, CSV, SearXNG's JSON, OpenAPI, OpenSearch."""

from metasearch.api.engine_list import engine_list, searxng_config
from metasearch.api.formats import RENDERERS, Renderer
from metasearch.api.openapi import openapi
from metasearch.api.opensearch import opensearch
from metasearch.api.options import DataOptions
from metasearch.api.search_json import error_document, search_document
from metasearch.api.searxng import WITHOUT_EFFECT, as_ours, as_searxng

__all__ = [
    "RENDERERS",
    "WITHOUT_EFFECT",
    "DataOptions",
    "Renderer",
    "as_ours",
    "as_searxng",
    "engine_list",
    "error_document",
    "openapi",
    "opensearch",
    "search_document",
    "searxng_config",
]
