"""No query of a user is at rest: searches with faults, then every cell and file is looked through.

usage: python -m evaluation.engines.queries_at_rest [--searches N]

The product searches engines that it has learned, through its own web server, as pages, data and for
assistants, while the engines have all kinds of faults; they are checked meanwhile. Every query has
a mark. Then all files of the installation, its log among them, and all values of its tables,
unpacked, are looked through for it. Exit code 1 where it is found.
"""

import argparse
import asyncio
import base64
import binascii
import json
import logging
import random
import re
import sqlite3
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import aiohttp

from evaluation.engines.faults.catalogue import FAULTS
from evaluation.engines.faults.installation import PORTS, Engines, Installation
from evaluation.engines.faults.sites import designs_named
from evaluation.own_installation import free_ports

# What every query holds: in letters, whatever their case and the signs around them, or in digits.
# A vowel: words made up while learning have none.
LETTERS, DIGITS = "qzxu", "9070605041"
MARK = re.compile(f"(?i){LETTERS}|{DIGITS}".encode())
DESIGNS = ("library", "archive", "market")
# Searches made at once, with the same faults.
AT_ONCE = 10
# How often what is packed is unpacked once more.
DEPTH = 4
WAYS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/search", {}),
    ("/search", {"page": "2"}),
    ("/search", {"period": "year", "language": "de", "safe": "strict"}),
    ("/search", {"format": "rss"}),
    ("/search", {"format": "csv", "page": "3"}),
    ("/api/v1/search", {}),
    ("/api/v1/search", {"page": "2"}),
    ("/", {}),
    ("/suggest", {}),
    ("/mcp", {}),
)


def make_query(number: int, generator: random.Random) -> str:
    """Return a query with the mark: a word, several, other letters, digits without end."""
    word = "".join(generator.choices("abcdefghij", k=6))
    return (
        f"{LETTERS}{word}",
        f"{LETTERS.upper()}{word.title()} and more?",
        f"Ünïç “{LETTERS}{word}” & <b>",
        DIGITS * 26,
        f"site:a.example {LETTERS}{word} \N{GRINNING FACE}",
    )[number % 5]


def found_at_rest(folder: Path) -> Iterator[str]:
    """Yield where in the files of an installation, and in the tables among them, the mark is."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            if MARK.search(content):
                yield f"the file {path.name}"
            if content.startswith(b"SQLite format 3"):
                yield from _found_in_tables(path)


def _found_in_tables(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in names.fetchall():
            rows = connection.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in rows.description]
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    if _is_within(value):
                        yield f"{table}.{column}: {str(value)[:200]}"


def _is_within(value: Any, depth: int = DEPTH) -> bool:
    content = value if isinstance(value, bytes) else str(value).encode()
    if MARK.search(content) or MARK.search(unquote_to_bytes(content)):
        return True
    return depth > 0 and any(_is_within(each, depth - 1) for each in _unpacked(content))


def _unpacked(content: bytes) -> Iterator[bytes]:
    for alphabet in (b"+/", b"-_"):
        with suppress(binascii.Error, ValueError):
            if len(content) >= 8:
                padded = content.partition(b":")[0] + b"=" * (-len(content) % 4)
                yield base64.b64decode(padded, alphabet, validate=True)
    for form in (zlib.MAX_WBITS, zlib.MAX_WBITS | 16):
        with suppress(zlib.error):
            yield zlib.decompressobj(form).decompress(content)


@contextmanager
def served_product(port: int, log: Path) -> Iterator[str]:
    """Serve the product from this process; give its address. What it logs is written to `log`."""
    import uvicorn

    from metasearch.processes.asgi import application
    from metasearch.search import service

    # Answers of one's own network are not kept; here they are, as those of the web.
    def key(_fetcher: Any, engine: Any, query: str, page: int) -> str:
        return f"{engine.slug} {page} {query}"

    setattr(service, "cache_key", key)  # noqa: B010
    logging.getLogger().addHandler(logging.FileHandler(log))
    config = uvicorn.Config(application, port=port, ws="none", log_config=None, access_log=False)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


async def search(address: str, queries: Sequence[str], first: int) -> list[int]:
    """Ask the product, in one way each, as one browser; return the statuses of its answers."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:

        async def ask(number: int, query: str) -> int:
            path, more = WAYS[number % len(WAYS)]
            asked: dict[str, Any] = {"params": {"q": query, **more}}
            if path == "/suggest":
                asked = {"data": {"q": query}}
            elif path == "/mcp":
                call = {"name": "search", "arguments": {"query": query}}
                message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
                headers = {"Accept": "application/json, text/event-stream"}
                asked = {"json": message, "headers": headers}
            method = "GET" if "params" in asked else "POST"
            async with browser.request(method, address + path, **asked) as response:
                await response.read()
                return response.status

        asking = (ask(first + place, query) for place, query in enumerate(queries))
        return await asyncio.gather(*asking)


def main() -> None:
    parser = argparse.ArgumentParser(description="No query of a user is at rest.")
    parser.add_argument("--searches", type=int, default=1_000)
    options = parser.parse_args()
    first_port = free_ports(PORTS + 1)
    generator = random.Random(1)
    faults = sorted(FAULTS.values(), key=lambda fault: generator.random())
    with (
        tempfile.TemporaryDirectory() as folder,
        Engines(first_port, designs_named(DESIGNS)) as engines,
    ):
        product = Installation(Path(folder), engines)
        statuses: Counter[int] = Counter()
        with served_product(first_port + PORTS, Path(folder) / "log.txt") as address:
            for start in range(0, options.searches, AT_ONCE):
                fault = faults[start // AT_ONCE % len(faults)]
                engines.switch(
                    [fault.name if fault.fits(design) else None for design in engines.designs]
                )
                numbers = range(start, min(start + AT_ONCE, options.searches))
                queries = [make_query(number, generator) for number in numbers]
                statuses.update(asyncio.run(search(address, queries, start)))
                if start % (10 * AT_ONCE) == 0:
                    _check_all(product.slugs)
                    engines.switch([None for _ in engines.designs])
                    _check_all(product.slugs)
        from discovery.models import EngineEvent

        found = sorted(set(found_at_rest(Path(folder))))
        events = EngineEvent.objects.count()
    told = {
        "searches": options.searches, "statuses": statuses, "events": events,
        "queries at rest": len(found), "found": found[:20],
    }  # fmt: skip
    print(json.dumps(told, indent=2, ensure_ascii=False))
    sys.exit(1 if found else 0)


def _check_all(slugs: Sequence[str]) -> None:
    from discovery.models import Engine
    from wrappers.monitoring.checking import check_engine

    for engine in Engine.objects.filter(slug__in=slugs):
        check_engine(engine)


if __name__ == "__main__":
    main()
