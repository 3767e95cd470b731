"""The guard: which addresses are let through, told from the registries, not from the code."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.web.guard import (
    AllowedHosts,
    AllowedHostsError,
    Guard,
    RefusedAddressError,
    is_private_host,
    refusal,
)

# IANA IPv4 special-purpose registry: what is left of 0.0.0.0–223.255.255.255 is public.
SPECIAL_IPV4 = [
    ip_network(network)
    for network in """
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
    192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 224.0.0.0/3
    """.split()
]
SPECIAL_IPV6 = [ip_network(n) for n in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")]
GLOBAL_UNICAST = ip_network("2000::/3")


@settings(max_examples=300)
@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_refused_exactly_when_it_is_special(address: IPv4Address) -> None:
    special = any(address in network for network in SPECIAL_IPV4)
    assert (refusal(address) is not None) == special


@settings(max_examples=300)
@given(st.one_of(st.ip_addresses(v=6), st.ip_addresses(network="2000::/3")))
def test_an_ipv6_address_is_refused_exactly_when_it_is_not_global(address: IPv6Address) -> None:
    special = any(address in network for network in SPECIAL_IPV6)
    assert (refusal(address) is None) == (address in GLOBAL_UNICAST and not special)


@settings(max_examples=200)
@given(st.ip_addresses(v=4))
def test_no_ipv4_address_gets_through_in_an_ipv6_form(address: IPv4Address) -> None:
    number = int(address)
    forms = (
        IPv6Address(number),
        IPv6Address((0xFFFF << 32) | number),
        IPv6Address((0x64FF9B << 96) | number),
        IPv6Address((0x2002 << 112) | (number << 80)),
    )
    assert all(refusal(form) for form in forms)


@pytest.mark.parametrize(
    ("address", "port", "is_permitted"),
    [
        *(("127.0.0.1", 8101, True), ("::1", 8102, True), ("127.0.0.1", 8102, False)),
        *(("127.0.0.2", 8101, False), ("::1", 8101, False), ("::ffff:127.0.0.1", 8101, False)),
        # A network is allowed on every port.
        *(("10.1.2.3", 80, True), ("fd12::1", 9999, True), ("10.2.0.1", 80, False)),
        *(("169.254.169.254", 80, False), ("93.184.215.14", 80, None), ("name", 80, False)),
    ],
)
def test_sockets_are_made_for_public_and_allowed_addresses_only(
    address: str, port: int, is_permitted: bool | None
) -> None:
    allowed = AllowedHosts.parse(["127.0.0.1:8101", "[::1]:8102", "10.1.0.0/16", "fd12::/16"])
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    info = (family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, port))
    if is_permitted is False:
        with pytest.raises(RefusedAddressError):
            Guard(allowed).make_socket(info)
    else:
        Guard(allowed).make_socket(info).close()
        # A public address is nobody's to permit.
        assert allowed.permits(ip_address(address), port) is bool(is_permitted)


def test_allowed_lists_add_up() -> None:
    both = AllowedHosts.parse(["10.0.0.0/8"]) + AllowedHosts.parse(["127.0.0.1:1", "db:5"])
    assert both == AllowedHosts.parse(["10.0.0.0/8", "127.0.0.1:1", "db:5"])


@pytest.mark.parametrize(
    "entry",
    [
        *("", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:http"),
        *("10.0.0.1/8", "10.0.0.0/33", "http://127.0.0.1:80", "::1:80", "[::1]", "[::g]:80"),
        *(":80", "a b:80", "127.0.0.256:80", "0x7f.1:80", "*:80", "127.0.0.1:80,10.0.0.1:80"),
    ],
)
def test_an_entry_that_is_not_understood_is_named(entry: str) -> None:
    with pytest.raises(AllowedHostsError) as caught:
        AllowedHosts.parse(["127.0.0.1:80", entry])
    assert repr(entry) in str(caught.value)


def test_an_allowed_name_may_lead_to_a_private_address_on_its_port() -> None:
    guard = Guard(AllowedHosts.parse(["intranet.example:8080"]))
    guard.resolved("intranet.example", 8080, ["10.0.0.5"])
    guard.resolved("other.example", 80, ["10.0.0.6"])
    assert guard.refusal(ip_address("10.0.0.5"), 8080) is None
    assert guard.refusal(ip_address("10.0.0.5"), 80)
    assert guard.refusal(ip_address("10.0.0.6"), 80)
    assert guard.is_private("intranet.example")
    assert guard.is_private("127.0.0.1")
    assert not guard.is_private("93.184.215.14")


PRIVATE_SPELLINGS = """
    127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1.
    127.000.000.001 0x7F.0x0.0x0.0x1 １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0
    10.0.0.1 10.1 167772161 192.168.1 3232235777 172.16.5.4 169.254.169.254 0xa9fea9fe
    100.64.0.1 224.0.0.1 255.255.255.255 [::1] ::1 [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
    [0:0:0:0:0:0:0:1] [::127.0.0.1] [fe80::1] [fe80::1%25eth0] [fc00::1] [fd12::1]
    [64:ff9b::7f00:1] [2002:7f00:1::] localhost LOCALHOST localhost. a.localhost ⓛocalhost
    printer.local printer.local. router nas.lan wiki.internal x.home.arpa files.corp
""".split()


@pytest.mark.parametrize("host", PRIVATE_SPELLINGS)
def test_a_private_host_is_known_by_any_spelling(host: str) -> None:
    assert is_private_host(host)
    assert Guard(AllowedHosts()).is_private(host)


@pytest.mark.parametrize(
    "host",
    [
        *("a.example", "93.184.215.14", "1572395790", "0x5db8d70e", "[2606:2800:21f:cb07::1]"),
        *("local.example", "localhost.example", "10.example", "1.2.3.4.5", "256.1.1.1.example"),
        *("xn--bcher-kva.example", "bücher.example", "internal.example.", "0x7g.example"),
    ],
)
def test_a_public_host_is_none(host: str) -> None:
    assert not is_private_host(host)
