"""The real engines redesigned: their pages laid out by another of their own templates.

What a redesign must not do: go unnoticed. An engine is either read as before (where a field of its
records no longer comes, `check_engine` adapts that), or its first answer is BROKEN and one
`check_engine` mends it.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluation.engines.comparison import LEAST_F1, Comparison, has_second_page
from evaluation.engines.truth import ENGINES, RealEngine
from evaluation.own_installation import Product
from wrappers.extraction.constraints import FIELDS

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
        """What happened, in a word."""
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
        """Whether the engine is in use and read as it should be."""
        return (
            self.check["after"] == "ACTIVE"
            and self.after.f1 >= LEAST_F1
            and self.empty_after == "NO_RESULTS"
        )

    def row(self) -> dict[str, object]:
        """Return what is printed of it."""
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
                if not engine.true_records(engine.facts["queries"]["many"]["q"]):
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
    """Ask a redesigned engine, have it checked, ask it again."""
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
    """Lay out the engine's pages with another of its templates."""
    command = ("bash", ENGINES / engine.name / "switch.sh", variant)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=sys.stderr)
