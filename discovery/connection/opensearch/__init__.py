"""What sites publish of their search: OpenSearch documents and schema.org actions."""

from discovery.connection.opensearch.interface import line_of
from discovery.connection.opensearch.reading import MIME_TYPE, opensearch_links, read_opensearch
from discovery.connection.opensearch.schema_org import find_search_actions
from discovery.connection.opensearch.writing import write_opensearch

__all__ = [
    "MIME_TYPE",
    "find_search_actions",
    "line_of",
    "opensearch_links",
    "read_opensearch",
    "write_opensearch",
]
