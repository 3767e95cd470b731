"""A client that sends its head slowly, without end, or reads nothing is cut off."""

import socket
from contextlib import suppress

import pytest

from tests.metasearch.edge.serving import everything, served

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def short_answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"x", b"y")]})
    await send({"type": "http.response.body", "body": b"here"})


async def long_answer(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(1_000):
        await send({"type": "http.response.body", "body": bytes(100_000), "more_body": True})


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=10)


@pytest.mark.parametrize(
    "begun", [b"", b"\r\n", b"GET / HTTP/1.1\r\nHost: loc", b"GET / HT", b"GET / HTTP/1.1\r\n"]
)
def test_a_head_that_does_not_end_is_waited_for_no_longer(begun):
    with served(short_answer, head_seconds=0.1) as port, connected(port) as client:
        client.sendall(begun)
        assert everything(client).startswith(b"HTTP/1.1 408 ")


def test_a_head_after_an_answer_or_byte_by_byte_is_timed_too():
    with served(short_answer, head_seconds=0.1) as port, connected(port) as client:
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
    with served(short_answer, head_seconds=0.1) as port, connected(port) as client:
        client.sendall(GET)
        assert client.recv(1_000).startswith(b"HTTP/1.1 200 ")
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.recv(1_000)
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
