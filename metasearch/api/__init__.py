"""The search for programs: JSON, RSS, Atom, CSV, OpenAPI, OpenSearch."""

from metasearch.api.formats import RENDERERS, Renderer
from metasearch.api.openapi import openapi
from metasearch.api.opensearch import opensearch
from metasearch.api.search_json import error_document, search_document

__all__ = ["RENDERERS", "Renderer", "error_document", "openapi", "opensearch", "search_document"]
