"""Cookies given over HTTPS are sent back over nothing else; over plain HTTP they work, too."""

from http.cookies import SimpleCookie
from ipaddress import ip_network
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from metasearch.edge.client_address import believe_proxies
from tests.metasearch.engines import FakeEngines

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
def test_cookies_are_secure_where_the_connection_is(
    secure: tuple[bool, bool], engines: FakeEngines
) -> None:
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
