"""A request taken apart for comparison with the requests of other result pages."""

import re
from collections import Counter
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from discovery.connection.description.charsets import CODECS
from discovery.connection.description.form_data import URLENCODED
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.json_body import json_entries

_SESSION_IN_PATH = re.compile(r";jsessionid=[^/]*", re.IGNORECASE)
# A later page of more parameters than this is none: bounds the work on hostile links.
MAX_PAIRS = 2_000


@dataclass(frozen=True, slots=True)
class RequestParts:
    """What a request consists of; `values` in order, by name and its how-manieth occurrence."""

    method: str
    origin: str
    segments: tuple[str, ...]
    posted_to: str
    values: dict[tuple[str, int], str]


def take_apart(request: EngineRequest, charset: str) -> RequestParts | None:
    """Return the parts of a request; None when its address or body cannot be read.

    `values` are those of the query string, or of an urlencoded or JSON body (then `posted_to` is
    the query string; names of JSON are pointers).
    """
    try:
        parts = urlsplit(request.url)
        posted = request.method == "POST"
        pairs = _body_pairs(request, charset) if posted else parse_pairs(parts.query, charset)
    except ValueError:
        return None
    path = _SESSION_IN_PATH.sub("", parts.path) or "/"
    return RequestParts(
        method=request.method,
        origin=f"{parts.scheme}://{parts.netloc}",
        segments=tuple(path.split("/")),
        posted_to=parts.query if posted else "",
        values=_number_pairs(pairs),
    )


def _body_pairs(request: EngineRequest, charset: str) -> list[tuple[str, str]]:
    """Return names and values of a body; of one that is neither a form nor JSON there are none."""
    body = request.body or b""
    if "json" in (request.content_type or "") or body[:1] in (b"{", b"["):
        return [(each.name, each.value) for each in json_entries(body)[:MAX_PAIRS]]
    return (
        parse_pairs(body.decode("ascii"), charset)
        if (request.content_type or "").startswith(URLENCODED)
        else []
    )


def parse_pairs(encoded: str, charset: str) -> list[tuple[str, str]]:
    """Return names and values of a query string, which `;` may separate where no `&` does.

    >>> parse_pairs("q=a+b;start=10", "utf-8")
    [('q', 'a b'), ('start', '10')]
    """
    separator = "&" if "&" in encoded or ";" not in encoded else ";"
    return parse_qsl(
        encoded,
        keep_blank_values=True,
        encoding=CODECS[charset],
        errors="replace",
        max_num_fields=MAX_PAIRS,
        separator=separator,
    )


def _number_pairs(pairs: list[tuple[str, str]]) -> dict[tuple[str, int], str]:
    """Return the values by name and occurrence."""
    seen: Counter[str] = Counter()
    values = {}
    for name, value in pairs:
        values[name, seen[name]] = value
        seen[name] += 1
    return values
