"""A web server on loopback that does what the worst servers of the web do, by path."""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher

GIGABYTE = 1024**3
_BOMB_PART = 16 * 1024**2


@dataclass(frozen=True)
class Request:
    """A request as it came: `headers` with names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    writer: asyncio.StreamWriter

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def hang(self) -> None:
        await self.writer.drain()
        await asyncio.sleep(60)

    def reset(self) -> None:
        self.writer.transport.abort()


Handler = Callable[[Request], Awaitable[None]]


@dataclass
class HostileServer:
    """Answers by `handlers` (path without query → handler) and keeps the `requests`."""

    handlers: dict[str, Handler] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    port: int = 0

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def endpoint(self) -> str:
        return f"127.0.0.1:{self.port}"

    def page(self, path: str, body: bytes, *headers: str, status: str = "200 OK") -> None:
        async def handler(request: Request) -> None:
            request.send(answer(body, *headers, status=status))

        self.handlers[path] = handler

    def raw(self, path: str, data: bytes, then_close: bool = True) -> None:
        async def handler(request: Request) -> None:
            request.send(data)
            if then_close:
                request.writer.close()
            else:
                await request.hang()

        self.handlers[path] = handler

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while not writer.is_closing():
                request = await read_request(reader, writer)
                self.requests.append(request)
                handler = self.handlers.get(request.path.partition("?")[0], not_found)
                await handler(request)
                if not writer.is_closing():
                    await writer.drain()


@asynccontextmanager
async def serving(hostile: HostileServer) -> AsyncIterator[HostileServer]:
    """Serve on a free port of loopback; in the end nothing is left open."""
    tasks = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.current_task())
        # The stream server of Python 3.11 reports a cancelled handler as an error.
        with suppress(asyncio.CancelledError):
            await hostile.serve(reader, writer)
        writer.transport.abort()

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    hostile.port = listener.sockets[0].getsockname()[1]
    try:
        yield hostile
    finally:
        listener.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)


async def hang(request: Request) -> None:
    await request.hang()


async def not_found(request: Request) -> None:
    request.send(answer(b"nothing here", status="404 Not Found"))


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    lines = (f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", "")
    return "\r\n".join(lines).encode("latin-1") + body


async def read_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ")
    headers = {}
    for line in filter(None, head[1:]):
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Request(method, path, headers, body, writer)


def bomb(encoding: str, size: int = GIGABYTE) -> bytes:
    """Return a stream of `size` zeros, made without compressing all of them.

    After a full flush a deflate stream depends on nothing before it: the part can be repeated.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    part = packer.compress(bytes(_BOMB_PART)) + packer.flush(zlib.Z_FULL_FLUSH)
    heads = {"gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", "deflate": b"\x78\xda"}
    return heads[encoding] + part * (size // _BOMB_PART)


async def failure(fetcher: Fetcher, asked: Any, deadline: float = 0.3, **more: Any) -> FetchError:
    """Return the error in which a fetch ends, in time: on a busy machine some seconds later."""
    started = time.monotonic()
    with pytest.raises(FetchError) as caught:
        await fetcher.fetch(asked, deadline=deadline, **more)
    # What is not ended lasts a minute.
    assert time.monotonic() - started < deadline + 10
    error = caught.value
    assert len(str(error)) < 600
    assert str(error).endswith(".")
    return error
