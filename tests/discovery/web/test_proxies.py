"""Proxies: sites are asked by those that are set for them, and by nobody else."""

import asyncio
import time
import traceback
from contextlib import suppress

import pytest

from discovery.connection.login import Access
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher, open_fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.proxies import Proxies, ProxiesError
from discovery.web.visitor import Visitor


class SmallProxy:
    """Speaks SOCKS 5 and HTTP CONNECT; whatever host is asked for (`asked`), `port` answers."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.asked: list[str] = []

    async def __aenter__(self) -> "SmallProxy":
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.place = f"127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (first := await reader.readexactly(1)) == b"\x05":
            await reader.readexactly((await reader.readexactly(1))[0])
            writer.write(b"\x05\x00")
            *_, kind, length = await reader.readexactly(5)
            assert kind == 3, "names are resolved by the proxy"
            host = (await reader.readexactly(length)).decode()
            await reader.readexactly(2)
            writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        else:
            head = first + await reader.readuntil(b"\r\n\r\n")
            host = head.split()[1].decode().partition(":")[0]
            writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        self.asked.append(host)
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while part := await reader.read(65_536):
            writer.write(part)
    writer.close()


@pytest.mark.parametrize("kind", ["socks5", "http"])
async def test_sites_are_asked_by_their_proxies(kind, server):
    server.page("/", b"<p>here", "Content-Type: text/html")
    own = [f"127.0.0.1:{server.port}"]
    async with SmallProxy(server.port) as proxy:
        proxies = Proxies.parse([f"{kind}://{proxy.place}", "near.example=direct"])
        async with Fetcher(AllowedHosts.parse(own), proxies=proxies) as fetcher:
            for address in ("http://far.example/", "http://far.example/", "http://x.onion:81/"):
                assert (await fetcher.fetch(address, deadline=10)).body == b"<p>here"
            assert (await fetcher.fetch(server.url("/"), deadline=10)).body == b"<p>here"
            with pytest.raises(FetchError) as raised:
                await fetcher.fetch("http://near.example/", deadline=10)
            assert raised.value.reason is AnswerReason.DNS
            for private in ("http://10.0.0.1/", "http://printer.local/", "http://localhost:1/"):
                with pytest.raises(FetchError):
                    await fetcher.fetch(private, deadline=10)
    assert proxy.asked == ["far.example", "x.onion"]


async def test_a_proxy_that_is_not_there_is_told(unused_tcp_port):
    proxies = Proxies.parse([f"a.example=socks5://name:wo=rd@127.0.0.1:{unused_tcp_port}"])
    async with Fetcher(proxies=proxies) as fetcher:
        with pytest.raises(
            FetchError, match=r"a\.example cannot be reached by its proxy"
        ) as raised:
            await fetcher.fetch("http://www.a.example/", deadline=10)
    assert raised.value.reason is AnswerReason.CONNECTION
    assert "wo=rd" not in str(raised.value)


@pytest.mark.parametrize(
    "entry",
    [
        *("direct", "", "a.example=", "ftp://a:1", "socks5://name:s3cret@host", "http://:80:90"),
        *("name:s3cret=x@host:1", "s3cret=x@host:1", "name=s3cret:x@host:1"),
    ],
)
def test_what_is_no_proxy_is_refused_without_its_password(entry, settings):
    with pytest.raises(ProxiesError, match="PROXIES: its entry 2 is no proxy") as raised:
        Proxies.parse(["b.example=direct", entry])
    assert "s3cret" not in "".join(traceback.format_exception(raised.value))


async def test_the_settings_proxies_are_used(settings):
    settings.PROXIES = ["socks5://127.0.0.1:9"]
    async with open_fetcher() as fetcher:
        with pytest.raises(FetchError, match="by its proxy"):
            await fetcher.fetch("http://a.example/", deadline=10)


async def test_an_engine_with_a_proxy_of_its_own_is_asked_by_that(server):
    server.page("/", b"<p>here", "Content-Type: text/html")
    async with SmallProxy(server.port) as own, SmallProxy(server.port) as usual:
        proxies = Proxies.parse([f"socks5://{usual.place}"])
        async with Fetcher(proxies=proxies) as fetcher:
            for proxy, asked in ((f"http://{own.place}", own), (None, usual)):
                visitor = fetcher.as_visitor(Visitor(Access(proxy=proxy)))
                assert (await visitor.fetch("http://far.example/", deadline=10)).status == 200
                assert asked.asked == ["far.example"]
            direct = fetcher.as_visitor(Visitor(Access(proxy="")))
            with pytest.raises(FetchError) as raised:
                await direct.fetch("http://far.example/", deadline=10)
            assert raised.value.reason is AnswerReason.DNS


async def test_background_work_asks_an_engine_as_often_as_it_is_told(server):
    server.page("/", b"<p>here", "Content-Type: text/html")
    async with Fetcher(AllowedHosts.parse([f"127.0.0.1:{server.port}"])) as fetcher:
        slow = fetcher.as_visitor(Visitor(Access(pause=0.3)))
        began = time.monotonic()
        for _ in range(3):
            await slow.fetch(server.url("/"), deadline=0.2, polite=True)
        assert time.monotonic() - began >= 0.6
