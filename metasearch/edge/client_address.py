"""The client's address, told by trusted proxies alone (TRUSTED_PROXIES)."""

import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.http import HttpRequest

from metasearch.edge.protocol import Scope

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# What a provider gives one customer at least (RFC 6177): addresses below it cost nothing.
IPV6_PREFIX = 64
# An address with its port, as some proxies write it.
_WITH_PORT = re.compile(r"\[(?P<ipv6>[^\]]+)\](?::\d+)?|(?P<ipv4>[\d.]+):\d+")
# Headers by which proxies tell what they were asked.
FORWARDED_HEADERS = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host")
# Any of these says that somebody further away asks.
SIGNS_OF_A_PROXY = ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via")
SCHEMES = frozenset({"http", "https"})


def parse_address(text: str) -> Address | None:
    """Return the IP address that `text` writes, with or without a port, None for anything else.

    >>> parse_address("[2001:db8::1]:443"), parse_address("::ffff:192.0.2.1"), parse_address("x")
    (IPv6Address('2001:db8::1'), IPv4Address('192.0.2.1'), None)
    """
    match = _WITH_PORT.fullmatch(text.strip())
    plain = (match["ipv6"] or match["ipv4"]) if match else text.strip()
    try:
        address = ip_address(plain)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def believe_proxies(scope: Scope, trusted: Sequence[Network]) -> Scope:
    """Return `scope` with the client, scheme and host that trusted proxies tell of."""
    peer = parse_address(scope["client"][0]) if trusted and scope.get("client") else None
    if peer is None or not is_within(peer, trusted):
        return scope
    # What the nearest proxy wrote: those before may be the client's own words.
    told = {name: (_values(scope, name) or [""])[-1] for name in FORWARDED_HEADERS}
    headers = [(name, value) for name, value in scope["headers"] if name not in told]
    host = told[b"x-forwarded-host"]
    if host:
        headers = [(name, value) for name, value in headers if name != b"host"]
        headers.append((b"host", host.encode("latin1")))
    scheme = told[b"x-forwarded-proto"].lower()
    return {
        **scope,
        "client": (str(_client_behind(scope, peer, trusted)), 0),
        "scheme": scheme if scheme in SCHEMES else scope["scheme"],
        "headers": headers,
    }


def _values(scope: Scope, name: bytes) -> list[str]:
    lines = [value.decode("latin1") for key, value in scope["headers"] if key == name]
    return [value.strip() for line in lines for value in line.split(",")]


def _client_behind(scope: Scope, peer: Address, trusted: Sequence[Network]) -> Address:
    """Return the rightmost address that is no trusted proxy's; what it says itself is not read."""
    client = peer
    for text in reversed(_values(scope, b"x-forwarded-for")):
        told = parse_address(text)
        if told is None:
            break
        client = told
        if not is_within(told, trusted):
            break
    return client


def client_network(request: HttpRequest) -> str:
    """Return what stands for the client where clients are counted, "" where it is not known."""
    address = parse_address(request.META.get("REMOTE_ADDR") or "")
    if address is None:
        return ""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((address, IPV6_PREFIX), strict=False).network_address)


def nearest_client(request: HttpRequest) -> Address | None:
    """Return the address of whoever asks with no proxy between, None where there may be one."""
    if any(name in request.headers for name in SIGNS_OF_A_PROXY):
        return None
    return parse_address(request.META.get("REMOTE_ADDR") or "")


def is_local(request: HttpRequest) -> bool:
    address = nearest_client(request)
    return address is not None and address.is_loopback
