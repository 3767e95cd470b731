"""Broken HTTP: status lines, headers, framing, encodings, and answers of odd statuses."""

import asyncio
import gzip
import zlib

from evaluation.engines.faults.fault import Act, Exchange, Fault, Header, Reply
from evaluation.engines.faults.outcomes import Outcomes, error, results, timeout

LENIENT = error("protocol") | results()
CUT = error("cut_short protocol") | results("records_of_cut_page")
# What a stream in these encodings begins with; what follows is none.
ZSTANDARD = b"\x28\xb5\x2f\xfd"


def with_status_line(line: bytes) -> Act:
    """Return the healthy answer under another status line."""

    async def act(exchange: Exchange) -> None:
        _, rest = exchange.healthy.wire().split(b"\r\n", 1)
        await exchange.write(line + b"\r\n" + rest)

    return act


def with_raw_headers(lines: bytes) -> Act:
    """Return the healthy answer with header lines put in as they are."""

    async def act(exchange: Exchange) -> None:
        status, rest = exchange.healthy.wire().split(b"\r\n", 1)
        await exchange.write(status + b"\r\n" + lines + rest)

    return act


def framed(*headers: Header, part: float = 1.0, close: bool = True) -> Act:
    """Return a share of the healthy body under headers that frame it otherwise."""

    async def act(exchange: Exchange) -> None:
        body = exchange.healthy.body
        length = len(body)
        told = tuple((name, value.format(length=length, half=length // 2, more=length + 5_000))
                     for name, value in headers)  # fmt: skip
        reply = Reply(body[: int(length * part)], exchange.healthy.content_type, 200, told, False)
        await exchange.write(reply.wire())
        if close:
            exchange.close()

    return act


def chunked(chunks: bytes, part: float = 1.0) -> Act:
    """Return the body in chunks of which the last lines are `chunks`; `%s` in it is the body."""

    async def act(exchange: Exchange) -> None:
        body = exchange.healthy.body
        body = body[: int(len(body) * part)]
        sized = b"%x;note=1\r\n%s\r\n" % (len(body), body)
        reply = Reply(
            b"", exchange.healthy.content_type, headers=(("Transfer-Encoding", "chunked"),)
        )
        await exchange.write(reply.head() + chunks.replace(b"BODY", sized))
        exchange.close()

    return act


def encoded(label: str, encode: object, part: float = 1.0) -> Act:
    """Return the body changed by `encode` and declared as `label` ("": not declared)."""

    async def act(exchange: Exchange) -> None:
        assert callable(encode)
        body = encode(exchange.healthy.body)
        told = (("Content-Encoding", label),) if label else ()
        body = body[: int(len(body) * part)]
        await exchange.write(Reply(body, exchange.healthy.content_type, headers=told).wire())

    return act


def bare(status: int, *headers: Header) -> Act:
    """Return an answer of `status` without a body."""

    async def act(exchange: Exchange) -> None:
        told = "".join(f"{name}: {value}\r\n" for name, value in headers)
        await exchange.write(f"HTTP/1.1 {status} Status\r\n{told}\r\n".encode())

    return act


def informed(times: int, status: int = 100) -> Act:
    """Return interim answers, many or a few, before the true one."""

    async def act(exchange: Exchange) -> None:
        for _ in range(times):
            await exchange.write(f"HTTP/1.1 {status} Interim\r\n\r\n".encode())
            if times > 1_000:
                await asyncio.sleep(0.002)
        await exchange.write(exchange.healthy.wire())

    return act


def followed_by(extra: bytes) -> Act:
    """Return the healthy answer with bytes after its end, on a connection that stays open."""

    async def act(exchange: Exchange) -> None:
        await exchange.write(exchange.healthy.wire() + extra)

    return act


async def answer_twice(exchange: Exchange) -> None:
    """Send the answer to this query and, unasked, one to another: the next asker's trap."""
    other = exchange.design.answer(exchange.find("tango radio"))
    await exchange.write(exchange.healthy.wire() + exchange.page(other).wire())


# 60 MB of text, compressed.
_BOMB = gzip.compress(b"<p>result</p>" * 4_600_000, 1)


def bomb(_body: bytes) -> bytes:
    """Return what is small on the wire and large once decompressed."""
    return _BOMB


def raw_deflate(body: bytes) -> bytes:
    """Return a body deflated without the header that it should have, as some servers do."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()


def _fault(name: str, expected: Outcomes, act: Act, least: float = 1.0) -> Fault:
    return Fault(f"http/{name}", expected, act, least=least)


CHUNKED = ("Transfer-Encoding", "chunked")
FAULTS = (
    _fault("status-99", error("protocol"), with_status_line(b"HTTP/1.1 99 Odd")),
    _fault("status-of-letters", error("protocol"), with_status_line(b"HTTP/1.1 OK")),
    _fault("status-2000", error("protocol"), with_status_line(b"HTTP/1.1 2000 OK")),
    _fault("no-reason-phrase", results(), with_status_line(b"HTTP/1.1 200")),
    _fault("http-1.0", results(), with_status_line(b"HTTP/1.0 200 OK")),
    _fault("http-9.9", LENIENT, with_status_line(b"HTTP/9.9 200 OK")),
    _fault("icy-status", error("protocol"), with_status_line(b"ICY 200 OK")),
    _fault("header-without-colon", LENIENT, with_raw_headers(b"this is no header\r\n")),
    _fault("header-starts-with-space", LENIENT, with_raw_headers(b" X-Folded: 1\r\n")),
    _fault("nul-in-header", LENIENT, with_raw_headers(b"X-Odd: a\0b\r\n")),
    _fault("latin-1-in-header", results(), with_raw_headers(b"X-Name: caf\xe9\r\n")),
    _fault("headers-10000", error("protocol too_large"),
           with_raw_headers(b"".join(b"X-%d: 1\r\n" % n for n in range(10_000)))),
    _fault("header-of-1-mb", error("protocol too_large"), with_raw_headers(b"X: " + b"a" * 1_000_000 + b"\r\n")),
    _fault("header-of-20-kb", results(), with_raw_headers(b"X: " + b"a" * 20_000 + b"\r\n")),
    _fault("cookies-100", results(), with_raw_headers(b"".join(b"Set-Cookie: c%d=1\r\n" % n for n in range(100)))),
    _fault("cookie-garbage", results(), with_raw_headers(b"Set-Cookie: =;;=\x80\xff;=\r\nSet-Cookie: a\r\n")),
    _fault("length-too-long", CUT | results("records records_of_cut_page"), framed(("Content-Length", "{more}"))),
    _fault("length-too-long-open", timeout("slow_body") | results("records records_of_cut_page"),
           framed(("Content-Length", "{more}"), close=False)),
    _fault("length-too-short", error("cut_short protocol") | results("records records_of_cut_page"),
           framed(("Content-Length", "{half}")), least=0),
    _fault("length-negative", error("protocol"), framed(("Content-Length", "-1"))),
    _fault("length-of-letters", LENIENT, framed(("Content-Length", "many"))),
    _fault("lengths-differ", LENIENT, framed(("Content-Length", "{half}"), ("Content-Length", "{length}")), least=0),
    _fault("lengths-equal", LENIENT, framed(("Content-Length", "{length}"), ("Content-Length", "{length}"))),
    _fault("length-missing", results(), framed(("Connection", "close"))),
    _fault("chunked-not", error("protocol cut_short"), framed(CHUNKED)),
    _fault("chunked-well", results(), chunked(b"BODY0\r\n\r\n")),
    _fault("chunked-with-trailer", results(), chunked(b"BODY0\r\nX-Sum: 1\r\n\r\n")),
    _fault("chunked-no-end", CUT | results("records records_of_cut_page"), chunked(b"BODY")),
    _fault("chunked-cut", CUT, chunked(b"BODY", part=0.5), least=0),
    _fault("chunked-bad-size", CUT | results("records records_of_cut_page"), chunked(b"BODYxyz\r\n")),
    _fault("chunked-huge-size", CUT | results("records records_of_cut_page"), chunked(b"BODYffffffffffff\r\nab")),
    _fault("gzip-well", results(), encoded("gzip", gzip.compress)),
    _fault("gzip-undeclared", error("not_html") | results(), encoded("", gzip.compress)),
    _fault("gzip-declared-not", error("protocol not_html") | results(), encoded("gzip", bytes)),
    _fault("gzip-cut", CUT, encoded("gzip", gzip.compress, part=0.6), least=0),
    _fault("gzip-twice", error("protocol not_html") | results(),
           encoded("gzip", lambda body: gzip.compress(gzip.compress(body)))),
    _fault("gzip-and-garbage", error("protocol") | results(), encoded("gzip", lambda body: gzip.compress(body) + b"\xff" * 99)),
    _fault("gzip-bomb", error("too_large"), encoded("gzip", bomb)),
    _fault("deflate-well", results(), encoded("deflate", zlib.compress)),
    _fault("deflate-raw", results(), encoded("deflate", raw_deflate)),
    _fault("brotli-unasked", error("protocol not_html"), encoded("br", lambda body: b"\x8b\x02\x80" + body[:99])),
    _fault("zstandard-unasked", error("protocol not_html"),
           encoded("zstd", lambda body: ZSTANDARD + b"\x04\x58" + zlib.compress(body))),
    _fault("encoding-unknown", error("protocol not_html") | results(), encoded("x-ours", bytes)),
    _fault("encoding-identity", results(), encoded("identity", bytes)),
    _fault("encoding-utf-8", results(), encoded("utf-8", bytes)),
    _fault("no-content-204", error("empty_body"), bare(204)),
    _fault("reset-content-205", error("empty_body"), bare(205, ("Content-Length", "0"))),
    _fault("not-modified-304", error("empty_body protocol client_error"), bare(304)),
    _fault("switching-101", error("protocol empty_body connection client_error"),
           bare(101, ("Upgrade", "websocket"), ("Connection", "Upgrade"))),
    _fault("interim-20", results(), informed(20)),
    _fault("interim-early-hints", results(), informed(1, 103)),
    _fault("interim-endless", timeout("no_answer") | error("protocol"), informed(100_000)),
    _fault("bytes-after-end", results() | error("protocol"), followed_by(b"\r\n\r\ngarbage after the end")),
    _fault("answers-twice", results(), answer_twice),
    _fault("answers-twice-empty", results(), followed_by(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")),
)  # fmt: skip
