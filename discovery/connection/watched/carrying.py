"""Where a request carries the query, and in which code."""

import base64
from urllib.parse import parse_qsl

from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.requests.json_body import read_json

# Characters of a query in base64 below which it is found by chance.
MIN_BASE64_LENGTH = 6


def generalise(value: str, query: str) -> str:
    """Return `value` with the placeholder in place of the query, unchanged where it is not in it.

    >>> generalise("fish", "fish"), generalise("query=fish&page=0", "fish")
    ('{searchTerms}', 'query={percent:searchTerms}&page=0')
    >>> generalise('{"q":"fish"}', "fish"), generalise("ZmlzaGVz", "fishes")
    ('{"q":"{json:searchTerms}"}', '{base64:searchTerms}')
    """
    if value == query:
        return SEARCH_TERMS
    encoded = base64.b64encode(query.encode()).decode()
    for text in (encoded, encoded.rstrip("=")):
        if len(encoded.rstrip("=")) >= MIN_BASE64_LENGTH and text in value:
            return value.replace(text, "{base64:searchTerms}")
    if query not in value:
        return value
    if read_json(value) is not None or f'"{query}' in value or f'{query}"' in value:
        return value.replace(query, "{json:searchTerms}")
    if "=" in value and any(query in text for _, text in parse_qsl(value)):
        return value.replace(query, "{percent:searchTerms}")
    return value.replace(query, SEARCH_TERMS)
