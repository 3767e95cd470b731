"""Serve the sample sites until told to stop: `python -m samples [--port FIRST_PORT]`.

Prints one JSON line for each site once it can be asked: name, title, url, and redesign_url, where
POST gives the site another design (null: it has but one).
"""

import argparse
import asyncio
import json
import signal
import sys
from urllib.parse import urljoin

from samples import DEFAULT_FIRST_PORT, SITES
from samples.serving import PortBusyError, serve

HIGHEST_PORT = 65_535


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
