"""The connection description: all that is needed to ask a search engine.

The "search engine description file" of Wu, Meng et al. 2003 (section 2.5); what each field means
stands in docs/connection-description.md.
"""

import base64
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from urllib.parse import quote, urlsplit

from discovery.connection.encodings import DEFAULT_CHARSET, URLENCODED


class BrowserSearch(StrEnum):
    """What a visitor does on the engine's page in a browser; NO for all that are asked without."""

    NO = ""
    # The results follow typing; Enter would lead away from them.
    TYPED = "typed"
    # Enter brings them.
    SENT = "sent"
    # Nothing is typed: the address that the template gives is opened.
    OPENED = "opened"


class ParameterRole(StrEnum):
    LANGUAGE = "language"
    DATE = "date"
    CATEGORY = "category"
    SAFE_SEARCH = "safe-search"
    PAGE_SIZE = "page-size"
    SORT = "sort"


@dataclass(frozen=True, slots=True)
class ParameterOption:
    value: str
    label: str = ""


SEARCH_TERMS = "{searchTerms}"
# The kind of the control that takes the query; no type of HTML has a space.
QUERY = "query field"


@dataclass(frozen=True, slots=True)
class Parameter:
    """A control with what it sends by default, if it is `sent`; that of the query is a `QUERY`."""

    name: str
    value: str = ""
    kind: str = "hidden"
    options: tuple[ParameterOption, ...] = ()
    label: str = ""
    sent: bool = True
    token: bool = False
    role: ParameterRole | None = None


def query_slot(name: str, value: str = SEARCH_TERMS) -> Parameter:
    return Parameter(name, value, QUERY)


@dataclass(frozen=True, slots=True)
class Header:
    """A header that the engine wants; `value` may hold `{fresh:NAME}`."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class FreshValue:
    """A value that is read anew before each search, and stands for `{fresh:NAME}` in the request.

    It is found by `cookie`, by the JSON pointer `path` (RFC 6901), or between the texts `before`
    and `after`: the class LR of wrappers (Kushmerick 2000, section 3).
    """

    name: str
    page: str
    cookie: str = ""
    path: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PageCursor:
    """A value that each answer gives for the next page: read at the JSON pointer `path`."""

    parameter: str
    path: str


# Stands for the number in the patterns of a rule.
PAGE_MARK = "{page}"


class PagingKind(StrEnum):
    """What tells the requests of successive result pages apart."""

    PAGE = "page"
    OFFSET = "offset"
    # Nothing is counted: each page says what to ask for the next one with.
    CURSOR = "cursor"


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A number that is `first` on the first page and grows by `step`; in the path unless named."""

    parameter: str
    first: int
    step: int
    pattern: str = PAGE_MARK

    @property
    def kind(self) -> PagingKind:
        return PagingKind.PAGE if abs(self.step) == 1 else PagingKind.OFFSET

    def at(self, page: int) -> int:
        """Return the number of result page `page`, which counts from 1.

        >>> PageNumber("start", first=0, step=10).at(3)
        20
        """
        return self.first + self.step * (page - 1)


@dataclass(frozen=True, slots=True)
class PagePath:
    """The path of a later page: `pattern` between both ends of the path of the first page."""

    pattern: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class PagingRule:
    """What the request of a later result page has otherwise; what is empty or None stays.

    `numbers` count the pages, the best known first. With a `cursor` there are none: pages are asked
    for one after the other.
    """

    numbers: tuple[PageNumber, ...] = ()
    method: str = ""
    origin: str = ""
    path: PagePath | None = None
    added: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    cursor: PageCursor | None = None

    @property
    def kind(self) -> PagingKind:
        return self.numbers[0].kind if self.numbers else PagingKind.CURSOR


@dataclass(frozen=True, slots=True)
class PassedWall:
    kind: str
    label: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class KeptCookie:
    """A cookie that goes with every request, as the answer from `url` set it (RFC 6265, 4.1)."""

    url: str
    line: str


@dataclass(frozen=True, slots=True)
class LoginField:
    """What a field of the form is given; `value` may hold `{secret:NAME}`."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """How a user signs in: by the form of `page`, which says all else that is sent.

    Without `fields` its password is the secret `password`, the text before that the secret `user`.
    """

    page: str
    fields: tuple[LoginField, ...] = ()


# Bounds of a description. Real forms measured stay far below, page states (VIEWSTATE) of half a
# megabyte have been seen on the web; beyond this, someone wants to fill the memory.
MAX_PARAMETERS = 2_000
MAX_DESCRIPTION_CHARACTERS = 1_000_000


class DescriptionError(ValueError):
    """Something is no usable connection description: `reason` says why, `line` where, if known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


# Characters of a key by which engines that are asked alike are found.
MAX_FORM_KEY = 120


@dataclass(frozen=True, slots=True)
class ConnectionDescription:
    """How one search engine is asked: by its form, a URL template alone, or an exact request.

    With a form (`action`) the query field is one of `parameters`, and `template` only tells others
    (OpenSearch) where result pages are. Without, it is the address, and parameters may hold its
    placeholders.
    """

    site_name: str = ""
    home_url: str = ""
    form_page: str = ""
    action: str = ""
    method: str = "get"
    enctype: str = URLENCODED
    charset: str = DEFAULT_CHARSET
    parameters: tuple[Parameter, ...] = ()
    template: str = ""
    action_changes: bool = False
    session_required: bool = False
    paging: PagingRule | None = None
    language: str = ""
    suggestions: str = ""
    exact: bool = False
    headers: tuple[Header, ...] = ()
    body: str = ""
    fresh: tuple[FreshValue, ...] = ()
    in_browser: BrowserSearch = BrowserSearch.NO
    walls: tuple[PassedWall, ...] = ()
    cookies: tuple[KeptCookie, ...] = ()
    data_model: str = ""
    login: Login | None = None

    @property
    def is_typed(self) -> bool:
        """Whether the query is typed into a page in a browser: no request of ours holds it."""
        return self.in_browser in (BrowserSearch.TYPED, BrowserSearch.SENT)

    @property
    def query_field(self) -> str:
        return next((each.name for each in self.parameters if each.kind == QUERY), "")

    @property
    def form_key(self) -> str:
        """What searches of one program share wherever it is installed: method, names, last step."""
        parts = urlsplit(self.action or self.template)
        asked = self.query_field or parts.query
        return f"{self.method.lower()} {parts.path.rpartition('/')[2]}?{asked}"[:MAX_FORM_KEY]

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple([parameter.name for parameter in self.parameters if parameter.token])

    @property
    def needs_form_page(self) -> bool:
        given_out = self.action_changes or bool(self.fresh) or bool(self.tokens)
        return given_out or self.session_required


def check_number(controls: int) -> None:
    if controls > MAX_PARAMETERS:
        raise DescriptionError(
            f"{controls:,} controls are more than the {MAX_PARAMETERS:,} allowed"
        )


def check_size(description: ConnectionDescription) -> None:
    """Raise `DescriptionError` when a description is larger than any honest form makes it."""
    parts = [
        part
        for kind in ("parameters", "headers", "fresh", "walls", "cookies")
        for part in getattr(description, kind)
    ]
    parts += description.login.fields if description.login else ()
    check_number(len(parts))
    parts += [option for each in description.parameters for option in each.options]
    texts = [
        value
        for part in parts
        for value in (getattr(part, name) for name in part.__slots__)
        if isinstance(value, str)
    ]
    characters = sum(map(len, (*texts, description.body, description.data_model)))
    if characters > MAX_DESCRIPTION_CHARACTERS:
        raise DescriptionError(
            f"{characters:,} characters of controls are more than the "
            f"{MAX_DESCRIPTION_CHARACTERS:,} allowed"
        )


# No nested repetition: a name, perhaps a prefix, perhaps a question mark.
PLACEHOLDER = re.compile(r"\{((?:[A-Za-z_][\w.-]{0,60}:)?[A-Za-z_][\w.-]{0,60})(\??)\}")
FRESH = "fresh:"
# Under this name in `fresh` stands the form's address: no control without a name is ever sent.
FRESH_ACTION = ""
# Names of headers: tokens (RFC 9110, section 5.6.2).
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
# What belongs to the connection, to whoever fetches, or to a browser (Fetch standard, "forbidden
# request-header").
_OF_THE_CONNECTION = re.compile(
    r"(?:accept-(?:charset|encoding)|connection|content-length|cookie2?|date|expect|host|"
    r"keep-alive|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*|"
    r"if-none-match|if-modified-since|range)",
    re.IGNORECASE,
)


def fill_known(text: str, values: Mapping[str, str], encode: Callable[[str], str] = str) -> str:
    """Return `text` with the placeholders that have values replaced; other braces stay.

    >>> fill_known("{ find(q: '{searchTerms}') {id} }", {"searchTerms": "fish"})
    "{ find(q: 'fish') {id} }"
    """
    return PLACEHOLDER.sub(
        lambda match: encode(values[match[1]]) if match[1] in values else match[0], text
    )


# A search sends the same to many engines.
@lru_cache(maxsize=256)
def query_values(query: str) -> Mapping[str, str]:
    """Return the query as the placeholders of an exact request have it, by their names.

    >>> query_values('a "b"')["json:searchTerms"]
    'a \\\\"b\\\\"'
    """
    return {
        "searchTerms": query,
        "json:searchTerms": json.dumps(query, ensure_ascii=False)[1:-1],
        "percent:searchTerms": quote(query, safe=""),
        "base64:searchTerms": base64.b64encode(query.encode()).decode(),
    }


def is_sendable_header(name: str, value: str) -> bool:
    """Whether a description may hold this header: it is well-formed, and not the connection's own.

    >>> is_sendable_header("X-Api-Key", "1"), is_sendable_header("Host", "a.example")
    (True, False)
    """
    well_formed = _HEADER_NAME.fullmatch(name) and not _CONTROL.search(value)
    return bool(well_formed) and not _OF_THE_CONNECTION.fullmatch(name)
