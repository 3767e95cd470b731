"""What a person types or pastes to name an engine, other than the address of a site."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.given.curl import read_curl
from discovery.connection.given.request import GivenRequest, shown_place


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
    elif "\n" not in text and " " not in text and shown_place(text):
        request = GivenRequest(text if "://" in text else f"https://{text}")
    else:
        return None
    return GivenConnection(request.describe(), request.secrets)
