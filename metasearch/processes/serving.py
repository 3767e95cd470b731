"""One process of the web server: `python -m metasearch.processes.serving PORT`.

Every process has a listening socket of its own for the same port. With one for all, the process
that is awake takes nearly all connections. Measured with sixteen users: 95 % and 26 % of a core.
"""

import os
import socket
import sys
from ipaddress import ip_address

import django
import uvicorn
from django.conf import settings

from metasearch.processes.child_reaper import is_running


def listening_socket(address: str, port: int, *, is_shared: bool = True) -> socket.socket:
    """Return a socket bound to an IP address, one of several at the same port if it `is_shared`."""
    family = socket.AF_INET6 if ip_address(address).version == 6 else socket.AF_INET
    own = socket.socket(family, socket.SOCK_STREAM)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if is_shared:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        own.bind((address, port))
    except OSError:
        own.close()
        raise
    return own


def share_figures() -> None:
    """Have several web processes keep what they count where each of them finds it (`/metrics`).

    Files of processes that have ended stay, because counts only grow; gauges of theirs do not.
    """
    if settings.WEB_PROCESSES == 1:
        return
    folder = settings.DATA_DIR / "figures"
    folder.mkdir(exist_ok=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(folder))
    # Only now: the library looks for the folder when it is loaded.
    from prometheus_client.multiprocess import mark_process_dead

    for path in folder.glob("gauge_live*.db"):
        pid = int(path.stem.rpartition("_")[2])
        if not is_running(pid):
            mark_process_dead(pid)


def serve(port: int) -> None:
    # A web process never forks: it may keep connections to the database in a pool.
    os.environ["DATABASE_POOL"] = "yes"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    share_figures()
    django.setup()
    # Only now: they need Django set up.
    from metasearch.management.installation import refuse_wrong_database
    from metasearch.processes.connection import BoundedConnection

    refuse_wrong_database()

    config = uvicorn.Config(
        "metasearch.processes.asgi:application",
        http=BoundedConnection,
        ws="none",
        # Which proxies are believed, and in what, says `metasearch.edge`.
        proxy_headers=False,
        server_header=False,
        # Through our own format, which leaves out what exceptions say.
        log_config=None,
        log_level="warning",
        access_log=False,
    )
    uvicorn.Server(config).run(sockets=[listening_socket(settings.LISTEN, port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
