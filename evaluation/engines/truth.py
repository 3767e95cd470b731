"""The real engines beside the repository: where they run, and the true records of any query."""

import html
import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENGINES = Path(__file__).resolve().parents[3] / "shared" / "engines"
# Engines of one's own, beside others' running ones: ENGINES_PORT, with the scripts' ENGINE_STATE.
FIRST_PORT = int(os.environ.get("ENGINES_PORT", "8801"))
NAMES = ("omega", "swish", "namazu", "roundup")


@dataclass(frozen=True)
class RealEngine:
    """One engine: its folder's name, its port, and what its folder says of it."""

    name: str
    port: int
    facts: dict[str, Any]

    @property
    def home_url(self) -> str:
        """The address the learner is given."""
        return f"http://127.0.0.1:{self.port}{self.facts['home']}"

    def true_records(self, query: str, page: int = 1) -> list[dict[str, Any]]:
        """Return the records (url, title, snippet) that the engine truly shows."""
        records = self._truth(query, page)["records"]
        return [{**record, "title": well_decoded(record["title"] or "")} for record in records]

    def _truth(self, query: str, page: int = 1) -> dict[str, Any]:
        """Return what truth.py says of a page of results."""
        command = (
            sys.executable,
            ENGINES / "truth.py",
            self.name,
            str(self.port),
            query,
            str(page),
        )
        answer = subprocess.run(command, capture_output=True, check=True, text=True)
        told: dict[str, Any] = json.loads(answer.stdout)
        return told

    def queries(self, count: int = 10) -> list[str]:
        """Return queries with many, few and no results; further words from its own records."""
        named = [self.facts["queries"][kind]["q"] for kind in ("many", "few", "none")]
        records = self.true_records(named[0])
        texts = [record[part] or "" for part in ("title", "snippet") for record in records]
        words = dict.fromkeys(
            word
            for word in " ".join(texts).casefold().split()
            if word.isalpha() and 4 <= len(word) <= 12
        )
        return [*named, *(word for word in words if word not in named)][:count]


def well_decoded(text: str) -> str:
    """Return `text` as it was meant.

    truth.py decodes a page as it is declared, and some engines declare Latin-1 and send UTF-8. A
    no-break space then becomes two characters, of which folding leaves "Â ". Others escape what is
    escaped already: a dash is written "&amp;#8212;".

    >>> well_decoded("14.4.Â Introduction"), well_decoded("Packages &#8212; reference")
    ('14.4.\xa0Introduction', 'Packages — reference')
    """
    with suppress(UnicodeError):
        text = text.replace("Â ", "Â\xa0").encode("latin-1").decode("utf-8")
    return html.unescape(text)


def real_engines() -> list[RealEngine]:
    """Return the engines of the folder beside the repository."""
    return [
        RealEngine(
            name, FIRST_PORT + offset, json.loads((ENGINES / name / "truth.json").read_text())
        )
        for offset, name in enumerate(NAMES)
    ]


@contextmanager
def running_engines() -> Iterator[list[RealEngine]]:
    """Give the engines, running; what did not run is installed, filled, started, and stopped."""
    engines = real_engines()
    run_already = all(map(_answers, engines))
    if not run_already:
        _call_all("start")
    try:
        yield engines
    finally:
        if not run_already:
            _call_all("stop")


def _answers(engine: RealEngine) -> bool:
    """Tell whether something listens on the engine's port."""
    try:
        socket.create_connection(("127.0.0.1", engine.port), timeout=2).close()
    except OSError:
        return False
    return True


def _call_all(action: str) -> None:
    """Start or stop all engines."""
    for engine in real_engines():
        command = ("bash", ENGINES / engine.name / f"{action}.sh", str(engine.port))
        subprocess.run(command, check=True, stdout=sys.stderr)
