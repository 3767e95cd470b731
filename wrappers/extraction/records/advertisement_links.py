"""Signs by which a link shows that it leads to an advertisement."""

import re
from collections.abc import Mapping
from itertools import islice

from discovery.pages.urls import unwrap_redirect

# Of a longer address the beginning is looked at.
MAX_ADDRESS = 4_000
# Attributes of a link that are looked at. Guess: pages write up to thirty.
MAX_ATTRIBUTES = 100
# What is surely one.
SIGNS_NEEDED = 2
_CLICK = re.compile(r"[/._-](?:clk|click|redir(?:ect)?|track(?:er|ing)?)(?:[/.?_-]|\d|\Z)")
_SERVICE = re.compile(
    r"[./_-](?:ads?|sads?|ade?|aclk|adclick|adserv(?:er|ice)?|adsrv|pagead|adsense|sponsored"
    r"|sponsor|doubleclick|googleadservices|googlesyndication|taboola|outbrain)(?:[./?_-]|\Z)"
)
# Parameters that ad services add: `gclid=`, `adurl=`, `ad_provider=`.
_PARAMETER = re.compile(
    r"(?:\A|[&;])(?:ad_?(?:url|id|provider|domain|type)|[gyd]clid|msclkid|aclk)="
)
# An address anywhere in an attribute.
_ADDRESS = re.compile(r"https?://[^\s\"'<>]+")
_TARGET_HOST = re.compile(r"https?(?:://|%3a%2f%2f)([\w.-]{1,100})")


def advertisement_signs(link: Mapping[str, str]) -> int:
    """Return how many signs of an advertisement a link shows by its attributes.

    `rel=sponsored`, and the address of an ad service to which a script sends the click, are worth
    two.

    >>> advertisement_signs({"href": "http://ad.example/clk/7?u=1"})
    2
    """
    if "sponsored" in link.get("rel", "").lower().split():
        return SIGNS_NEEDED
    href = link.get("href", "")[:MAX_ADDRESS]
    # Lower case at once: patterns that ignore it take twice as long.
    lowered = href.lower()
    if _is_sent_to_service(link, lowered):
        return SIGNS_NEEDED
    signs = bool(
        _CLICK.search(lowered.partition("?")[0]) or (":" in href and unwrap_redirect(href) != href)
    )
    return signs + _is_of_service(lowered)


def _is_sent_to_service(link: Mapping[str, str], href: str) -> bool:
    """Return whether an attribute beside `href` has the address of an ad service."""
    # Names first: to look values up takes time in the square of their number.
    for name in islice(link, MAX_ATTRIBUTES):
        if name == "ping" or name.startswith(("data-", "on")):
            address = _ADDRESS.search(link.get(name, "")[:MAX_ADDRESS].lower())
            if address is not None and address[0] != href and _is_of_service(address[0]):
                return True
    return False


def _is_of_service(address: str) -> bool:
    """Return whether an address, in lower case, names an ad service."""
    path, _, query = address.partition("?")
    return _SERVICE.search(path) is not None or (bool(query) and _names_service(query))


def _names_service(query: str) -> bool:
    """Return whether the query of an address has a parameter, or a target, of an ad service."""
    if _PARAMETER.search(query):
        return True
    target = _TARGET_HOST.search(query)
    return target is not None and _SERVICE.search(f"/{target[1]}/") is not None
