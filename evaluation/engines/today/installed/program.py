"""An engine that is a program of others, filled with our documents and run on a port."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import NotInstalledError, RunningEngine, TodayEngine
from evaluation.engines.today.installed.packages import WEB, npm

PROGRAMS = Path(__file__).parent / "programs"
# Seconds until a program must listen.
STARTING_TIME = 120.0


class ProgramEngine(TodayEngine):
    """An engine in a process of its own; truth is asked of its own interface for programs."""

    home = "/"

    @abstractmethod
    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Return what starts it, in which folder, with which further variables."""

    @abstractmethod
    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Return the records that a reader sees at `base`, from the program's own interface."""

    @contextmanager
    def served(self, cache: Path, port: int) -> Iterator[RunningEngine]:
        """Run the program; raises NotInstalledError when it does not start."""
        command, folder, variables = self.command(cache, port)
        log = (cache / f"{self.name}.log").open("wb")
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **variables, "PORT": str(port), "HOST": "127.0.0.1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        base = f"http://127.0.0.1:{port}"
        asked = lru_cache(lambda query, page: self.truth(base, query, page))
        try:
            _await_listening(process, port, log.name)
            yield RunningEngine(self.name, f"{base}{self.home}", asked)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
            log.close()


class NodeEngine(ProgramEngine):
    """A program of ours for Node.js over packages of npm: `programs/{name}.mjs` and `.html`."""

    needs = "npm"

    def install(self, cache: Path) -> None:
        """Bring the packages and lay the program beside them."""
        folder = npm(cache, "web", WEB)
        write_documents(folder)
        for path in PROGRAMS.iterdir():
            shutil.copyfile(path, folder / path.name)

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Run the program of the engine's name."""
        return ("node", f"{self.name}.mjs"), npm(cache, "web", WEB), {}


class AskedByApi(NodeEngine):
    """A program of ours with an interface for us beside the one it is searched by: `/api`."""

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask our interface for all that is found."""
        rows = fetch_json(f"{base}/api", q=query)[(page - 1) * 10 : page * 10]
        return [{"url": base + row["path"], "title": row["title"]} for row in rows]


def write_documents(folder: Path) -> None:
    """Write the documents for programs: `documents.json`, with their paths and summaries."""
    rows = [
        {**asdict(each), "id": each.number, "path": each.path, "summary": each.summary}
        for each in documents()
    ]
    (folder / "documents.json").write_text(json.dumps(rows))


def fetch_json(address: str, body: object = None, **parameters: object) -> Any:
    """Return what a program's interface answers; `body` is sent as JSON."""
    asked = f"{address}?{urlencode(parameters)}" if parameters else address
    data = None if body is None else json.dumps(body).encode()
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    with urlopen(Request(asked, data, headers), timeout=30) as answer:
        return json.loads(answer.read())


def _await_listening(process: subprocess.Popen[bytes], port: int, log: str) -> None:
    until = time.monotonic() + STARTING_TIME
    while time.monotonic() < until:
        if process.poll() is not None:
            words = " ".join(Path(log).read_text(errors="replace").split())[-300:]
            raise NotInstalledError(f"the program ended at once: {words}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise NotInstalledError(f"the program does not listen after {STARTING_TIME:.0f} s")
