"""Engines as a person gives them: an address, a line of curl, an OpenAPI document, a request."""

import base64
import json
import re
import shlex
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn
from urllib.parse import parse_qsl, quote, unquote, urljoin, urlsplit, urlunsplit

from discovery.connection.description import (
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    Header,
    Parameter,
    check_size,
    is_sendable_header,
)
from discovery.connection.encodings import JSON, URLENCODED
from discovery.connection.form_description import site_root
from discovery.connection.requests import json_leaves, read_json
from discovery.connection.url_template import check_askable, decode_braces, split_template
from discovery.lexicon.words import any_of, lexicon

# What stands before the name that a secret is kept under.
KEPT = "secret:"
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
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: str | None = None
    is_json: bool = False
    secrets: dict[str, str] = field(default_factory=dict)

    def describe(self) -> ConnectionDescription:
        """Return the description. Raises `DescriptionError`, also when no place is the query's."""
        parts = split_template(self.url)
        if parts.username:
            raise DescriptionError("Leave name and password out of the address: use a header.")
        pairs = _marked_pairs(parts.query)
        path = urlunsplit((parts.scheme, parts.netloc, _marked(decode_braces(parts.path)), "", ""))
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
            headers=tuple(
                Header(name, self._hide(name, value))
                for name, value in self.headers
                if name.lower() not in _OF_A_BROWSER and is_sendable_header(name, value)
            ),
            body=body,
        )
        check_size(description)
        check_askable(description)
        return description

    def _body(self) -> tuple[list[tuple[str, str]], str, str]:
        if self.body is None:
            return [], "", URLENCODED
        text = self.body.strip()
        if self.is_json or text[:1] in ("{", "["):
            document = read_json(text)
            if document is None:
                raise DescriptionError("the data is no JSON")
            found = [(pointer, _marked(value)) for pointer, value in _texts(document)]
            return found, json.dumps(_without_secrets(document), ensure_ascii=False), JSON
        return _marked_pairs(text), "", URLENCODED

    def _hide(self, name: str, value: str) -> str:
        own = name.rpartition("/")[2]
        if SEARCH_TERMS in value or not value or not _SECRET_NAME.search(own):
            return value
        key = re.sub(r"\W+", "-", own.lower()).strip("-") or "key"
        key = f"k-{key}"[:40]
        self.secrets[KEPT + key] = value
        return f"{{{KEPT}{key}}}"


def given_address(url: str) -> ConnectionDescription | None:
    """Return how an engine is asked by an address with a query, if it is plain, without secrets."""
    request = GivenRequest(url)
    try:
        description = request.describe()
    except DescriptionError:
        return None
    return None if request.secrets else description


def literal_secrets(description: ConnectionDescription) -> tuple[str, ...]:
    """Return the names of what looks like keys and stands in a description itself.

    >>> literal_secrets(ConnectionDescription(template="https://a.example/?key=7&q={searchTerms}"))
    ('key',)
    """
    addresses = (description.template, description.action, description.suggestions)
    pairs: list[tuple[str, Any]] = [(each.name, each.value) for each in description.headers]
    pairs += [(each.name, each.value) for each in description.parameters if not each.token]
    pairs += [pair for url in addresses for pair in parse_qsl(urlsplit(url).query)]
    pairs += json_leaves(read_json(description.body))
    names = (name.rpartition("/")[2] for name, value in pairs if value and "{" not in str(value))
    # Whatever signs somebody in is one.
    given = description.login.fields if description.login else ()
    told = [each.name for each in given if each.value and "{" not in each.value]
    return tuple(dict.fromkeys((*told, *(name for name in names if _SECRET_NAME.search(name)))))


def _marked_pairs(text: str) -> list[tuple[str, str]]:
    return [(name, _marked(value)) for name, value in parse_qsl(text, keep_blank_values=True)]


def _marked(text: str) -> str:
    return _MARK.sub(SEARCH_TERMS, text)


def _texts(document: Any) -> Iterable[tuple[str, str]]:
    for pointer, value in json_leaves(document):
        key = pointer.rpartition("/")[2]
        if isinstance(value, str) and (
            _MARK.search(value) or query_likeness(key) or _SECRET_NAME.search(key)
        ):
            yield pointer, value


def _without_secrets(value: Any, key: str = "") -> Any:
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


_DATA = "-d --data --data-raw --data-binary --data-ascii --data-urlencode"
# Options of one value that say nothing of the request itself. The cookies of a person's own browser
# are a session that ends: they are not kept.
_OTHER_VALUES = (
    "-o --output -m --max-time --connect-timeout -x --proxy --cacert --cert --key --retry -w "
    "--write-out -A --user-agent -b --cookie -c --cookie-jar --max-redirs --resolve --interface"
)


class _CurlOptions(ArgumentParser):
    def __init__(self) -> None:
        super().__init__(add_help=False, allow_abbrev=False)
        self.add_argument("addresses", nargs="*")
        self.add_argument("--url")
        self.add_argument(*_DATA.split(), dest="data", action="append", default=[])
        self.add_argument("--json", action="append", default=[])
        self.add_argument("-H", "--header", action="append", default=[])
        self.add_argument("-X", "--request", default="")
        self.add_argument("-u", "--user")
        self.add_argument("-e", "--referer")
        self.add_argument("-F", "--form")
        self.add_argument("-G", "--get", action="store_true")
        for name in _OTHER_VALUES.split():
            self.add_argument(name, dest="other")

    def error(self, message: str) -> NoReturn:
        raise DescriptionError(f"the line of curl is not understood: {message}")


def read_curl(line: str) -> GivenRequest:
    """Return the request that a line of curl makes. Raises `DescriptionError`."""
    # "$'" is how a shell is told of escapes; ends of lines are continued.
    plain = (
        line.replace("\\\r\n", " ").replace("\\\n", " ").replace("^\n", " ").replace(" $'", " '")
    )
    try:
        words = shlex.split(plain)[1:]
    except ValueError as error:
        raise DescriptionError(f"the line of curl is not whole: {error}") from error
    told, _ = _CurlOptions().parse_known_intermixed_args(words)
    data = [*told.data, *told.json]
    if any(value.startswith("@") for value in data):
        raise DescriptionError("the data stands in a file: paste it into the line")
    if told.form is not None:
        raise DescriptionError("forms of several parts are not sent: give their address")
    url = told.url or next(reversed(told.addresses), "")
    if not url:
        raise DescriptionError("the line of curl has no address")
    request = GivenRequest(url if "://" in url else f"https://{url}", is_json=bool(told.json))
    for header in told.header:
        name, _, value = header.partition(":")
        request.headers.append((name.strip(), value.strip()))
    if told.user is not None:
        code = base64.b64encode(told.user.encode()).decode()
        request.headers.append(("Authorization", f"Basic {code}"))
    if told.referer is not None:
        request.headers.append(("Referer", told.referer))
    if told.get and data:
        request.url += ("&" if "?" in request.url else "?") + "&".join(data)
    elif data or told.request.lower() == "post":
        request.body = "&".join(data)
    if told.request.lower() not in ("", "get", "post"):
        raise DescriptionError(f"engines are asked by GET or POST, not {told.request.upper()}")
    return request


@dataclass(frozen=True)
class GivenConnection:
    """A connection that a person gave; `secrets` are the values left out of it, by placeholder."""

    description: ConnectionDescription
    secrets: Mapping[str, str] = field(repr=False)


def read_given(text: str) -> GivenConnection | None:
    """Return the connection that `text` names: a line of curl, or an address with {searchTerms}.

    None for all else, which may be the address of a site. Raises `DescriptionError`.

    >>> given = read_given("curl 'https://a.example/find?q=tea' -H 'X-Api-Key: 7'")
    >>> given.description.parameters[0].value, given.description.headers[0].value, given.secrets
    ('{searchTerms}', '{secret:k-x-api-key}', {'secret:k-x-api-key': '7'})
    >>> read_given("https://a.example/find?q=tea") is None
    True
    """
    text = text.strip()
    if text[:5].lower() in ("curl ", "curl\t"):
        request = read_curl(text)
    elif "\n" not in text and " " not in text and _MARK.search(unquote(text)):
        request = GivenRequest(text if "://" in text else f"https://{text}")
    else:
        return None
    return GivenConnection(request.describe(), request.secrets)


MAX_BYTES = 5_000_000
MAX_OPERATIONS = 2_000
_SEARCHES = ("search", "find", "query", "lookup")


def read_openapi(data: bytes, url: str) -> ConnectionDescription | None:
    """Return how the search of the OpenAPI document at `url` is asked; None if it is none.

    Of operations by GET with a parameter for a query, that whose address or name says "search".
    Raises `DescriptionError` when none is, or it takes what nobody here can give.
    """
    if len(data) > MAX_BYTES or data.lstrip()[:1] != b"{":
        return None
    document = read_json(data)
    if not isinstance(document, dict) or not ({"openapi", "swagger"} & document.keys()):
        return None
    rated = list(_operations(document))
    if not rated:
        raise DescriptionError("the OpenAPI document describes no search by GET with a query")
    _, path, operation, name = max(rated, key=lambda each: (each[0], -len(each[1])))
    query = [f"{name}={{searchTerms}}"]
    for parameter in _parameters(document, operation):
        if parameter.get("required") and parameter.get("name") != name:
            schema = parameter.get("schema") or parameter
            value = schema.get("default", (schema.get("enum") or [None])[0])
            if value is None:
                raise DescriptionError(
                    f"the search needs {parameter.get('name')!r} besides a query"
                )
            query.append(f"{parameter['name']}={quote(str(value))}")
    base = _server(document, url)
    request = GivenRequest(f"{base.rstrip('/')}/{path.lstrip('/')}?{'&'.join(query)}")
    return request.describe()


def _operations(document: Mapping[str, Any]) -> Iterator[tuple[float, str, Mapping[str, Any], str]]:
    paths = document.get("paths")
    for path, item in list(paths.items())[:MAX_OPERATIONS] if isinstance(paths, dict) else ():
        operation = item.get("get") if isinstance(item, dict) else None
        if not isinstance(operation, dict) or "{" in path:
            continue
        names = [str(own.get("name", "")) for own in _parameters(document, operation)
                 if own.get("in") == "query"]  # fmt: skip
        told = f"{path} {operation.get('operationId', '')} {operation.get('summary', '')}".lower()
        for name in names:
            score = query_likeness(name)
            if score:
                yield score + 1.5 * any(word in told for word in _SEARCHES), path, operation, name


def _parameters(
    document: Mapping[str, Any], operation: Mapping[str, Any]
) -> Iterator[Mapping[str, Any]]:
    found = operation.get("parameters")
    for own in found if isinstance(found, list) else ():
        reference = own.get("$ref") if isinstance(own, dict) else None
        if isinstance(reference, str) and reference.startswith("#/"):
            own = document
            for key in reference[2:].split("/"):
                own = own.get(key, {}) if isinstance(own, dict) else {}
        if isinstance(own, dict):
            yield own


def _server(document: Mapping[str, Any], url: str) -> str:
    servers = document.get("servers")
    if isinstance(servers, list) and servers and isinstance(servers[0], dict):
        own = str(servers[0].get("url", "/"))
        split_template(own)
        return urljoin(url, own)
    if document.get("host"):
        scheme = (document.get("schemes") or ["https"])[0]
        return f"{scheme}://{document['host']}{document.get('basePath', '/')}"
    return urljoin(url, "/")
