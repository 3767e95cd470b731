"""Requests beyond the limits are answered before they are read."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.test import Client

from metasearch.edge import request_limits
from metasearch.edge.request_limits import LARGE_BODY, MAX_ADDRESS, MAX_BODY, LimitedRequests
from tests.metasearch.edge.serving import everything, served

IMPORT_PAGE = "/admin/wrappers/engineimport/add/"


class Exchange:
    def __init__(self, body: int = 0, part: int = 100_000, **scope: Any) -> None:
        self.left = body
        self.part = part
        self.read = 0
        self.served = 0
        self.sent: list[Any] = []
        self.scope = {
            "type": "http",
            "method": "POST",
            "path": "/search",
            "query_string": b"",
            "headers": [],
            **scope,
        }

    async def application(self, scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            self.served += len(message["body"])
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body"})

    async def receive(self) -> Any:
        size = min(self.part, self.left)
        self.left -= size
        self.read += size
        return {"type": "http.request", "body": bytes(size), "more_body": self.left > 0}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    async def status(self) -> int:
        await LimitedRequests(self.application)(self.scope, self.receive, self.send)
        return self.sent[0]["status"]

    @property
    def text(self) -> str:
        return b"".join(message.get("body", b"") for message in self.sent[1:]).decode()


@contextmanager
def connected_to_limits() -> Iterator[socket.socket]:
    with (
        served(LimitedRequests(Exchange().application)) as port,
        socket.create_connection(("127.0.0.1", port), timeout=10) as client,
    ):
        yield client


def says_length(size: int) -> list[tuple[bytes, bytes]]:
    return [(b"content-length", str(size).encode())]


CHUNKED = [(b"transfer-encoding", b"chunked")]


async def test_a_body_that_is_too_large_is_not_read(monkeypatch):
    exchange = Exchange(headers=says_length(MAX_BODY + 1))
    assert await exchange.status() == 413
    assert "larger than 2,000,000 bytes" in exchange.text
    assert exchange.served == 0
    assert await Exchange(MAX_BODY, headers=says_length(MAX_BODY)).status() == 200
    exchange = Exchange(MAX_BODY * 3, headers=CHUNKED)
    assert await exchange.status() == 413
    assert exchange.served <= MAX_BODY
    assert await Exchange(MAX_BODY, headers=CHUNKED).status() == 200
    monkeypatch.setattr(request_limits, "DRAIN_BYTES", 300_000)
    exchange = Exchange(10**9, headers=says_length(10**9))
    assert await exchange.status() == 413
    assert exchange.read == 300_000
    exchange = Exchange(path="/api/v1/search", query_string=b"q=%00")
    assert await exchange.status() == 400
    assert "UTF-8" in json.loads(exchange.text)["error"]


def test_a_body_that_does_not_come_is_waited_for_no_longer(monkeypatch):
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.1)
    monkeypatch.setattr(request_limits, "DRAIN_SECONDS", 0.05)
    head = b"POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nq="
    with connected_to_limits() as client:
        client.sendall(head)
        assert everything(client).startswith(b"HTTP/1.1 408 ")


def test_a_client_that_sends_too_much_learns_why():
    with connected_to_limits() as client:
        client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n")
        client.sendall(bytes(5_000_000))
        answer = everything(client)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"x-content-type-options: nosniff" in answer


@pytest.mark.parametrize(
    ("scope", "status"),
    [
        ({"path": "/" + "a" * MAX_ADDRESS}, 414),
        ({"query_string": b"q=" + b"a" * MAX_ADDRESS}, 414),
        ({"headers": [(b"a", b"b")] * 101}, 431),
        ({"headers": [(b"cookie", b"a=b;" * 10_000)]}, 431),
        *(({"query_string": b"q=%00"}, 400), ({"query_string": b"q=%ED%A0%80"}, 400)),
        *(({"query_string": b"q=caf%E9"}, 400), ({"path": "/", "raw_path": b"/%ff"}, 400)),
        ({"path": "/a\0b"}, 400),
        ({"headers": [(b"host", b"evil.example")]}, 400),
        ({"headers": [(b"host", b"localhost"), (b"host", b"evil.example")]}, 400),
        *(({"headers": [(b"host", b"")]}, 400), ({"http_version": "1.1"}, 400)),
        ({"http_version": "1.0"}, 200),
        ({"headers": [(b"content-type", b"multipart/form-data; boundary=x; charset=zlib")]}, 415),
        ({"headers": [(b"content-type", b'text/plain; charset="UTF-16"')]}, 415),
        ({"headers": [(b"content-type", b"multipart/form-data; charset=\xff")]}, 415),
        ({"headers": [(b"content-type", b"a/b; charset=UTF-8;;=")]}, 200),
        ({"headers": [(b"content-type", b"a/b; charset*=none''utf-8")]}, 415),
        ({"query_string": b"q=100%&%zz=%"}, 200),
    ],
)
async def test_heads_are_bounded_and_text(scope, status):
    assert await Exchange(**scope).status() == status


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("account", "path", "headers", "status"),
    [
        ({"is_superuser": True, "is_staff": True}, IMPORT_PAGE, says_length(MAX_BODY + 1), 200),
        ({"is_superuser": True, "is_staff": True}, IMPORT_PAGE, CHUNKED, 200),
        ({"is_superuser": True, "is_staff": True}, IMPORT_PAGE, says_length(LARGE_BODY + 1), 413),
        ({"is_superuser": True, "is_staff": True}, "/search", says_length(MAX_BODY + 1), 413),
        ({"is_staff": True}, IMPORT_PAGE, says_length(MAX_BODY + 1), 413),
        (None, IMPORT_PAGE, says_length(MAX_BODY + 1), 413),
        (None, IMPORT_PAGE, CHUNKED, 413),
    ],
)
def test_an_admin_signed_in_may_import_more(account, path, headers, status):
    key = "no-such-session"
    if account is not None:
        client = Client()
        client.force_login(get_user_model().objects.create_user("somebody", **account))
        key = client.cookies["sessionid"].value
    cookie = (b"cookie", f"sessionid={key}".encode())

    async def asked() -> int:
        exchange = Exchange(MAX_BODY + 1, path=path, headers=[*headers, cookie])
        return await exchange.status()

    assert async_to_sync(asked)() == status
