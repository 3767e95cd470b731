"""A request as a person gives it, made a description: its query found, its secrets taken out."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit, urlunsplit

from discovery.connection.description.description import (
    ConnectionDescription,
    DescriptionError,
    check_size,
)
from discovery.connection.description.exact_request import SEARCH_TERMS, is_sendable_header
from discovery.connection.description.form_data import JSON, URLENCODED
from discovery.connection.description.fresh_value import Header
from discovery.connection.description.parameter import Parameter
from discovery.connection.description.url_template import check_askable
from discovery.connection.form_description.site import site_root
from discovery.lexicon.reading import any_of, lexicon

# What stands before the name that a secret is kept under.
KEPT = "secret:"
MAX_JSON_DEPTH = 30
# Characters of what stands in a query's place: a longer text is of a query language. Guess.
MAX_QUERY = 100
# What people write where the query stands.
_MARK = re.compile(r"\{(?:searchTerms|query|q|term|terms|search)\??\}|%s|<query>|QUERY_HERE")
_SECRET_NAME = re.compile(
    r"auth|token|secret|passw|session|cookie|(?:^|[_-])(?:api)?[_-]?key$|apikey|^key$",
    re.IGNORECASE,
)
_QUERY_NAMES = re.compile(any_of(lexicon().forms.query_names))
_VAGUE_NAMES = re.compile(any_of(lexicon().forms.vague_query_names))
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
# Headers that say how a browser is set, not what is asked for.
_OF_A_BROWSER = frozenset(
    "accept-language accept-encoding priority dnt pragma cache-control content-type".split()
)
_NO_PLACE = (
    f"It is not plain where the query stands: write {SEARCH_TERMS} in its place, in the address or "
    "in the data that is sent."
)


@dataclass
class GivenRequest:
    """A request taken apart; `secrets` are filled while a description is made of it."""

    url: str
    method: str = "get"
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: str | None = None
    is_json: bool = False
    secrets: dict[str, str] = field(default_factory=dict)

    def describe(self) -> ConnectionDescription:
        """Return the description. Raises `DescriptionError`, also when no place is the query's."""
        parts = urlsplit(self.url)
        if parts.username:
            raise DescriptionError("Leave name and password out of the address: use a header.")
        pairs = [(name, _marked(value)) for name, value in _pairs(parts.query)]
        path = urlunsplit((parts.scheme, parts.netloc, _marked(_unquote_marks(parts.path)), "", ""))
        form, body, enctype = self._body()
        in_place = SEARCH_TERMS in path or any(
            SEARCH_TERMS in value for _, value in (*pairs, *form)
        )
        if not in_place:
            pairs, form = _with_place(pairs, form)
        if self.body is not None:
            # Of POST the parameters are the body: those of the address stay in it.
            query = "&".join(f"{name}={self._hide(name, value)}" for name, value in pairs)
            path, sent = f"{path}?{query}" if query else path, form
        else:
            sent = pairs
        description = ConnectionDescription(
            site_name=(parts.hostname or "").removeprefix("www."),
            home_url=site_root(self.url),
            method="get" if self.body is None else "post",
            enctype=enctype,
            parameters=tuple(Parameter(name, self._hide(name, value)) for name, value in sent),
            template=path,
            exact=True,
            headers=tuple(self._headers()),
            body=body,
        )
        check_size(description)
        check_askable(description)
        return description

    def _body(self) -> tuple[list[tuple[str, str]], str, str]:
        """Return what the body's parameters are, the JSON they are put into, and its kind."""
        if self.body is None:
            return [], "", URLENCODED
        text = self.body.strip()
        if self.is_json or text[:1] in ("{", "["):
            try:
                document = json.loads(text)
            except (ValueError, RecursionError) as error:
                raise DescriptionError(f"the data is no JSON: {error}") from error
            found = [(pointer, _marked(value)) for pointer, value in _texts(document, "", 0)]
            return found, json.dumps(_without_secrets(document), ensure_ascii=False), JSON
        return [(name, _marked(value)) for name, value in _pairs(text)], "", URLENCODED

    def _headers(self) -> Iterable[Header]:
        for name, value in self.headers:
            if name.lower() in _OF_A_BROWSER or not is_sendable_header(name, value):
                continue
            yield Header(name, self._hide(name, value))

    def _hide(self, name: str, value: str) -> str:
        """Return a value, or where it is secret the name it is kept under."""
        own = name.rpartition("/")[2]
        if SEARCH_TERMS in value or not value or not _SECRET_NAME.search(own):
            return value
        key = re.sub(r"\W+", "-", own.lower()).strip("-") or "key"
        key = f"k-{key}"[:40]
        self.secrets[KEPT + key] = value
        return f"{{{KEPT}{key}}}"


def given_address(url: str) -> ConnectionDescription | None:
    """Return how an engine is asked of which one address with a query in it is known.

    None where it is not plain which part of the address is the query, or a secret stands in it.
    """
    request = GivenRequest(url)
    try:
        description = request.describe()
    except DescriptionError:
        return None
    return None if request.secrets else description


def _unquote_marks(text: str) -> str:
    """Return an address with the marks of a query's place as they were typed."""
    return re.sub(r"%7B(\w+\??)%7D", r"{\1}", text, flags=re.IGNORECASE)


def _pairs(text: str) -> list[tuple[str, str]]:
    return parse_qsl(_unquote_marks(text).replace("%s", SEARCH_TERMS), keep_blank_values=True)


def _marked(text: str) -> str:
    return _MARK.sub(SEARCH_TERMS, text)


def _texts(value: Any, pointer: str, depth: int) -> Iterable[tuple[str, str]]:
    """Yield the texts of a JSON document that may hold the query, with their JSON pointers."""
    if depth > MAX_JSON_DEPTH:
        return
    if isinstance(value, str):
        key = pointer.rpartition("/")[2]
        if _MARK.search(value) or query_likeness(key) or _SECRET_NAME.search(key):
            yield pointer, value
        return
    for key, own in _members(value):
        escaped = str(key).replace("~", "~0").replace("/", "~1")
        yield from _texts(own, f"{pointer}/{escaped}", depth + 1)


def _members(value: Any) -> Iterable[tuple[Any, Any]]:
    """Return the members of a JSON object or list with their keys or numbers."""
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def _without_secrets(value: Any, key: str = "") -> Any:
    """Return a JSON document whose secret texts are empty: they are sent as parameters."""
    if isinstance(value, dict):
        return {name: _without_secrets(own, str(name)) for name, own in value.items()}
    if isinstance(value, list):
        return [_without_secrets(own, key) for own in value]
    return "" if isinstance(value, str) and _SECRET_NAME.search(key) else value


def query_likeness(name: str) -> float:
    """Return how much a parameter's name is that of a query: 2 by itself, 1 perhaps, else 0.

    >>> query_likeness("searchTerm"), query_likeness("text"), query_likeness("page")
    (2.0, 1.0, 0.0)
    """
    spaced = " ".join(_WORDS.findall(name[:100])).lower()
    if _QUERY_NAMES.fullmatch(spaced):
        return 2.0
    return 1.0 if _VAGUE_NAMES.fullmatch(spaced) else 0.0


def _with_place(
    pairs: list[tuple[str, str]], form: list[tuple[str, str]]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return the parameters with the query in the one whose name says so, which is one alone."""
    for likeness in (2.0, 1.0):
        for own in (pairs, form):
            found = [
                place
                for place, (name, value) in enumerate(own)
                if query_likeness(name.rpartition("/")[2]) == likeness
                and len(value) < MAX_QUERY
                and "{" not in value
            ]
            if len(found) == 1:
                own[found[0]] = (own[found[0]][0], SEARCH_TERMS)
                return pairs, form
    raise DescriptionError(_NO_PLACE)


def shown_place(text: str) -> bool:
    """Return whether a text has a mark of the query's place."""
    return _MARK.search(unquote(text)) is not None
