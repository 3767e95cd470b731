"""The engines served, each on a port of its own, with the faults that are switched on.

usage: python -m evaluation.engines.faults.serving FIRST_PORT [DESIGN …]

Raw sockets, because no HTTP library sends what some faults send. Each line on standard input names
the faults of all engines (JSON: names or null, in the order of the ports); "ok" answers it.
"""

import asyncio
import json
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import parse_qsl, urlsplit

from evaluation.engines.faults.catalogue import FAULTS
from evaluation.engines.faults.fault import Exchange, Fault, Reply, SiteMemory
from evaluation.engines.faults.sites import Design, FoundPage, designs_named, find_page


class EngineServer:
    def __init__(self, design: Design, ports: tuple[int, ...]) -> None:
        self.design = design
        self.ports = ports
        self.fault: Fault | None = None
        self.memory = SiteMemory()
        self._server: asyncio.Server | None = None
        self._open: set[StreamWriter] = set()

    async def switch(self, fault: Fault | None) -> None:
        self.fault, self.memory = fault, SiteMemory()
        for writer in tuple(self._open):
            writer.transport.abort()
        if fault is not None and fault.refuses:
            await self.stop()
        elif self._server is None:
            await self.start()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.ports[0])

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._open.add(writer)
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            while not writer.is_closing():
                exchange = await self._read_request(reader, writer)
                is_hit = self.fault and (self.fault.on_site or exchange.found is not None)
                if self.fault is not None and is_hit:
                    await self.fault.act(exchange)
                else:
                    await exchange.write(exchange.healthy.wire())
        self._open.discard(writer)
        with suppress(ConnectionError):
            writer.close()

    async def _read_request(self, reader: StreamReader, writer: StreamWriter) -> Exchange:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        method, target, _version = first.split(" ", 2)
        headers = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines)
        }
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        address = urlsplit(target)
        pairs = parse_qsl(
            f"{address.query}&{body.decode('latin-1')}",
            keep_blank_values=True,
            encoding=self.design.charset,
            errors="replace",
        )
        path, parameters = address.path, dict(pairs)
        found = self._find(method, path, parameters)
        self.memory.requests += 1
        if found is not None:
            self.memory.searches += 1
            self.memory.queries.append(found.query)
        return Exchange(
            self.design, method, path, parameters, found, self._healthy(path, found),
            self.memory, writer, self.ports,
        )  # fmt: skip

    def _find(self, method: str, path: str, parameters: dict[str, str]) -> FoundPage | None:
        design = self.design
        query = parameters.get(design.parameter, "").strip()
        is_asked = method == "POST" or design.method != "post"
        if path != design.path or not is_asked or not query:
            return None
        number = parameters.get(design.page_parameter or "", "1")
        return find_page(design.language, query, max(1, int(number)) if number.isdecimal() else 1)

    def _healthy(self, path: str, found: FoundPage | None) -> Reply:
        design = self.design
        if found is not None:
            html, status = design.answer(found), 200
        elif path == "/site.css" and design.style_sheet:
            return Reply(design.style_sheet.encode(), "text/css")
        elif path in {"/", design.path}:
            html, status = design.home(), 200
        else:
            html, status = design.frame("<h1>404</h1>", title="404"), 404
        return Reply(design.encode(html), design.content_type, status)


async def serve(first_port: int, designs: Sequence[Design]) -> None:
    """Serve engines until standard input ends."""
    ports = [first_port + place for place in range(len(designs))]
    servers = [
        EngineServer(design, tuple(ports[place:] + ports[:place]))
        for place, design in enumerate(designs)
    ]
    await asyncio.gather(*(server.start() for server in servers))
    print("ok", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        for server, name in zip(servers, json.loads(line), strict=True):
            await server.switch(FAULTS[name] if name else None)
        print("ok", flush=True)


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), designs_named(sys.argv[2:])))
