"""Only proxies that are trusted are believed; one function tells who asks."""

from http.cookies import SimpleCookie
from ipaddress import ip_network
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from metasearch.edge.client_address import believe_proxies, client_network, is_local
from tests.cases import cases

CASES = cases(__file__)

TRUSTED = [ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48")]


def scope(client, **headers):
    """Return the scope of a request with these headers, several values of one as a list."""
    lines = [(b"host", b"inner.example")]
    for name, values in headers.items():
        key = name.replace("_", "-").encode()
        lines += [
            (key, value.encode()) for value in ([values] if isinstance(values, str) else values)
        ]
    return {"client": (client, 5), "scheme": "http", "headers": lines}


@pytest.mark.parametrize(("peer", "told", "client"), CASES["clients"])
def test_the_rightmost_address_that_is_not_trusted_is_the_client(peer, told, client):
    assert believe_proxies(scope(peer, x_forwarded_for=told), TRUSTED)["client"][0] == client


def test_scheme_and_host_are_the_proxy_s():
    asked = scope("10.0.0.1", x_forwarded_proto="https", x_forwarded_host="evil.example, a.example")
    believed = believe_proxies(asked, TRUSTED)
    assert believed["scheme"] == "https"
    assert believed["headers"] == [(b"host", b"a.example")]
    asked = scope("10.0.0.1", x_forwarded_proto="javascript")
    assert believe_proxies(asked, TRUSTED)["scheme"] == "http"


@pytest.mark.parametrize(("peer", "trusted"), [("10.0.0.1", []), ("192.0.2.1", TRUSTED)])
def test_nobody_else_is_believed(peer, trusted):
    asked = scope(peer, x_forwarded_proto="https", x_forwarded_host="a.example")
    assert believe_proxies(asked, trusted) is asked


@pytest.mark.parametrize(("address", "network", "local"), CASES["networks"])
def test_clients_are_told_apart_by_their_network(address, network, local):
    asked = RequestFactory(REMOTE_ADDR=address)
    assert client_network(asked.get("/")) == network
    assert is_local(asked.get("/")) is local
    assert not is_local(asked.get("/", headers={"X-Forwarded-For": "6.6.6.6"}))


# Cookies given over HTTPS are sent back over nothing else; over plain HTTP they work, too


PROXY = "10.0.0.1"

# Address of the peer, scheme of its connection, what it says of the scheme, whether that is secure.
CONNECTIONS = [
    ("127.0.0.1", "http", None, False),
    ("198.51.100.7", "https", None, True),
    (PROXY, "http", "https", True),
    (PROXY, "https", "http", False),
    ("198.51.100.7", "http", "https", False),
]


@pytest.fixture(params=CONNECTIONS)
def secure(request: pytest.FixtureRequest) -> tuple[bool, bool]:
    """Return whether a connection is taken for secure, and whether it is to be."""
    peer, scheme, told, expected = request.param
    headers = [] if told is None else [(b"x-forwarded-proto", told.encode())]
    scope = {"client": (peer, 5), "scheme": scheme, "headers": headers}
    return believe_proxies(scope, [ip_network("10.0.0.0/8")])["scheme"] == "https", expected


def cookies_of(response: Any) -> dict[str, bool]:
    jar: SimpleCookie = response.cookies
    return {name: bool(cookie["secure"]) for name, cookie in jar.items()}


@pytest.mark.django_db
def test_cookies_are_secure_where_the_connection_is(secure, engines):
    is_secure, expected = secure
    assert is_secure == expected
    User.objects.create_superuser("admin", password="a long enough one")
    client = Client()
    given = cookies_of(client.get("/admin/login/", secure=is_secure))
    signed_in = client.post(
        "/admin/login/",
        {"username": "admin", "password": "a long enough one", "next": "/admin/"},
        secure=is_secure,
    )
    given |= cookies_of(signed_in)
    own = {"sec-fetch-site": "same-origin"}
    chosen = {"host": "a.example", "rule": "block"}
    given |= cookies_of(client.post("/preferences", chosen, secure=is_secure, headers=own))
    assert given == dict.fromkeys(("csrftoken", "sessionid", "preferences"), expected)
