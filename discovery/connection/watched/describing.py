"""From a request that a page sent to the description of how its engine is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from urllib.parse import unquote, urlsplit, urlunsplit

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.form_data import JSON, PLAIN, URLENCODED
from discovery.connection.description.fresh_value import Header
from discovery.connection.description.parameter import Parameter
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.json_body import json_entries, read_json
from discovery.connection.requests.request_parts import parse_pairs
from discovery.connection.watched.carrying import generalise

# Of what a request says of itself, what the answer hardly ever depends on.
_SAID_BY_ALL = frozenset(("Accept-Language", "Cache-Control", "Pragma", "Dnt", "Priority"))


def describe_request(request: EngineRequest, query: str) -> ConnectionDescription:
    """Return the description of a request that carries the query, with all its headers."""
    parts = urlsplit(request.url)
    segments = [_segment(each, query) for each in parts.path.split("/")]
    template = urlunsplit(parts._replace(path="/".join(segments), query="", fragment=""))
    headers = [Header(*pair) for pair in request.headers if pair[0] not in _SAID_BY_ALL]
    in_address = _parameters(parse_pairs(parts.query, "utf-8"), query)
    description = ConnectionDescription(
        template=template, exact=True, headers=tuple(headers), parameters=in_address
    )
    if request.method != "POST":
        return description
    if parts.query:
        # Posted to: what stands there is part of the address.
        description = replace(description, template=f"{template}?{_segment(parts.query, query)}")
    body = (request.body or b"").decode("utf-8", "replace")
    kind = (request.content_type or "").partition(";")[0].strip().lower()
    description = replace(description, method="post", parameters=())
    if kind == URLENCODED:
        pairs = parse_pairs(body, "utf-8")
        return replace(description, parameters=_parameters(pairs, query))
    told = () if kind in ("", JSON) else (Header("Content-Type", request.content_type or ""),)
    if isinstance(read_json(body), dict | list):
        found = [(each.name, each.value) for each in json_entries(body)]
        carrying = [pair for pair in found if generalise(pair[1], query) != pair[1]]
        return replace(
            description,
            enctype=JSON,
            body=body,
            parameters=_parameters(carrying, query),
            headers=(*headers, *told),
        )
    return replace(
        description, enctype=PLAIN, body=generalise(body, query), headers=(*headers, *told)
    )


def _segment(text: str, query: str) -> str:
    """Return a part of a path, still percent-encoded, with the query's placeholder."""
    plain = unquote(text)
    found = generalise(plain, query)
    return text if found == plain else found


def _parameters(pairs: Sequence[tuple[str, str]], query: str) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, generalise(value, query)) for name, value in pairs if name)


def values_of(description: ConnectionDescription) -> Iterator[tuple[str, str, str]]:
    """Yield kind ("header", "parameter" or "body"), name and value of what may change."""
    yield from (("header", each.name, each.value) for each in description.headers)
    yield from (("parameter", each.name, each.value) for each in description.parameters)
    if description.enctype == JSON:
        known = {each.name for each in description.parameters}
        for entry in json_entries(description.body):
            if entry.name not in known:
                yield "body", entry.name, entry.value


def with_value(
    description: ConnectionDescription, kind: str, name: str, value: str
) -> ConnectionDescription:
    """Return the description with `value` for what has that kind and name."""
    if kind == "header":
        headers = (
            Header(name, value) if each.name == name else each for each in description.headers
        )
        return replace(description, headers=tuple(headers))
    if kind == "parameter":
        parameters = (
            replace(each, value=value) if each.name == name else each
            for each in description.parameters
        )
        return replace(description, parameters=tuple(parameters))
    return replace(description, parameters=(*description.parameters, Parameter(name, value)))
