"""One process of the web server: `python -m metasearch.processes.serving PORT`.

Every process has a listening socket of its own for the same port, and the kernel deals the
connections out among them. With one socket for all, the process that is awake takes nearly all
connections while the others rest. Measured with sixteen users: 95 % and 26 % of a core.
"""

import os
import socket
import sys

import uvicorn

HOST = "127.0.0.1"


def listening_socket(port: int) -> socket.socket:
    """Return a socket bound to `port` that others may be bound to as well.

    Raises `OSError` when the port belongs to somebody who does not share it.
    """
    own = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    own.bind((HOST, port))
    return own


def serve(port: int) -> None:
    """Answer requests until asked to stop."""
    # A web process never forks: it may keep connections to the database in a pool.
    os.environ["DATABASE_POOL"] = "yes"
    config = uvicorn.Config(
        "metasearch.processes.asgi:application", log_level="warning", access_log=False
    )
    uvicorn.Server(config).run(sockets=[listening_socket(port)])


if __name__ == "__main__":
    serve(int(sys.argv[1]))
