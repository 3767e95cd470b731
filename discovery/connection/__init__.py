"""Connection: how a search engine is asked, as data, as XML, as a request."""

from discovery.connection.choosing import (
    PERIODS,
    SAFE_LEVELS,
    offered,
    with_choices,
)
from discovery.connection.describing import describe, describe_template, described_forms
from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.engine_list import (
    MAX_LIST_BYTES,
    EngineList,
    EngineListError,
    EngineProposal,
    RejectedEntry,
    engine_key,
)
from discovery.connection.engine_list_reading import read_engine_list
from discovery.connection.opensearch import MIME_TYPE as OPENSEARCH_MIME_TYPE
from discovery.connection.opensearch import opensearch_links, read_opensearch
from discovery.connection.opensearch_writing import write_opensearch
from discovery.connection.paged_request import paged_request
from discovery.connection.paging import infer_paging
from discovery.connection.paging_rule import PageNumber, PagePath, PagingKind, PagingRule
from discovery.connection.parameter import Parameter, ParameterOption, ParameterRole
from discovery.connection.request import (
    MAX_QUERY_LENGTH,
    EngineRequest,
    QueryError,
    build_request,
    check_query,
)
from discovery.connection.result_selectors import ResultSelectors
from discovery.connection.schema_org import find_search_actions
from discovery.connection.tokens import (
    FormGoneError,
    changing_parameters,
    fresh_values,
    settle_tokens,
)
from discovery.connection.xml_reading import from_xml
from discovery.connection.xml_writing import to_xml

__all__ = [
    "MAX_LIST_BYTES",
    "MAX_QUERY_LENGTH",
    "OPENSEARCH_MIME_TYPE",
    "PERIODS",
    "SAFE_LEVELS",
    "ConnectionDescription",
    "DescriptionError",
    "EngineList",
    "EngineListError",
    "EngineProposal",
    "EngineRequest",
    "FormGoneError",
    "PageNumber",
    "PagePath",
    "PagingKind",
    "PagingRule",
    "Parameter",
    "ParameterOption",
    "ParameterRole",
    "QueryError",
    "RejectedEntry",
    "ResultSelectors",
    "build_request",
    "changing_parameters",
    "check_query",
    "describe",
    "describe_template",
    "described_forms",
    "engine_key",
    "find_search_actions",
    "fresh_values",
    "from_xml",
    "infer_paging",
    "offered",
    "opensearch_links",
    "paged_request",
    "read_engine_list",
    "read_opensearch",
    "settle_tokens",
    "to_xml",
    "with_choices",
    "write_opensearch",
]
