"""OpenAPI documents: of the operations that they describe, the one that searches."""

import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urljoin

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.given.request import GivenRequest, query_likeness

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
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
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


def _operations(
    document: Mapping[str, Any],
) -> Iterator[tuple[float, str, Mapping[str, Any], str]]:
    """Yield the operations that take a query: how likely each searches, its path, and the name."""
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
    """Yield the parameters of an operation, those named elsewhere looked up."""
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
    """Return the address below which the operations are."""
    servers = document.get("servers")
    if isinstance(servers, list) and servers and isinstance(servers[0], dict):
        return urljoin(url, str(servers[0].get("url", "/")))
    if document.get("host"):
        scheme = (document.get("schemes") or ["https"])[0]
        return f"{scheme}://{document['host']}{document.get('basePath', '/')}"
    return urljoin(url, "/")
