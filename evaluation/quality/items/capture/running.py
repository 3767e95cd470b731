"""Running what is captured: programs of a package registry, their servers and CGI scripts."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

# Every page is stored as if it stood at this host.
HOST = "bed.example"
INSTALLING = 900
STARTING = 60
ANSWERING = 60


@dataclass(frozen=True, slots=True)
class Captured:
    """A page that a program answered a query with: its address, its bytes."""

    query: str
    url: str
    body: bytes


def run(
    command: Sequence[object],
    folder: Path,
    given: bytes | None = None,
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """Return what a command prints; raises `subprocess.SubprocessError`, `OSError`."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        input=given,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        timeout=INSTALLING,
        check=False,
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace")[-300:]
        raise OSError(f"{command[0]} ended with {done.returncode}: {said}")
    return done.stdout


def installed(folder: Path, *packages: str) -> Path:
    """Return the Python of an environment in `folder` with packages of PyPI, made once."""
    python = folder / "env" / "bin" / "python"
    if not (folder / "env" / ".done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        run([sys.executable, "-m", "venv", folder / "env"], folder)
        run([python, "-m", "pip", "install", "-q", *packages], folder)
        (folder / "env" / ".done").touch()
    return python


def cgi(command: Sequence[object], folder: Path, url: str, **environment: str) -> bytes:
    """Return the body that a CGI script answers a GET of `url` with."""
    parts = urlsplit(url)
    answered = run(
        command,
        folder,
        b"",
        {
            "GATEWAY_INTERFACE": "CGI/1.1",
            "REQUEST_METHOD": "GET",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": HOST,
            "HTTP_HOST": HOST,
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            "REQUEST_URI": f"{parts.path}?{parts.query}",
            "QUERY_STRING": parts.query,
            **environment,
        },
    )
    head, found, body = answered.partition(b"\r\n\r\n")
    return body if found else head.partition(b"\n\n")[2]


@contextmanager
def served(command: Sequence[object], folder: Path, port: int, **environment: str) -> Iterator[str]:
    """Give the address of a server that `command` starts at a port of this machine; ends it."""
    server = subprocess.Popen(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(server, port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(STARTING)


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + STARTING
    while time.monotonic() < until and server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.3)
        else:
            return
    raise OSError(f"nothing answers at port {port}")


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
    return port


def fetched(base: str, path: str, query: str) -> Captured:
    """Return what a server answers, as if it stood at the bed's host."""
    request = urllib.request.Request(base + path, headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=ANSWERING) as answer:
        body = answer.read()
    own = base.encode()
    return Captured(query, f"http://{HOST}{path}", body.replace(own, f"http://{HOST}".encode()))
