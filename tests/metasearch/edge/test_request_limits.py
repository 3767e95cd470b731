"""Requests beyond the limits are answered before they are read."""

import json
import socket
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.test import Client

from metasearch.edge import request_limits
from metasearch.edge.request_limits import LARGE_BODY, MAX_ADDRESS, MAX_BODY, LimitedRequests
from tests.metasearch.edge.serving import everything, served

IMPORT_PAGE = "/admin/wrappers/engineimport/add/"


SCOPE = {"type": "http", "method": "POST", "path": "/search", "query_string": b"", "headers": []}


class Exchange:
    def __init__(self, body: int = 0, part: int = 100_000, **scope: Any) -> None:
        self.left = body
        self.part = part
        self.read = 0
        self.served = 0
        self.sent: list[Any] = []
        self.scope = SCOPE | scope

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


LIMITED = LimitedRequests(Exchange().application)


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=10)


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
    with served(LIMITED) as port, connected(port) as client:
        client.sendall(head)
        assert everything(client).startswith(b"HTTP/1.1 408 ")


def test_a_client_that_sends_too_much_learns_why():
    with served(LIMITED) as port, connected(port) as client:
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


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def short_answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})
    await send({"type": "http.response.body", "body": b"here"})


async def long_answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(1_000):
        await send({"type": "http.response.body", "body": bytes(100_000), "more_body": True})


@pytest.mark.parametrize(
    "begun", [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost: loc", b"GET / HT", b"GET / HTTP/1.1\r\n"]
)
def test_a_head_that_does_not_end_is_waited_for_no_longer(begun):
    with served(short_answer, head_seconds=0.1) as port, connected(port) as client:
        client.sendall(begun)
        assert everything(client).startswith(b"HTTP/1.1 408 ")


def test_a_head_after_an_answer_or_byte_by_byte_is_timed_too():
    with served(short_answer, head_seconds=1.0) as port, connected(port) as client:
        client.sendall(GET + b"GET / HTTP/1.1\r\nHo")
        answer = everything(client)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in answer
    with served(short_answer, head_seconds=0.2) as port, connected(port) as client:
        client.settimeout(0.01)
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
        answer = None
        while answer is None:
            client.sendall(b"x")
            with suppress(TimeoutError):
                answer = client.recv(100)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_connection_that_rests_or_asks_again_is_answered():
    with served(short_answer, head_seconds=1.0) as port, connected(port) as client:
        client.sendall(GET)
        assert client.recv(1_000).startswith(b"HTTP/1.1 200 ")
        client.settimeout(1.5)
        with pytest.raises(TimeoutError):
            client.recv(1_000)
        client.settimeout(10)
        client.sendall(GET)
        assert client.recv(1_000).startswith(b"HTTP/1.1 200 ")
    with served(short_answer) as port, connected(port) as client:
        for _ in range(3):
            client.sendall(GET[:20])
            client.sendall(GET[20:])
            assert client.recv(1_000).endswith(b"here\r\n0\r\n\r\n")
        client.sendall(GET * 3)
        client.sendall(GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert everything(client).count(b"here") == 4


@pytest.mark.parametrize("endless", [b"GET /" + b"a" * 100_000, GET[:-2] + b"X: " + b"x" * 100_000])
def test_a_head_without_end_is_not_gathered(endless):
    with served(short_answer) as port, connected(port) as client:
        client.sendall(endless)
        assert everything(client).startswith(b"HTTP/1.1 431 ")


def test_a_client_that_does_not_read_is_cut_off():
    with served(long_answer, read_seconds=0.1) as port, connected(port) as client:
        client.sendall(GET)
        # Nothing is read, and in time the other side gives up.
        with pytest.raises(ConnectionError):
            while True:
                client.sendall(b"x")
