"""Faults of the connection and of HTTP itself: what is written, and when, byte by byte."""

import asyncio
from collections.abc import Awaitable, Callable

from evaluation.engines.faults.answers import Pairs, Pieces, repeated
from evaluation.engines.faults.fault import Exchange, Reply

# Longer than any deadline: the other side gives up first.
FOR_EVER = 3_600.0


def as_bytes(pieces: str | Pieces) -> bytes:
    """Return a text, or texts each many times, as bytes: each sign is one of them."""
    return (pieces if isinstance(pieces, str) else repeated(pieces)).encode("latin-1")


async def parts(exchange: Exchange, head: float = 0, body: float = 0, then: str = "close") -> None:
    """Send a share of the answer's head and body; then close, reset the connection, or wait."""
    wire_head, wire_body = exchange.healthy.head(), exchange.healthy.body
    data = wire_head[: int(len(wire_head) * head)] + wire_body[: int(len(wire_body) * body)]
    if data:
        await exchange.write(data)
    if then == "wait":
        await asyncio.sleep(FOR_EVER)
    elif then == "close":
        exchange.close()
    else:
        await asyncio.sleep(0.05 if data else 0)
        exchange.reset()


async def drip(exchange: Exchange, start: float, seconds: float) -> None:
    """Send the answer byte by byte after a share of its head, `seconds` apart."""
    head, wire = exchange.healthy.head(), exchange.healthy.wire()
    begun = int(len(head) * start)
    await exchange.write(wire[:begun])
    for place in range(begun, len(wire)):
        await exchange.write(wire[place : place + 1])
        await asyncio.sleep(seconds)


async def stutter(exchange: Exchange) -> None:
    head, body = exchange.healthy.head(), exchange.healthy.body
    for place in range(len(head)):
        await exchange.write(head[place : place + 1])
        await asyncio.sleep(0)
    quarter = len(body) // 4 + 1
    for start in range(0, len(body), quarter):
        await exchange.write(body[start : start + quarter])
        await asyncio.sleep(0.05)


async def late(exchange: Exchange, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await exchange.write(exchange.healthy.wire())


async def send(exchange: Exchange, text: str | Pieces) -> None:
    """Send bytes that are no HTTP, then an ordinary end."""
    await exchange.write(as_bytes(text))
    exchange.close()


async def status_line(exchange: Exchange, line: str) -> None:
    _, rest = exchange.healthy.wire().split(b"\r\n", 1)
    await exchange.write(as_bytes(line) + b"\r\n" + rest)


async def header_lines(exchange: Exchange, lines: str | Pieces) -> None:
    status, rest = exchange.healthy.wire().split(b"\r\n", 1)
    await exchange.write(status + b"\r\n" + as_bytes(lines) + rest)


async def head_replaced(exchange: Exchange, swap: Pairs, once: bool = False) -> None:
    head = exchange.healthy.head()
    for old, new in swap:
        head = head.replace(old.encode(), new.encode(), 1 if once else -1)
    await exchange.write(head + exchange.healthy.body)


async def framed(
    exchange: Exchange,
    headers: Pairs = (),
    percent: int = 100,
    close: bool = True,
    has_length: bool = False,
) -> None:
    """Send a share of the true body under headers that frame it otherwise."""
    body = exchange.healthy.body
    length = len(body)
    lengths = {"length": length, "half": length // 2, "more": length + 5_000}
    framing = tuple((name, value.format(**lengths)) for name, value in headers)
    kind = exchange.healthy.content_type
    reply = Reply(body[: length * percent // 100], kind, 200, framing, has_length)
    await exchange.write(reply.wire())
    if close:
        exchange.close()


async def chunked(exchange: Exchange, chunks: str, percent: int = 100, note: str = "") -> None:
    body = exchange.healthy.body
    body = body[: len(body) * percent // 100]
    sized = b"%x%s\r\n%s\r\n" % (len(body), note.encode(), body)
    told = (("Transfer-Encoding", "chunked"),)
    head = Reply(b"", exchange.healthy.content_type, headers=told).head()
    await exchange.write(head + as_bytes(chunks).replace(b"BODY", sized))
    exchange.close()


async def many_chunks(
    exchange: Exchange, size: int, digits: str, extension: str = "", trailer: str = ""
) -> None:
    """Send the true answer in chunks of a size, written in `digits`, with lines at its end."""
    body, noted = exchange.healthy.body, extension.encode()
    told = [("Transfer-Encoding", "chunked")]
    if trailer:
        told.append(("Trailer", "Server-Timing, X-Checksum"))
    data = Reply(b"", exchange.healthy.content_type, headers=tuple(told)).head()
    for start in range(0, len(body), size):
        chunk = body[start : start + size]
        data += format(len(chunk), digits).encode() + noted + b"\r\n" + chunk + b"\r\n"
    await exchange.write(data + b"0" + noted + b"\r\n" + trailer.encode() + b"\r\n")


async def interim(exchange: Exchange, text: str, times: int = 1, pause: float = 0) -> None:
    for _ in range(times):
        await exchange.write(text.encode())
        if pause:
            await asyncio.sleep(pause)
    await exchange.write(exchange.healthy.wire())


async def followed(exchange: Exchange, after: str = "", query: str = "") -> None:
    """Send the true answer with bytes after its end: `after`, or unasked the answer to a query."""
    more = as_bytes(after)
    if query:
        more = exchange.page(exchange.design.answer(exchange.find(query))).wire()
    await exchange.write(exchange.healthy.wire() + more)


ACTS: dict[str, Callable[..., Awaitable[None]]] = {
    act.__name__.replace("_", " "): act
    for act in (
        parts, drip, stutter, late, send, status_line, header_lines, head_replaced, framed,
        chunked, many_chunks, interim, followed,
    )
}  # fmt: skip
