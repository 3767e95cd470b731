"""The guard and the connections behind it: which IP addresses may be connected to.

It sits where sockets are made, so that it sees every connection, whatever led there: a hook in the
resolver alone would never see addresses given as such.
"""

import errno
import re
import socket
import ssl
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from socket import AddressFamily
from typing import Any
from urllib.parse import unquote

import aiohttp
import certifi
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp_socks import ProxyConnector
from django.conf import settings
from yarl import URL

from discovery.web.local_delay import trace_queue

SETTING = "METASEARCH_ALLOWED_PRIVATE_HOSTS"

# What is not the public internet, first match counts. A table of its own, because Python's
# classification changed between its patch releases and takes multicast, NAT64 and others for
# global. Sources: IANA special-purpose address registries; RFC 3056, 4380, 6052, 7526, 8215, 9637.
_SPECIAL_NETWORKS = tuple(
    (ip_network(network), kind)
    for network, kind in (
        ("127.0.0.0/8", "a loopback address"),
        ("::1/128", "a loopback address"),
        ("0.0.0.0/8", "an unspecified address"),
        ("::/128", "an unspecified address"),
        ("10.0.0.0/8", "a private address"),
        ("172.16.0.0/12", "a private address"),
        ("192.168.0.0/16", "a private address"),
        ("169.254.169.254/32", "a cloud metadata address"),
        ("fd00:ec2::254/128", "a cloud metadata address"),
        ("100.100.100.200/32", "a cloud metadata address"),
        ("192.0.0.192/32", "a cloud metadata address"),
        # A public address, but within Azure it answers as the host's own control service.
        ("168.63.129.16/32", "a cloud metadata address"),
        ("fc00::/7", "a private address"),
        ("169.254.0.0/16", "a link-local address"),
        ("fe80::/10", "a link-local address"),
        ("fec0::/10", "a site-local address"),
        ("100.64.0.0/10", "an address within a provider's network"),
        ("224.0.0.0/4", "a multicast address"),
        ("ff00::/8", "a multicast address"),
        ("::ffff:0:0/96", "an IPv4 address in IPv6 form"),
        ("::/96", "an IPv4 address in IPv6 form"),
        ("64:ff9b::/96", "a NAT64 address"),
        ("64:ff9b:1::/48", "a NAT64 address"),
        ("2002::/16", "a 6to4 address"),
        ("192.88.99.0/24", "a 6to4 address"),
        ("2001::/32", "a Teredo address"),
        ("192.0.0.0/24", "a protocol's own address"),
        ("2001::/23", "a protocol's own address"),
        ("192.0.2.0/24", "an address for documentation"),
        ("198.51.100.0/24", "an address for documentation"),
        ("203.0.113.0/24", "an address for documentation"),
        ("2001:db8::/32", "an address for documentation"),
        ("3fff::/20", "an address for documentation"),
        ("198.18.0.0/15", "an address for benchmarks"),
        ("240.0.0.0/4", "a reserved address"),
    )
)
# All other IPv6 addresses are reserved (IANA IPv6 address space).
_GLOBAL_UNICAST = IPv6Network("2000::/3")
# Names that stand for hosts of one's own: RFC 6761, 6762 with its appendix G, 8375, "internal" of
# ICANN. So does a name of one part.
_PRIVATE_NAMES = re.compile(
    r"(?:[^.]*|.*\.(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|"
    r"home\.arpa))"
)
_EMPTY_HEXADECIMAL = re.compile(r"(?<![^.])0x(?![^.])")
_FULL_STOPS = str.maketrans("。．｡", "...")
# Names of private hosts remembered. Guess: more than any installation has.
MAX_PRIVATE_NAMES = 1_000
_ENDPOINT = re.compile(r"\[(?P<ipv6>[^\]]+)\]:(?P<port6>\d{1,5})|(?P<host>[^:/\s]+):(?P<port>\d+)")
_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?")

AddressInfo = tuple[int, int, int, str, tuple[Any, ...]]


class AllowedHostsError(ValueError):
    """An entry of the list of allowed private hosts is neither host:port nor a network."""


class RefusedAddressError(OSError):
    """The guard did not let a socket be made: the same for all addresses of a host."""

    def __init__(self, kind: str) -> None:
        super().__init__(errno.EACCES, "the guard refused it")
        self.kind = kind


@lru_cache(maxsize=4096)
def refusal(address: IPv4Address | IPv6Address) -> str | None:
    """Return what makes `address` one that is not fetched from, or None for a public one.

    >>> refusal(ip_address("127.0.0.1")), refusal(ip_address("93.184.215.14"))
    ('a loopback address', None)
    """
    for network, kind in _SPECIAL_NETWORKS:
        if address in network:
            return kind
    if address.version == 6 and address not in _GLOBAL_UNICAST:
        return "a reserved address"
    return None


@lru_cache(maxsize=4096)
def is_private_host(host: str) -> bool:
    """Tell by its spelling alone whether a host is private; browsers know many for one address.

    >>> [is_private_host(host) for host in ("0x7f.1", "[::1]", "printer.local.", "a.example")]
    [True, True, True, False]
    """
    plain = unicodedata.normalize("NFKC", unquote(host)).translate(_FULL_STOPS).lower().rstrip(".")
    address = _spelled_address(plain.strip("[]").partition("%")[0])
    if address is not None:
        return refusal(address) is not None
    return _PRIVATE_NAMES.fullmatch(plain) is not None


def _spelled_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that a host is in any spelling, None for a name."""
    with suppress(ValueError):
        return ip_address(host)
    # What C reads (hexadecimal, octal, fewer parts) is what browsers do (URL standard, section
    # 3.5), but for "0x", which is 0 to them.
    with suppress(ValueError, OSError):
        return IPv4Address(socket.inet_aton(_EMPTY_HEXADECIMAL.sub("0", host)))
    return None


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The private hosts that may be fetched all the same.

    `endpoints` are an IP address and a port each, `names` a host name and a port each (whatever
    address it stands for). `networks` are whole networks on any port.
    """

    endpoints: frozenset[tuple[IPv4Address | IPv6Address, int]] = frozenset()
    names: frozenset[tuple[str, int]] = frozenset()
    networks: tuple[IPv4Network | IPv6Network, ...] = ()

    @classmethod
    def parse(cls, entries: Iterable[str]) -> "AllowedHosts":
        """Read entries `host:port`, `[ipv6]:port` or networks. Raises `AllowedHostsError`.

        >>> AllowedHosts.parse(["127.0.0.1:8101"]).permits(ip_address("127.0.0.1"), 8101)
        True
        """
        endpoints, names, networks = set(), set(), []
        for entry in entries:
            if "/" in entry:
                try:
                    networks.append(ip_network(entry.strip()))
                except ValueError as error:
                    sentence = f"{SETTING}: {entry!r} is no network: {error}."
                    raise AllowedHostsError(sentence) from error
                continue
            host, port = _parse_endpoint(entry)
            if isinstance(host, str):
                names.add((host, port))
            else:
                endpoints.add((host, port))
        return cls(frozenset(endpoints), frozenset(names), tuple(networks))

    def permits(self, address: IPv4Address | IPv6Address, port: int) -> bool:
        return (address, port) in self.endpoints or any(
            address in network for network in self.networks
        )


class Guard:
    """Decides on every connection, and makes the sockets of those it lets pass."""

    def __init__(self, allowed: AllowedHosts) -> None:
        self.allowed = allowed
        # Where allowed names lead: filled as they are resolved.
        self._granted: set[tuple[IPv4Address | IPv6Address, int]] = set()
        self._private_names: set[str] = set()

    def resolved(self, name: str, port: int, addresses: Iterable[str]) -> None:
        """Note what DNS says of `name`: an allowed name may lead anywhere."""
        found = tuple(ip_address(address) for address in addresses)
        if (name.rstrip("."), port) in self.allowed.names:
            self._granted.update((address, port) for address in found)
        if found and all(refusal(address) for address in found):
            if len(self._private_names) >= MAX_PRIVATE_NAMES:
                self._private_names.clear()
            self._private_names.add(name)

    def is_private(self, host: str) -> bool:
        return host in self._private_names or is_private_host(host)

    def is_ours(self, address: URL) -> bool:
        """Tell whether `address` is of a private host, or of one whose name is allowed as such."""
        host = address.raw_host or ""
        named = (host.rstrip("."), address.port or 0) in self.allowed.names
        return named or self.is_private(host)

    def refusal(self, address: IPv4Address | IPv6Address, port: int) -> str | None:
        """Return why `address` may not be connected to on `port`, or None when it may."""
        kind = refusal(address)
        if kind is None or self.allowed.permits(address, port):
            return None
        return None if (address, port) in self._granted else kind

    def make_socket(self, address_info: AddressInfo) -> socket.socket:
        """Make the socket for a connection. Raises `RefusedAddressError`."""
        family, kind, protocol, _, (host, port, *_) = address_info
        try:
            address = ip_address(host)
        except ValueError:
            raise RefusedAddressError("no IP address") from None
        refused = self.refusal(address, port)
        if refused is not None:
            raise RefusedAddressError(refused)
        return socket.socket(family, kind, protocol)


def _parse_endpoint(entry: str) -> tuple[IPv4Address | IPv6Address | str, int]:
    """Return host and port of an entry: an IP address where it is one, else a name."""
    match = _ENDPOINT.fullmatch(entry.strip())
    wrong = AllowedHostsError(
        f"{SETTING}: {entry!r} is neither host:port (such as 127.0.0.1:8080 or [::1]:8080) "
        "nor a network (such as 10.1.0.0/16)."
    )
    if match is None:
        raise wrong
    port = int(match["port6"] or match["port"])
    if not 1 <= port <= 65535:
        raise wrong
    try:
        return ip_address(match["ipv6"] or match["host"]), port
    except ValueError:
        name = (match["host"] or "").lower().rstrip(".")
        if not _NAME.fullmatch(name) or name.rpartition(".")[2].isdigit():
            raise wrong from None
        return name, port


# Says what we are, and whom to tell that we shall not come, in the form servers expect.
USER_AGENT = "Mozilla/5.0 (compatible; Metasearch/0.1{})"
ACCEPT_LANGUAGE = "en,*;q=0.5"
# Only what aiohttp decompresses piece by piece within a limit.
ACCEPT_ENCODING = "gzip, deflate"
# Connections at once: to all hosts (a process has 1,024 files by default), and to one host, so
# that one that hangs leaves the others theirs.
MAX_CONNECTIONS = 500
MAX_CONNECTIONS_PER_HOST = 32
# Seconds an unused connection is kept. Servers close theirs after 5 to 75.
KEEP_ALIVE = 30.0
# Seconds an address found by DNS is used again.
DNS_LIFETIME = 300
# Seconds for one try of one name server, and tries: an unknown name fails before most deadlines.
DNS_TIMEOUT = 2.0
DNS_TRIES = 2
# Header limits in bytes and number. Guess: content security policies of 10 KB are seen.
MAX_STATUS_LINE = 8_192
MAX_HEADER_BYTES = 32_768
MAX_HEADERS = 200


class GuardedResolver(AbstractResolver):
    """DNS that tells the guard what it finds; the guard decides when sockets are made."""

    def __init__(self, guard: Guard, resolver: AbstractResolver) -> None:
        self._guard = guard
        self._resolver = resolver

    async def resolve(
        self, host: str, port: int = 0, family: AddressFamily = AddressFamily.AF_UNSPEC
    ) -> list[ResolveResult]:
        results = await self._resolver.resolve(host, port, family)
        self._guard.resolved(host, port, (result["host"] for result in results))
        return results

    async def close(self) -> None:
        await self._resolver.close()


def open_session(
    guard: Guard, resolver: AbstractResolver, proxy: str = ""
) -> aiohttp.ClientSession:
    """Return a session all of whose sockets `guard` makes; closing it leaves `resolver` open.

    One that asks by a `proxy` leaves it the names, and what they stand for.
    """
    kept: dict[str, Any] = {
        "ssl": trusted_certificates(),
        "limit": MAX_CONNECTIONS,
        "limit_per_host": MAX_CONNECTIONS_PER_HOST,
        "keepalive_timeout": KEEP_ALIVE,
    }
    connector: aiohttp.TCPConnector
    if proxy:
        connector = ProxyConnector.from_url(proxy, rdns=True, **kept)
    else:
        names = GuardedResolver(guard, resolver)
        kept |= {"socket_factory": guard.make_socket, "ttl_dns_cache": DNS_LIFETIME}
        connector = aiohttp.TCPConnector(resolver=names, **kept)
    return aiohttp.ClientSession(
        connector=connector,
        # Cookies belong to conversations (`CookieSession`), deadlines to calls.
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
        headers={
            "User-Agent": USER_AGENT.format(f"; +{settings.CONTACT}" if settings.CONTACT else ""),
            "Accept-Language": ACCEPT_LANGUAGE,
            "Accept-Encoding": ACCEPT_ENCODING,
        },
        max_line_size=MAX_STATUS_LINE,
        max_field_size=MAX_HEADER_BYTES,
        max_headers=MAX_HEADERS,
        trust_env=False,
        trace_configs=[trace_queue()],
    )


@cache
def trusted_certificates() -> ssl.SSLContext:
    """Return the system's trusted certificates; a bare machine or container has certifi's."""
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    folder = Path(paths.capath) if paths.capath else None
    if paths.cafile is None and (folder is None or not any(folder.iterdir())):
        context.load_verify_locations(certifi.where())
    return context
