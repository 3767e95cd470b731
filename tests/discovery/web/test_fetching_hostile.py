"""Fetching from the worst servers: each failure is named, in time, and holds up nobody else."""

import asyncio
import gzip
import socket
import time
import tracemalloc

import pytest
from aiohttp.abc import AbstractResolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discovery.pages.outcomes import AnswerReason
from discovery.web import local_delay
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher
from discovery.web.guard import MAX_HEADER_BYTES, MAX_HEADERS, AllowedHosts
from discovery.web.response import CookieSession
from tests.discovery.web.hostile_server import (
    Handler,
    HostileServer,
    Request,
    answer,
    bomb,
    failure,
    hang,
    serving,
)

pytestmark = pytest.mark.timed

# Seconds, of what is to come, not to be late.
AMPLE = 10.0
MEGABYTE = 1024**2
OK = b"HTTP/1.1 200 OK\r\n"


@pytest.fixture
def however_busy(monkeypatch):
    """Of so short a deadline a busy machine takes much: who hangs is late all the same."""
    monkeypatch.setattr(local_delay, "FAIR_SHARE", 0.0)


def endless(start: bytes, again: bytes = b"", pause: float = 0.0) -> Handler:
    """Return what sends bytes, then the same again and again, or nothing more."""

    async def send(request: Request) -> None:
        request.send(start)
        while again:
            request.send(again)
            await request.writer.drain()
            await asyncio.sleep(pause)
        await request.hang()

    return send


async def redirect_slowly(request: Request) -> None:
    await asyncio.sleep(0.12)
    request.send(answer(b"", "Location: /again", status="302 Found"))


@pytest.mark.parametrize(
    ("handler", "reason"),
    [
        (hang, AnswerReason.NO_ANSWER),
        (redirect_slowly, AnswerReason.NO_ANSWER),
        (endless(OK + b"Content-Ty"), AnswerReason.NO_ANSWER),
        (endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.01), AnswerReason.NO_ANSWER),
        (endless(OK + b"Content-Length: 1000\r\n\r\n<p>half"), AnswerReason.SLOW_BODY),
        (endless(OK + b"Content-Length: 1000\r\n\r\n", b"x", 0.02), AnswerReason.SLOW_BODY),
    ],
)
async def test_a_slow_server_is_left_at_the_deadline(
    server, fetcher, handler, reason, however_busy
):
    server.handlers["/slow"] = server.handlers["/again"] = handler
    error = await failure(fetcher, server.url("/slow"))
    assert error.reason is reason
    assert "0.3 seconds" in str(error)


async def test_a_server_that_never_accepts_is_left_at_the_deadline(however_busy):
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        port = listener.getsockname()[1]
        async with Fetcher(AllowedHosts.parse([f"127.0.0.1:{port}"])) as fetcher:
            error = await failure(fetcher, f"http://127.0.0.1:{port}/")
    assert error.reason is AnswerReason.NO_ANSWER


async def test_a_hanging_host_delays_no_other(server):
    server.handlers["/slow"] = hang
    async with serving(HostileServer()) as other:
        other.page("/", b"quick")
        allowed = AllowedHosts.parse([server.endpoint, other.endpoint])
        async with Fetcher(allowed) as both, asyncio.TaskGroup() as group:
            slow = [
                group.create_task(failure(both, server.url("/slow"), deadline=1))
                for _ in range(100)
            ]
            await asyncio.sleep(0.05)
            await both.fetch(other.url("/"), deadline=0.9)
    # Those that never had a connection are not late; where this machine is, no other is called so.
    reasons = {task.result().reason for task in slow}
    assert AnswerReason.OVERLOADED in reasons
    assert reasons <= {AnswerReason.NO_ANSWER, AnswerReason.OVERLOADED}


async def reset_in_body(request: Request) -> None:
    request.send(OK + b"Content-Length: 1000\r\n\r\n<p>half")
    await request.writer.drain()
    await asyncio.sleep(0.05)
    request.reset()


async def reset(request: Request) -> None:
    request.reset()


GARBAGE = (
    *(b"\x00\x01\x02\x03" * 100 + b"\r\n\r\n", b"<html>no headers at all</html>\r\n\r\n"),
    *(b"SSH-2.0-OpenSSH_9.6\r\n\r\n", b"HTTP/1.1\r\n\r\n", b"HTTP/1.1 abc OK\r\n\r\n"),
    b"HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n",
    OK + b"no colon here\r\n\r\n",
    OK + b"Content-Length: ten\r\n\r\n0123456789",
    OK + b"Content-Length: -1\r\n\r\n0123456789",
    OK + b"Content-Length: 5\r\nContent-Length: 7\r\n\r\n0123456",
    OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nnot a size",
    OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n-1\r\n\r\n",
    OK + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n",
    OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcdeNOT A LINE END",
    OK + b"Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!",
    OK + b"Content-Encoding: deflate\r\nContent-Length: 9\r\n\r\n" + b"\xff" * 9,
    OK + b"Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc",
    OK + b"X: " + b"a" * (MAX_HEADER_BYTES + 1) + b"\r\n\r\n",
    OK + b"a" * (MAX_HEADER_BYTES + 1) + b": x\r\n\r\n",
    OK + b"X: a\r\n" * (MAX_HEADERS + 2) + b"\r\n",
    b"HTTP/1.1 200 " + b"a" * 10_000 + b"\r\n\r\n",
)


@pytest.mark.parametrize(
    ("answered", "reason"),
    [
        (reset, AnswerReason.CONNECTION),
        (b"", AnswerReason.CONNECTION),
        (reset_in_body, AnswerReason.CUT_SHORT),
        (OK + b"Content-Length: 1000\r\n\r\nshort", AnswerReason.CUT_SHORT),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n5\r\nabc", AnswerReason.CUT_SHORT),
        (endless(OK, b"X-Again: " + b"a" * 1000 + b"\r\n"), AnswerReason.PROTOCOL),
        *((data, AnswerReason.PROTOCOL) for data in GARBAGE),
        # A length beyond the limit is not waited for.
        (OK + b"Content-Length: 99999999999\r\n\r\nx", AnswerReason.TOO_LARGE),
        (answer(b"", "Location: http://[::1/", status="302 Found"), AnswerReason.BAD_ADDRESS),
    ],
)
async def test_what_does_not_speak_http_is_named(server, fetcher, answered, reason):
    if isinstance(answered, bytes):
        server.raw("/page", answered)
    else:
        server.handlers["/page"] = answered
    assert (await failure(fetcher, server.url("/page"), deadline=AMPLE)).reason is reason


@pytest.mark.parametrize(
    "content_type",
    ["text/html; charset=", "text/html; charset=\xff\xfe", "text/html; charset=no-such", ";;", "é"],
)
async def test_a_bad_content_type_does_no_harm(server, fetcher, content_type):
    server.page("/page", b"text", f"Content-Type: {content_type}")
    response = await fetcher.fetch(server.url("/page"), deadline=AMPLE)
    assert response.body == b"text"
    assert response.content_type is not None
    assert response.content_type.encode()


async def test_bytes_after_the_announced_length_are_not_taken_for_the_next_answer(server, fetcher):
    server.raw("/page", answer(b"short") + answer(b"smuggled"), then_close=False)
    server.page("/next", b"right")
    assert (await fetcher.fetch(server.url("/page"), deadline=AMPLE)).body == b"short"
    assert (await fetcher.fetch(server.url("/next"), deadline=AMPLE)).body == b"right"


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    head=st.sampled_from(
        [b"", b"HTTP/1.1 ", OK, OK + b"Content-Length: 3\r\n\r\n", OK + b"Set-Cookie: "]
    ),
    tail=st.binary(max_size=80),
)
def test_any_bytes_give_an_answer_or_a_fetch_error(head, tail):
    async def fetch_garbage() -> None:
        async with (
            serving(HostileServer()) as server,
            Fetcher(AllowedHosts.parse([server.endpoint])) as fetcher,
        ):
            server.raw("/page", head + tail)
            try:
                await fetcher.fetch(server.url("/page"), deadline=AMPLE, session=CookieSession())
            except FetchError as error:
                assert error.reason is not AnswerReason.NO_ANSWER

    asyncio.run(fetch_garbage())


@pytest.mark.parametrize(
    "handler",
    [
        endless(OK + b"Content-Type: text/html\r\n\r\n", b"<p>again" * 1000),
        endless(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 1000),
    ],
)
async def test_an_endless_body_is_left_at_the_limit(server, fetcher, handler):
    server.handlers["/page"] = handler
    error = await failure(fetcher, server.url("/page"), max_bytes=200_000, deadline=AMPLE)
    assert error.reason is AnswerReason.TOO_LARGE
    assert "200,000 bytes" in str(error)


@pytest.mark.parametrize(
    ("encoding", "body", "reason"),
    [
        ("gzip", bomb("gzip"), AnswerReason.TOO_LARGE),
        ("deflate", bomb("deflate"), AnswerReason.TOO_LARGE),
        ("gzip", gzip.compress(b"") * 50_000, AnswerReason.PROTOCOL),
    ],
)
async def test_a_bomb_costs_little_memory_and_time(server, fetcher, encoding, body, reason):
    server.page("/bomb", body, f"Content-Encoding: {encoding}")
    tracemalloc.start()
    try:
        error = await failure(fetcher, server.url("/bomb"), deadline=AMPLE)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert error.reason is reason
    assert peak < 40 * MEGABYTE


async def test_the_event_loop_runs_on_while_a_bomb_is_defused(server, fetcher):
    server.page("/bomb", bomb("gzip"), "Content-Encoding: gzip")
    longest, running = 0.0, True

    async def watch() -> None:
        nonlocal longest
        while running:
            # Time of this process, so that a busy machine does not count.
            before = time.process_time()
            await asyncio.sleep(0)
            longest = max(longest, time.process_time() - before)

    watcher = asyncio.create_task(watch())
    await failure(fetcher, server.url("/bomb"), deadline=AMPLE)
    running = False
    await watcher
    assert longest < 0.1


async def test_a_redirect_loop_is_named(server, fetcher):
    server.page("/a", b"", "Location: /b", status="301 Moved")
    server.page("/b", b"", "Location: /a", status="302 Found")
    error = await failure(fetcher, server.url("/a"))
    assert error.reason is AnswerReason.REDIRECTS
    assert len(server.requests) == 11


@pytest.mark.parametrize(
    "place",
    [
        *("http://169.254.169.254/latest/meta-data/", "//169.254.169.254/", "http://127.0.0.1:1/"),
        *("http://127.0.0.2:{port}/", "http://127.0.0.1.:{port}/", "http://[::1]:{port}/"),
        *("http://[::ffff:127.0.0.1]:{port}/", "http://[::ffff:7f00:1]:1/", "http://[::]:{port}/"),
        *("http://0.0.0.0:{port}/", "http://0:{port}/", "http://2130706433:{port}/"),
        *("http://0x7f000001:{port}/", "http://0177.0.0.1:{port}/", "http://127.1:{port}/"),
        *("http://10.0.0.1/", "http://[fe80::1]/", "http://[64:ff9b::a]/"),
        *("http://127.0.0.1:{port}@169.254.169.254/", "http://user:secret@127.0.0.1:{port}/"),
        *("file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "data:text/html,x"),
        *("http:////169.254.169.254/", "HTTP:/\\10.0.0.1/"),
        *("gopher://127.0.0.1:{port}/_GET", "mailto:a@b.example", "about:blank"),
    ],
)
async def test_a_redirect_to_where_none_may_go_is_refused(server, fetcher, place):
    location = place.format(port=server.port)
    server.page("/page", b"", f"Location: {location}", status="302 Found")
    error = await failure(fetcher, server.url("/page"), deadline=AMPLE)
    assert error.reason is AnswerReason.REFUSED_ADDRESS
    assert len(server.requests) == 1


class FixedResolver(AbstractResolver):
    """DNS that gives the addresses it is told, one list a look-up."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)

    async def resolve(self, host, port=0, family=socket.AF_UNSPEC):
        addresses = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [
            {"hostname": host, "host": address, "port": port, "family": 0, "proto": 0, "flags": 0}
            for address in addresses
        ]

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "addresses",
    [
        *(["127.0.0.1"], ["::1"], ["169.254.169.254"], ["::ffff:127.0.0.1"], ["64:ff9b::7f00:1"]),
        *(["10.0.0.1", "192.168.0.1"], ["127.0.0.1", "::1", "fe80::1", "0.0.0.0"]),
    ],
)
async def test_a_name_that_stands_for_private_addresses_is_refused(server, addresses):
    async with Fetcher(resolver=FixedResolver(addresses)) as fetcher:
        error = await failure(fetcher, server.url("/", "public.example"), deadline=AMPLE)
    assert error.reason is AnswerReason.REFUSED_ADDRESS
    assert not server.connections


async def test_a_name_that_is_given_another_address_later_is_refused(server):
    """DNS rebinding: the guard sees every connection, not the first look-up."""
    server.page("/", b"first", "Connection: close")
    allowed = AllowedHosts.parse([server.endpoint])
    async with Fetcher(allowed, resolver=FixedResolver(["127.0.0.1"], ["127.0.0.2"])) as fetcher:
        url = server.url("/", "rebound.example")
        assert (await fetcher.fetch(url, deadline=AMPLE)).body == b"first"
        fetcher._sessions[""].connector.clear_dns_cache()
        assert (await failure(fetcher, url, deadline=AMPLE)).reason is AnswerReason.REFUSED_ADDRESS


async def test_an_allowed_name_is_fetched_wherever_it_leads(server):
    server.page("/", b"text")
    allowed = AllowedHosts.parse([f"intranet.example:{server.port}"])
    async with Fetcher(allowed, resolver=FixedResolver(["127.0.0.1"])) as fetcher:
        url = server.url("/", "intranet.example")
        assert (await fetcher.fetch(url, deadline=AMPLE)).body == b"text"
        other = server.url("/", "other.example")
        fetcher._guard._granted.clear()
        assert (
            await failure(fetcher, other, deadline=AMPLE)
        ).reason is AnswerReason.REFUSED_ADDRESS


class HangingResolver(FixedResolver):
    async def resolve(self, host, port=0, family=socket.AF_UNSPEC):
        await asyncio.sleep(60)


class NoSuchName(FixedResolver):
    async def resolve(self, host, port=0, family=socket.AF_UNSPEC):
        raise OSError(None, "Domain name not found")


@pytest.mark.parametrize(
    ("resolver", "reason"),
    [(HangingResolver, AnswerReason.NO_ANSWER), (NoSuchName, AnswerReason.DNS)],
)
async def test_a_name_that_stands_for_no_address_is_named(resolver, reason, however_busy):
    async with Fetcher(resolver=resolver()) as fetcher:
        error = await failure(fetcher, "http://no-such-name.example/")
    assert error.reason is reason
    assert "no-such-name.example" in str(error)


async def test_plain_http_behind_https_is_named():
    async def speak_first(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"plain"))
        writer.close()

    listener = await asyncio.start_server(speak_first, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    async with listener, Fetcher(AllowedHosts.parse([f"127.0.0.1:{port}"])) as fetcher:
        error = await failure(fetcher, f"https://127.0.0.1:{port}/")
    assert error.reason is AnswerReason.TLS
