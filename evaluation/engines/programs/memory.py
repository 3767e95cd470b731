"""Learn further installations of each program beside the first, and alone: what memory saves.

usage: python -m evaluation.engines.programs.memory [NAME …] [--half build|unopened] [--json FILE]
       [--cache FOLDER]

One product learns the first installation of each program, filled with every second document; then
others filled with the rest: of the same version, and of the manifest's `variants`. Each of these is
also learned by a product that knows no other. Printed are the program whose template reads it, page
requests (robots.txt aside), queries and seconds to its state, and F1 as of `engines.programs`.
Wrongly reused is a template where F1 falls by it.
"""

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from statistics import median

from evaluation.engines.comparison import KnownEngine, Learned
from evaluation.engines.programs.__main__ import asked_for
from evaluation.engines.programs.corpus import IMPOSSIBLE, documents
from evaluation.engines.programs.program import BUILD, UNOPENED, NotInstalledError, Program
from evaluation.own_installation import Product, free_ports
from evaluation.printing import print_rows, write_figures

HERE, ELSEWHERE = documents()[::2], documents()[1::2]
ANY_PORT = "127.0.0.0/8"
TEMPLATE_OF = re.compile(r"the template of .* \(([\w-]+)\) and")


@dataclass
class Pair:
    """One installation learned with memory and alone; `by` is whose template reads it."""

    label: str
    program: str
    by: str
    with_memory: Learned
    alone: Learned

    @property
    def is_wrong(self) -> bool:
        return bool(self.by) and self.with_memory.records.f1 < self.alone.records.f1

    def row(self) -> dict[str, object]:
        told: dict[str, object] = {"half": self.alone.half, "template of": self.by or "none"}
        for name, of in (("with memory", self.with_memory), ("alone", self.alone)):
            told |= {
                f"{name}: state": of.state,
                f"requests {name}": of.requests,
                f"queries {name}": of.queries,
                f"s {name}": round(of.learning_seconds, 1),
                f"F1 {name}": of.records.f1,
            }
        return told


def others_of(program: Program) -> Iterator[tuple[str, Program]]:
    for number, facts in enumerate(({}, *program.facts.get("variants", ()))):
        site = {"site": f"{program.facts.get('site', program.name)}-{number}"} if number else {}
        yield (
            f"{program.name} {number}",
            Program(program.name, {**program.facts, **facts, **site}, ELSEWHERE),
        )


def learned_by(product: Product, program: Program, served: KnownEngine) -> Learned:
    row = Learned(program.name, program.half, program.kind, program.is_scripted)
    row.learn(product, served, program.asked_words(), IMPOSSIBLE)
    return row


def compare(
    product: Product, program: Program, cache: Path, known: dict[str, str], ports: Iterator[int]
) -> list[Pair]:
    """Learn a program's first installation by `product`, its others by this and alone."""
    pairs, here = [], Program(program.name, program.facts, HERE)
    # Skins are one program.
    name = str(program.facts.get("site", program.name))
    with here.running(cache / "here", free_ports(1, next(ports))) as first:
        slug = product.json("add_engine", first.home_url)["slug"]
        known[slug] = name
        for label, other in others_of(program):
            with (
                other.running(cache / "elsewhere", free_ports(1, next(ports))) as served,
                tempfile.TemporaryDirectory() as folder,
                Product(folder, [ANY_PORT]) as alone,
            ):
                with_memory = learned_by(product, other, served)
                found = TEMPLATE_OF.search(with_memory.reason)
                known[with_memory.slug] = name
                by = known[found[1]] if found else ""
                pair = Pair(label, name, by, with_memory, learned_by(alone, other, served))
            print_rows({label: pair.row()}, "installation")
            pairs.append(pair)
    return pairs


def totals(pairs: Sequence[Pair]) -> dict[str, object]:
    active = [pair for pair in pairs if pair.alone.state == "ACTIVE"]
    own = [pair for pair in active if pair.by == pair.program]
    return {
        "installations, ACTIVE alone": len(active),
        "recognised by their program's template": len(own),
        "read by another program's": sum(pair.by not in ("", pair.program) for pair in pairs),
        "wrongly reused": sum(pair.is_wrong for pair in pairs),
        "page requests, median, most": _middle(pair.with_memory.requests for pair in own),
        "the same alone": _middle(pair.alone.requests for pair in own),
        "seconds": _middle(pair.with_memory.learning_seconds for pair in own),
        "seconds alone": _middle(pair.alone.learning_seconds for pair in own),
    }


def _middle(values: Iterator[float]) -> str:
    known = list(values) or [0.0]
    return f"{median(known):.3g}, {max(known):.3g}"


def main(arguments: Sequence[str] | None = None) -> int:
    options, asked = asked_for(__doc__, arguments)
    pairs: list[Pair] = []
    known: dict[str, str] = {}
    # An address that was another program's would be an engine known before.
    ports = count(18_000, 10)
    with tempfile.TemporaryDirectory() as folder, Product(folder, [ANY_PORT]) as product:
        for program in asked:
            try:
                pairs += compare(product, program, options.cache, known, ports)
            except NotInstalledError as error:
                print(f"{program.name}: {error}", flush=True)
    write_figures(options.json, [asdict(pair) for pair in pairs])
    halves = {half: [p for p in pairs if p.alone.half == half] for half in (BUILD, UNOPENED)}
    columns = {half: totals(part) for half, part in halves.items()}
    print_rows({x: {h: told[x] for h, told in columns.items()} for x in columns[BUILD]}, "memory")
    return 1 if any(pair.is_wrong for pair in pairs) else 0


if __name__ == "__main__":
    sys.exit(main())
