"""The connection description: all that is needed to ask a search engine.

The "search engine description file" of Wu, Meng et al. 2003 (section 2.5), as data. As XML it is
documented in docs/connection-description.md.
"""

from dataclasses import dataclass, replace

from discovery.connection.description.browser_search import BrowserSearch
from discovery.connection.description.charsets import DEFAULT_CHARSET
from discovery.connection.description.form_data import URLENCODED
from discovery.connection.description.fresh_value import FreshValue, Header
from discovery.connection.description.paging_rule import PagingRule
from discovery.connection.description.parameter import Parameter
from discovery.connection.description.wall import KeptCookie, PassedWall

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


@dataclass(frozen=True, slots=True)
class ConnectionDescription:
    """How one search engine is asked: by its form, or by a URL template alone.

    With a form, `action`, `method`, `enctype`, `charset` and the controls decide what is sent, as
    a browser would on the Enter key. `template` then only tells others (OpenSearch) where result
    pages are, and is empty for POST. Without a form `action` is empty and `template` is the
    address; values of parameters may then hold placeholders of OpenSearch such as `{searchTerms}`.

    `charset` is the web's name of the encoding. `parameters` are all controls but the query field,
    in form order. The query field stands before number `query_position` of them. It is sent
    `query_pattern`, where `{searchTerms}` is what the user typed. `action_changes`: the form's
    address carries a session and must be read anew with the form page. `session_required`: the
    engine answers only with the cookies that the form page sets. `suggestions` is the template of
    the address that gives suggestions as JSON.

    `exact`: the engine is asked by a request as a program sends it, not a form. `template` is its
    address; of GET the `parameters` are the query string, of POST the body. With `enctype` JSON
    they are put into the text `body`, each at the JSON pointer that is its name. With `enctype`
    text/plain `body` is sent itself. `headers` go with it, `fresh` are the values that are read
    anew each time. In all of these `{searchTerms}` is the query, `{json:searchTerms}` the query
    as it stands in a JSON string, `{percent:searchTerms}` percent-encoded,
    `{base64:searchTerms}` in base64, `{fresh:NAME}` a fresh value; other braces mean themselves.

    `in_browser`: nothing answers a program; the query is typed into `form_page` in a browser.
    `walls` are what the site asked before it showed anything, as answered while learning, and
    `cookies` what it gave for the answers. `data_model` is in files alone: the XML Schema that the
    records found are held to, which goes with an engine from one installation to another.
    """

    site_name: str = ""
    home_url: str = ""
    form_page: str = ""
    action: str = ""
    method: str = "get"
    enctype: str = URLENCODED
    charset: str = DEFAULT_CHARSET
    query_field: str = ""
    query_position: int = 0
    query_pattern: str = "{searchTerms}"
    parameters: tuple[Parameter, ...] = ()
    template: str = ""
    action_changes: bool = False
    session_required: bool = False
    paging: PagingRule | None = None
    icon: str = ""
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

    @property
    def tokens(self) -> tuple[str, ...]:
        """Names of the parameters whose values must be read anew from the form page."""
        return tuple([parameter.name for parameter in self.parameters if parameter.token])

    @property
    def needs_form_page(self) -> bool:
        """Whether pages must be fetched before the engine can be asked."""
        given_out = self.action_changes or bool(self.fresh) or bool(self.tokens)
        return given_out or self.session_required

    def with_tokens(
        self, names: frozenset[str], *, action_changes: bool
    ) -> "ConnectionDescription":
        """Return the description with exactly these hidden parameters as tokens."""
        parameters = tuple(
            replace(parameter, token=parameter.kind == "hidden" and parameter.name in names)
            for parameter in self.parameters
        )
        return replace(self, parameters=parameters, action_changes=action_changes)


def check_number(controls: int) -> None:
    """Raise `DescriptionError` when there are more controls than any honest form has."""
    if controls > MAX_PARAMETERS:
        raise DescriptionError(
            f"{controls:,} controls are more than the {MAX_PARAMETERS:,} allowed"
        )


def check_size(description: ConnectionDescription) -> None:
    """Raise `DescriptionError` when a description is larger than any honest form makes it."""
    parameters = description.parameters
    others = (description.headers, description.fresh, description.walls, description.cookies)
    check_number(len(parameters) + sum(map(len, others)))
    characters = sum(
        len(parameter.name)
        + len(parameter.value)
        + sum(len(option.value) + len(option.label) for option in parameter.options)
        for parameter in parameters
    )
    characters += len(description.body) + len(description.data_model)
    characters += sum(len(each.name) + len(each.value) for each in description.headers)
    characters += sum(len(each.before) + len(each.after) for each in description.fresh)
    characters += sum(len(each.label) + len(each.page) for each in description.walls)
    characters += sum(len(each.url) + len(each.line) for each in description.cookies)
    if characters > MAX_DESCRIPTION_CHARACTERS:
        raise DescriptionError(
            f"{characters:,} characters of controls are more than the "
            f"{MAX_DESCRIPTION_CHARACTERS:,} allowed"
        )
