"""Which addresses may be requested, and how: told from the registries, not from the code."""

import socket
from ipaddress import IPv6Address, ip_address, ip_network

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from yarl import URL

from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.guard import (
    AllowedHosts,
    AllowedHostsError,
    Guard,
    RefusedAddressError,
    is_private_host,
    refusal,
)
from discovery.web.web_address import MAX_ADDRESS_LENGTH, web_address
from tests.cases import cases

CASES = cases(__file__)

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
def test_an_ipv4_address_is_refused_exactly_when_it_is_special(address):
    special = any(address in network for network in SPECIAL_IPV4)
    assert (refusal(address) is not None) == special


@settings(max_examples=300)
@given(st.one_of(st.ip_addresses(v=6), st.ip_addresses(network="2000::/3")))
def test_an_ipv6_address_is_refused_exactly_when_it_is_not_global(address):
    special = any(address in network for network in SPECIAL_IPV6)
    assert (refusal(address) is None) == (address in GLOBAL_UNICAST and not special)


@settings(max_examples=200)
@given(st.ip_addresses(v=4))
def test_no_ipv4_address_gets_through_in_an_ipv6_form(address):
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
def test_sockets_are_made_for_public_and_allowed_addresses_only(address, port, is_permitted):
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


def test_allowed_names_lead_to_private_addresses_on_their_port():
    guard = Guard(AllowedHosts.parse(["intranet.example:8080"]))
    guard.resolved("intranet.example", 8080, ["10.0.0.5"])
    guard.resolved("other.example", 80, ["10.0.0.6"])
    assert guard.refusal(ip_address("10.0.0.5"), 8080) is None
    assert guard.refusal(ip_address("10.0.0.5"), 80)
    assert guard.refusal(ip_address("10.0.0.6"), 80)
    assert guard.is_private("intranet.example")
    assert guard.is_private("127.0.0.1")
    assert not guard.is_private("93.184.215.14")


@pytest.mark.parametrize(
    "entry",
    [
        *("", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:http"),
        *("10.0.0.1/8", "10.0.0.0/33", "http://127.0.0.1:80", "::1:80", "[::1]", "[::g]:80"),
        *(":80", "a b:80", "127.0.0.256:80", "0x7f.1:80", "*:80", "127.0.0.1:80,10.0.0.1:80"),
    ],
)
def test_an_entry_that_is_not_understood_is_named(entry):
    with pytest.raises(AllowedHostsError) as caught:
        AllowedHosts.parse(["127.0.0.1:80", entry])
    assert repr(entry) in str(caught.value)


PRIVATE_SPELLINGS = """
    127.0.0.1 127.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127.0x.0.1
    127.000.000.001 0x7F.0x0.0x0.0x1 １２７.０.０.１ 127。0。0。1 %31%32%37.0.0.1 0 0.0.0.0
    10.0.0.1 10.1 167772161 192.168.1 3232235777 172.16.5.4 169.254.169.254 0xa9fea9fe
    100.64.0.1 224.0.0.1 255.255.255.255 [::1] ::1 [::] [::ffff:127.0.0.1] [::ffff:7f00:1]
    [0:0:0:0:0:0:0:1] [::127.0.0.1] [fe80::1] [fe80::1%25eth0] [fc00::1] [fd12::1]
    [64:ff9b::7f00:1] [2002:7f00:1::] localhost LOCALHOST localhost. a.localhost ⓛocalhost
    printer.local printer.local. router nas.lan wiki.internal x.home.arpa files.corp
""".split()


@pytest.mark.parametrize("host", PRIVATE_SPELLINGS)
def test_a_private_host_is_known_by_any_spelling(host):
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
def test_a_public_host_is_none(host):
    assert not is_private_host(host)


# Bytes of a Location header that are not UTF-8 go back as they came.
NO_UTF_8 = ["http://a.example/caf\udce9", "http://a.example/caf%E9"]


@pytest.mark.parametrize(("given_text", "requested"), [*CASES["requested"], NO_UTF_8])
def test_an_address_is_requested_as_typed_but_for_what_must_be_escaped(given_text, requested):
    assert str(web_address(given_text)) == requested


@pytest.mark.parametrize(
    "text",
    """
    file:///etc/passwd ftp://a.example/ javascript:alert(1) data:text/html,x gopher://127.0.0.1:70/_x
    mailto:a@b.example ws://a.example/ unix:/run/socket view-source:http://a.example/
    http://2130706433/ http://0x7f000001/ http://0x7f.0.0.1/ http://0177.0.0.1/ http://017700000001/
    http://127.1/ http://127.0.1/ http://1/ http://0/ http://0x/ http://127.0.0.1./ http://127.0.0.0x1/
    http://256.256.256.256/ http://1.2.3.4.5/ http://１２７.1/ http://a.example.08/
    http://user@a.example/ http://user:password@a.example/ http://a.example@127.0.0.1/
    http://a.example:80@127.0.0.1/ http://a.example\\@127.0.0.1/ http://a.example%2F@127.0.0.1/
    """.split(),
)
def test_other_schemes_disguises_and_secrets_are_refused(text):
    with pytest.raises(FetchError) as caught:
        web_address(text)
    assert caught.value.reason is AnswerReason.REFUSED_ADDRESS
    assert text in str(caught.value).replace("\\\\", "\\")


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "//a.example/", "/path", "a.example", "http:", "http://", "http:///path"),
        *("http:a.example", "http:\\\\a.example\\", "http://:80/", "http://a.example:99999/"),
        *("http://a.example:0/", "http://a.example:x/", "http://a..example/", "http://a b/"),
        *("http://[::1/", "http://[::g]/", "http://[fe80::1%25eth0]/", "http://[v1.x]/"),
        *("http://%31%32%37.0.0.1/", "http://a<b>/", f"http://{'a' * 64}é.example/"),
        *("http://" + "a." * 150 + "example/", "http://a.example/" + "a" * MAX_ADDRESS_LENGTH),
        *("http://1http://1", "https://https://a.example/", "http://[::1]x/", "http://[::1]80/"),
        *("http://a.example\0/", "http://☃️\u200d.example/", "http://a.example\u2044x/"),
    ],
)
def test_what_is_no_address_is_named(text):
    with pytest.raises(FetchError) as caught:
        web_address(text)
    assert caught.value.reason is AnswerReason.BAD_ADDRESS
    assert len(str(caught.value)) < 500


@settings(max_examples=300)
@example("http://[::ffff:127.0.0.1%eth0]/")
@given(
    st.one_of(
        st.text(max_size=60),
        st.builds("http://{}".format, st.text(max_size=60)),
        st.builds("http://a.example/{}".format, st.text(max_size=60)),
        st.builds("{}://{}:{}/{}".format, *[st.text("htps0x1.:[]@\\/%#?é ", max_size=9)] * 4),
    )
)
def test_any_text_is_an_address_of_printable_ascii_or_a_fetch_error(text):
    try:
        address = web_address(text)
    except FetchError as error:
        assert error.reason in (AnswerReason.BAD_ADDRESS, AnswerReason.REFUSED_ADDRESS)
        return
    assert isinstance(address, URL)
    assert all("!" <= character <= "~" for character in str(address))
    assert address.scheme in ("http", "https")
    assert address.raw_host
    assert "@" not in address.raw_authority
    # What was made safe once is left alone.
    assert web_address(str(address)) == address
