"""Connection: how a search engine is asked, as data, as XML, as a request."""

from discovery.connection.describing import describe
from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.paged_request import paged_request
from discovery.connection.paging import infer_paging
from discovery.connection.paging_rule import PageNumber, PagingKind, PagingRule
from discovery.connection.parameter import Parameter, ParameterOption, ParameterRole
from discovery.connection.request import (
    MAX_QUERY_LENGTH,
    EngineRequest,
    QueryError,
    build_request,
    check_query,
)
from discovery.connection.tokens import (
    FormGoneError,
    changing_parameters,
    fresh_values,
    settle_tokens,
)
from discovery.connection.xml_format import from_xml, to_xml

__all__ = [
    "MAX_QUERY_LENGTH",
    "ConnectionDescription",
    "DescriptionError",
    "EngineRequest",
    "FormGoneError",
    "PageNumber",
    "PagingKind",
    "PagingRule",
    "Parameter",
    "ParameterOption",
    "ParameterRole",
    "QueryError",
    "build_request",
    "changing_parameters",
    "check_query",
    "describe",
    "fresh_values",
    "from_xml",
    "infer_paging",
    "paged_request",
    "settle_tokens",
    "to_xml",
]
