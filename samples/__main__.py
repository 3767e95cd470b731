"""Serve the sample sites until told to stop: `python -m samples [--port FIRST_PORT]`.

Prints one JSON line for each site once it can be asked: name, title, url, and redesign_url, where
POST gives the site another design (null: it has but one).
"""

import argparse
import asyncio
import json
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from urllib.parse import urljoin

from aiohttp import web

from samples import DEFAULT_FIRST_PORT, SITES
from samples.application import SampleSite

HIGHEST_PORT = 65_535
# Sites for trying things out are nobody else's business: other machines cannot reach them.
HOST = "127.0.0.1"
# Seconds that answers under way are waited for when the sites stop.
SHUTDOWN_SECONDS = 1.0


class PortBusyError(OSError):
    """A port that a site was to listen on cannot be had."""


@asynccontextmanager
async def serve(sites: Sequence[SampleSite], first_port: int) -> AsyncIterator[tuple[str, ...]]:
    """Serve `sites` while the context is open; yield their home addresses, in order.

    The first site is the reference. A site listens on `first_port` plus its offset, or, when that
    is 0, on any free port. Raises `PortBusyError` before anything is served.
    """
    async with AsyncExitStack() as stack:
        listeners = [
            stack.enter_context(_listen(first_port and first_port + site.port_offset))
            for site in sites
        ]
        addresses = tuple(f"http://{HOST}:{each.getsockname()[1]}/" for each in listeners)
        for site, listener in zip(sites, listeners, strict=True):
            # Built now, so that nobody's first search pays for it.
            site.search("")
            runner = web.AppRunner(
                site.make_application(addresses[0]),
                access_log=None,
                shutdown_timeout=SHUTDOWN_SECONDS,
            )
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            await web.SockSite(runner, listener).start()
        yield addresses


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        reason = error.strerror or str(error)
        raise PortBusyError(f"port {port} on {HOST} cannot be used: {reason}") from error


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m samples", description=__doc__)
    parser.add_argument(
        "--port",
        type=_read_port,
        default=DEFAULT_FIRST_PORT,
        metavar="FIRST_PORT",
        help="the first of consecutive ports; 0 takes any free ones (default: %(default)s)",
    )
    try:
        asyncio.run(_serve_until_stopped(parser.parse_args().port))
    except PortBusyError as error:
        print(f"The sample sites cannot start: {error}.", file=sys.stderr)
        return 1
    return 0


async def _serve_until_stopped(first_port: int) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with serve(SITES, first_port) as addresses:
        for site, address in zip(SITES, addresses, strict=True):
            redesign = site.redesign_path and urljoin(address, site.redesign_path)
            said = {"name": site.name, "title": site.title, "url": address}
            print(json.dumps({**said, "redesign_url": redesign}), flush=True)
        await stopped.wait()


def _read_port(text: str) -> int:
    port = int(text)
    highest = HIGHEST_PORT - max(site.port_offset for site in SITES)
    if not 0 <= port <= highest:
        raise argparse.ArgumentTypeError(f"must be from 0 to {highest}")
    return port


if __name__ == "__main__":
    sys.exit(main())
