"""Requests of descriptions that are exact: sent as a program sends them, not as a form."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit, urlunsplit

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.exact_request import fill_known, query_values
from discovery.connection.description.form_data import (
    JSON,
    PLAIN,
    FormEntry,
    encode_body,
    urlencode,
)
from discovery.connection.description.url_template import expand_url
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.json_body import json_with


def exact_entries(
    description: ConnectionDescription, query: str, fresh: Mapping[str, str]
) -> list[FormEntry]:
    """Return the parameters with the query and what is fresh in its places."""
    values = query_values(query) | dict(fresh)
    return [
        FormEntry(each.name, fill_known(each.value, values))
        for each in description.parameters
        if each.sent
    ]


def exact_request(
    description: ConnectionDescription,
    query: str,
    fresh: Mapping[str, str],
    entries: Sequence[FormEntry],
) -> EngineRequest:
    """Return the request that sends `entries`, the parameters of this page of results."""
    values = query_values(query) | dict(fresh)
    charset = description.charset
    url = expand_url(description.template, values, charset, exact=True)
    headers = tuple((each.name, fill_known(each.value, values)) for each in description.headers)
    if description.method != "post":
        # Spaces as %20: what takes them as + takes these too, not the other way round.
        query_string = urlencode(entries, charset).replace("+", "%20")
        parts = urlsplit(url)
        query_string = "&".join(filter(None, (parts.query, query_string)))
        return EngineRequest("GET", urlunsplit(parts._replace(query=query_string)), headers=headers)
    if description.enctype == JSON:
        body = json_with(description.body, entries).encode()
        return EngineRequest("POST", url, body, JSON, headers)
    if description.enctype == PLAIN:
        body = fill_known(description.body, values).encode()
        return EngineRequest("POST", url, body, PLAIN, headers)
    return EngineRequest("POST", url, *encode_body(entries, description.enctype, charset), headers)
