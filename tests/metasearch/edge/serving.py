"""A web server of a test: an ASGI application behind the product's own connections."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from metasearch.processes.connection import BoundedConnection


@contextmanager
def served(application: Any, lifespan: Any = "off", **limits: float) -> Iterator[int]:
    """Serve `application` on a free port, with other limits of a connection; give the port."""
    protocol = type("Connection", (BoundedConnection,), limits)
    config = uvicorn.Config(
        application, http=protocol, ws="none", lifespan=lifespan, log_level="critical"
    )
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        listening.close()


def everything(connection: socket.socket) -> bytes:
    parts = []
    while part := connection.recv(65_536):
        parts.append(part)
    return b"".join(parts)
