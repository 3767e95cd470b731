"""All sample sites in one process: each on a loopback port of its own."""

import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from aiohttp import web

from samples.application import SampleSite

# Sites for trying things out are nobody else's business: other machines cannot reach them.
HOST = "127.0.0.1"
# Seconds that answers under way are waited for when the sites stop.
SHUTDOWN_SECONDS = 1.0


class PortBusyError(OSError):
    """A port that a site was to listen on cannot be had; `port` is its number."""

    def __init__(self, port: int, reason: str) -> None:
        super().__init__(f"port {port} on {HOST} cannot be used: {reason}")
        self.port = port


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
        raise PortBusyError(port, error.strerror or str(error)) from error
