"""Addresses typed without a scheme: by https, and by http where https cannot be connected."""

from typing import Any

from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.fetching import Fetcher
from discovery.web.response import Response

HTTPS = "https://"
# What another scheme, and so another port, may do better.
_CANNOT_CONNECT = frozenset(
    {FetchFailure.CONNECTION, FetchFailure.TLS, FetchFailure.PROTOCOL, FetchFailure.TIMEOUT}
)


def lacks_scheme(text: str) -> bool:
    """Tell whether an address was typed without its scheme.

    >>> lacks_scheme(" a.example/x"), lacks_scheme("https://a.example/")
    (True, False)
    """
    return "://" not in text


def by_http(address: str) -> str:
    """Return an https address as one of http."""
    return f"http://{address[len(HTTPS) :]}" if address.startswith(HTTPS) else address


async def fetch_by_either_scheme(fetcher: Fetcher, address: str, **options: Any) -> Response:
    """Fetch an https address whose scheme nobody typed, by http where https cannot be connected.

    Raises `FetchError`; where both fail it names both.
    """
    try:
        return await fetcher.fetch(address, **options)
    except FetchError as error:
        if error.reason not in _CANNOT_CONNECT or not address.startswith(HTTPS):
            raise
        try:
            return await fetcher.fetch(by_http(address), **options)
        except FetchError as second:
            sentence = f"by https: {error}; by http: {second}"
            raise FetchError(error.reason, sentence, address) from second
