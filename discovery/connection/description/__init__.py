"""The connection description: all that is needed to ask a search engine, as data."""

from discovery.connection.description.browser_search import BrowserSearch
from discovery.connection.description.charsets import (
    CODECS,
    DEFAULT_CHARSET,
    encode_text,
    web_charset,
)
from discovery.connection.description.description import (
    ConnectionDescription,
    DescriptionError,
    check_number,
    check_size,
)
from discovery.connection.description.exact_request import (
    FRESH,
    SEARCH_TERMS,
    fill_known,
    is_sendable_header,
    query_values,
)
from discovery.connection.description.form_data import (
    ENCTYPES,
    JSON,
    PLAIN,
    URLENCODED,
    FormEntry,
    encode_body,
    percent_encode,
    urlencode,
)
from discovery.connection.description.fresh_value import FreshValue, Header, PageCursor
from discovery.connection.description.paging_rule import (
    PAGE_MARK,
    PageNumber,
    PagePath,
    PagingKind,
    PagingRule,
)
from discovery.connection.description.parameter import Parameter, ParameterOption, ParameterRole
from discovery.connection.description.url_template import (
    DEFAULT_COUNT,
    MOZILLA_PREFIX,
    check_askable,
    check_template,
    decode_braces,
    expand_url,
    fill,
    placeholders,
)
from discovery.connection.description.wall import KeptCookie, PassedWall

__all__ = [
    "CODECS",
    "DEFAULT_CHARSET",
    "DEFAULT_COUNT",
    "ENCTYPES",
    "FRESH",
    "JSON",
    "MOZILLA_PREFIX",
    "PAGE_MARK",
    "PLAIN",
    "SEARCH_TERMS",
    "URLENCODED",
    "BrowserSearch",
    "ConnectionDescription",
    "DescriptionError",
    "FormEntry",
    "FreshValue",
    "Header",
    "KeptCookie",
    "PageCursor",
    "PageNumber",
    "PagePath",
    "PagingKind",
    "PagingRule",
    "Parameter",
    "ParameterOption",
    "ParameterRole",
    "PassedWall",
    "check_askable",
    "check_number",
    "check_size",
    "check_template",
    "decode_braces",
    "encode_body",
    "encode_text",
    "expand_url",
    "fill",
    "fill_known",
    "is_sendable_header",
    "percent_encode",
    "placeholders",
    "query_values",
    "urlencode",
    "web_charset",
]
