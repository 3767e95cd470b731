"""`make test-engines`: learn the real engines, redesign them, compare records with the truth.

usage: python -m evaluation.engines [NAME …]
"""

import html
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from evaluation.engines.comparison import (
    LEAST_F1,
    Comparison,
    KnownEngine,
    Learned,
    has_second_page,
)
from evaluation.own_installation import Product
from evaluation.printing import print_rows
from wrappers.extraction.constraints import FIELDS

ENGINES = Path(__file__).resolve().parents[3] / "shared" / "engines"
# Engines of one's own, beside others' running ones: ENGINES_PORT, with the scripts' ENGINE_STATE.
FIRST_PORT = int(os.environ.get("ENGINES_PORT", "8801"))
NAMES = ("omega", "swish", "namazu", "roundup")


@dataclass(frozen=True)
class RealEngine(KnownEngine):
    """One engine, by the name of its folder, and what its folder says of it."""

    port: int
    facts: dict[str, Any]

    def queries(self, count: int = 10) -> list[str]:
        """Return queries with many, few and no results; further words from its own records."""
        named = [self.facts["queries"][kind]["q"] for kind in ("many", "few", "none")]
        records = self.true_records(named[0], 1)
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


def true_records(name: str, port: int, query: str, page: int) -> list[dict[str, Any]]:
    command = (sys.executable, ENGINES / "truth.py", name, str(port), query, str(page))
    answer = subprocess.run(command, capture_output=True, check=True, text=True)
    records = json.loads(answer.stdout)["records"]
    return [{**record, "title": well_decoded(record["title"] or "")} for record in records]


def real_engines() -> Iterator[RealEngine]:
    for port, name in enumerate(NAMES, FIRST_PORT):
        facts = json.loads((ENGINES / name / "truth.json").read_text())
        home = f"http://127.0.0.1:{port}{facts['home']}"
        yield RealEngine(name, home, partial(true_records, name, port), port, facts)


@contextmanager
def running_engines() -> Iterator[list[RealEngine]]:
    """Give the engines, running; what did not run is installed, filled, started, and stopped."""
    engines = list(real_engines())
    run_already = all(map(_answers, engines))
    if not run_already:
        _call_all("start", engines)
    try:
        yield engines
    finally:
        if not run_already:
            _call_all("stop", engines)


def _answers(engine: RealEngine) -> bool:
    try:
        socket.create_connection(("127.0.0.1", engine.port), timeout=2).close()
    except OSError:
        return False
    return True


def _call_all(action: str, engines: Iterable[RealEngine]) -> None:
    for engine in engines:
        command = ("bash", ENGINES / engine.name / f"{action}.sh", str(engine.port))
        subprocess.run(command, check=True, stdout=sys.stderr)


# Queries compared after the mending, besides the one asked first and the impossible one.
FURTHER_QUERIES = 2


@dataclass
class Redesign:
    """What came of one engine in another template.

    `first` is the kind of the first answer after the switch and `first_f1` how well it was read.
    `check` is what `check_engine` printed, `after` the comparison with the truth afterwards.
    """

    name: str
    variant: str
    first: str = ""
    first_f1: float = 0.0
    empty_first: str = ""
    check: dict[str, Any] = field(default_factory=dict)
    after: Comparison = field(default_factory=Comparison)
    empty_after: str = ""

    @property
    def outcome(self) -> str:
        is_read = self.first == "RESULTS" and self.first_f1 >= LEAST_F1
        is_noticed = "BROKEN" in {self.first, self.empty_first}
        if is_read and not is_noticed:
            if self.check["mended"] and not self.adapts_fields:
                return "false alarm"
            if self.check["mended"]:
                return "fields mended" if self.restored else "harmed"
            return "unharmed" if self.restored else "harmed"
        if not is_noticed:
            return "unnoticed"
        return "mended" if self.check["mended"] and self.restored else "not mended"

    @property
    def adapts_fields(self) -> bool:
        """Whether the check adapted fields that no longer came, and left the records' rule."""
        return set((self.check["strategy"] or "").split(", ")) <= set(FIELDS)

    @property
    def restored(self) -> bool:
        return (
            self.check["after"] == "ACTIVE"
            and self.after.f1 >= LEAST_F1
            and self.empty_after == "NO_RESULTS"
        )

    def row(self) -> dict[str, object]:
        return {
            "first answer": self.first, "F1": self.first_f1, "nothing": self.empty_first,
            "check": self.check["after"], "strategy": self.check["strategy"] or "",
            "seconds": self.check["seconds"], "F1 after": self.after.f1,
            "nothing after": self.empty_after, "outcome": self.outcome,
        }  # fmt: skip


def try_redesigns(folder: Path, hosts: list[str], engine: RealEngine, slug: str) -> list[Redesign]:
    """Show one learned engine in each of its other templates; it is switched back at the end.

    `folder` holds the installation that learned it; each template is met by a copy of that.
    """
    default = engine.facts["default_variant"]
    redesigns = []
    try:
        for variant in engine.facts["variants"]:
            if variant != default:
                switch(engine, variant)
                if not engine.true_records(engine.facts["queries"]["many"]["q"], 1):
                    print(f"{engine.name} shows nothing as {variant}: left out", file=sys.stderr)
                    continue
                copy = folder.with_name(f"{folder.name}-{engine.name}-{variant}")
                shutil.copytree(folder, copy)
                with Product(copy, hosts) as product:
                    redesigns.append(try_redesign(product, engine, slug, variant))
    finally:
        switch(engine, default)
    return redesigns


def try_redesign(product: Product, engine: RealEngine, slug: str, variant: str) -> Redesign:
    redesign = Redesign(engine.name, variant)
    many, _few, none, *others = engine.queries(3 + FURTHER_QUERIES)
    before = Comparison()
    redesign.first = before.ask(product, engine, slug, many)
    redesign.first_f1 = before.f1
    redesign.empty_first = Comparison().ask(product, engine, slug, none)
    redesign.check = product.json("check_engine", slug)
    for query in others:
        redesign.after.ask(product, engine, slug, query)
    if has_second_page(engine, many):
        redesign.after.ask(product, engine, slug, many, 2)
    redesign.empty_after = redesign.empty_first
    if redesign.check["mended"]:
        redesign.after.ask(product, engine, slug, many)
        redesign.empty_after = redesign.after.ask(product, engine, slug, none)
    return redesign


def switch(engine: RealEngine, variant: str) -> None:
    command = ("bash", ENGINES / engine.name / "switch.sh", variant)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=sys.stderr)


QUERIES = 10
SHOWN_MISSES = 5
GOOD_OUTCOMES = frozenset({"unharmed", "fields mended", "mended"})


def main() -> int:
    names = sys.argv[1:]
    redesigns: list[Redesign] = []
    with running_engines() as running, tempfile.TemporaryDirectory() as parent:
        engines = [engine for engine in running if not names or engine.name in names]
        hosts = [f"127.0.0.1:{engine.port}" for engine in engines]
        rows = [Learned(engine.name) for engine in engines]
        with Product(Path(parent) / "learned", hosts) as product:
            for engine, row in zip(engines, rows, strict=True):
                # One that was ended before has left another template.
                switch(engine, engine.facts["default_variant"])
                none = engine.facts["queries"]["none"]["q"]
                words = [query for query in engine.queries(QUERIES) if query != none]
                row.learn(product, engine, words, none, QUERIES)
        print_rows({row.name: row.row() for row in rows}, "engine")
        for row in rows:
            reasons = [] if row.state == "ACTIVE" else [f"{row.name}: {row.state}: {row.reason}"]
            print("".join(f"{each}\n" for each in (*reasons, *row.records.misses[:SHOWN_MISSES])))
        for engine, row in zip(engines, rows, strict=True):
            if row.state == "ACTIVE":
                redesigns += try_redesigns(Path(parent) / "learned", hosts, engine, row.slug)
    print_rows({f"{each.name}, {each.variant}": each.row() for each in redesigns}, "redesign")
    for each in redesigns:
        print("".join(f"{miss}\n" for miss in each.after.misses[:SHOWN_MISSES]), end="")
    all_good = all(redesign.outcome in GOOD_OUTCOMES for redesign in redesigns)
    learned_well = all(
        row.state == "ACTIVE" and row.records.f1 >= LEAST_F1 and row.none_kind == "NO_RESULTS"
        for row in rows
    )
    return 0 if all_good and learned_well else 1


if __name__ == "__main__":
    sys.exit(main())
