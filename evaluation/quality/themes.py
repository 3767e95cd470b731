"""Real redesigns as an operator meets them: engines learned, their themes switched, then checked.

    python -m evaluation.quality.themes [--half build|unopened] [--only NAME …]
        [--learned N] [--json FILE]

Serves the pages of each program of the bed as an engine on loopback, has the product learn it from
its address in one theme, switches to each of the others, and has it checked once. Then words are
asked, and what the product shows is compared with the truth: addresses and titles. `--learned` is
how many themes of a program are learned from, the first ones. Of the half `unopened` totals alone
are printed.
"""

import argparse
import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from evaluation.engines.comparison import plain_title
from evaluation.own_installation import (
    call,
    keep_database,
    prepare_installation,
    restore_database,
)
from evaluation.printing import write_figures
from evaluation.quality.theme_pages import (
    BUILD,
    HOST,
    UNOPENED,
    Program,
    Site,
    looks_of,
    place_of,
    programs,
)
from evaluation.served import served_pages

# Words asked after a check, and seconds that a check may take.
ASKED = 6
MOST_SECONDS = 30.0
# Share of the true records that must be shown for a theme to be read.
LEAST_SHARE = 0.98


@dataclass(frozen=True, slots=True)
class Shown:
    """What the product shows for the asked words: records, those of wrong addresses or titles."""

    kinds: str = ""
    true: int = 0
    found: int = 0
    wrong_records: int = 0
    wrong_titles: int = 0
    example: str = ""

    @property
    def is_right(self) -> bool:
        wrong = self.wrong_records + self.wrong_titles
        return wrong == 0 and self.found >= LEAST_SHARE * self.true > 0


@dataclass(frozen=True, slots=True)
class Switched:
    """A theme switched to another: what the check did, and what was shown before and after it."""

    program: str
    half: str
    themes: str
    state: str
    strategy: str
    seconds: float
    is_proposed: bool
    reason: str
    before: Shown
    after: Shown

    @property
    def outcome(self) -> str:
        """What came of it, in a word."""
        if self.state == "ACTIVE":
            changed = "mended" if self.strategy else "unharmed"
            return changed if self.after.is_right else f"{changed}, wrong"
        return "proposed" if self.is_proposed else f"{self.state}, nothing"


def try_program(program: Program, learned: int) -> list[Switched]:
    """Learn a program in its first looks, and switch each to all others, in this process alone."""
    logging.disable(logging.ERROR)
    looks, rows = looks_of(program), []
    site = Site(looks[0])
    with TemporaryDirectory() as folder, served_pages(site.answer) as site.base:
        own = Path(folder)
        prepare_installation(own, [urlsplit(site.base).netloc])
        empty = keep_database(own, "empty")
        for old in looks[:learned]:
            restore_database(own, empty)
            site.look = old
            added = call("add_engine", f"{site.base}/")
            shown = _ask(added["slug"], site)
            if added["state"] != "ACTIVE" or not shown.is_right:
                print(f"not learned: {old.name}: {added['reason']} {shown}"[:300], file=sys.stderr)
                continue
            kept = keep_database(own, "learned")
            for new in looks:
                if new is not old:
                    restore_database(own, kept)
                    site.look = new
                    rows.append(_switch(added["slug"], site, program, f"{old.name} > {new.name}"))
    return rows


def _switch(slug: str, site: Site, program: Program, themes: str) -> Switched:
    from discovery.models import Engine
    from wrappers.monitoring.checking import check_engine

    before = _ask(slug, site)
    steps: list[dict[str, Any]] = []
    started = time.monotonic()
    report = check_engine(Engine.objects.get(slug=slug), steps.append)
    seconds = round(time.monotonic() - started, 1)
    engine = Engine.objects.get(slug=slug)
    told = " | ".join(f"{s['name']} {s['seconds']:.1f}: {s['outcome']}" for s in steps)
    return Switched(
        program.name, program.half, themes, str(engine.state),
        (report.strategy or "") if report.mended else "",
        seconds, engine.wrapper_versions.proposed().exists(), told, before, _ask(slug, site),
    )  # fmt: skip


def _ask(slug: str, site: Site) -> Shown:
    """Ask words spread over all, and compare what is shown with the truth."""
    from wrappers.engines.client import open_client
    from wrappers.engines.query_session import ask
    from wrappers.engines.registry import NotReadyError, ready_engine

    words = list(site.look.pages)
    words = words[:: max(1, len(words) // ASKED)][:ASKED]

    async def answers(ready: Any) -> list[Any]:
        async with open_client() as client:
            return [await ask(client, ready, word, deadline=20.0) for word in words]

    kinds: Counter[str] = Counter()
    true = found = records = titles = 0
    example = ""
    try:
        answered = asyncio.run(answers(ready_engine(slug)))
    except NotReadyError:
        return Shown("no wrapper")
    for word, answer in zip(words, answered, strict=True):
        truth = {
            place_of(row["url"].replace(HOST, site.base)): plain_title(row["title"])
            for row in site.look.pages[word].records
        }
        kinds[str(answer.kind)] += 1
        true += len(truth)
        if answer.kind != "RESULTS":
            example = example or f"{word!r} is {answer.kind}: {answer.detail}"
        for record in answer.records if answer.kind == "RESULTS" else ():
            found += 1
            wanted = truth.get(place_of(record.url or ""))
            is_titled = wanted is not None and plain_title(record.title) == wanted
            records += wanted is None
            titles += wanted is not None and not is_titled
            if not is_titled:
                example = example or f"{record.url} {record.title!r}, not {wanted!r}"
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return Shown(told, true, found, records, titles, example)


def print_rows(rows: Sequence[Switched]) -> None:
    """Print single outcomes of the half looked at, and totals of both."""
    for row in rows:
        if row.half == BUILD:
            after = row.after
            print(
                f"{row.outcome:17} {row.seconds:5.1f} s  {after.wrong_records:3} "
                f"{after.wrong_titles:3} of {after.found:3}/{after.true:3}  {row.themes} "
                f"{row.strategy} {after.example}"
            )
    for half in (BUILD, UNOPENED):
        of_half = [row for row in rows if row.half == half]
        if not of_half:
            continue
        harmed = [row for row in of_half if not row.outcome.startswith("unharmed")]
        counts = Counter(row.outcome for row in of_half)
        mended = [row.after for row in harmed if row.outcome.startswith("mended")]
        print(f"{half}: {len(of_half)} themes of {len({row.program for row in of_half})} programs:")
        print("  " + ", ".join(f"{count} {name}" for name, count in counts.most_common()))
        print(
            f"  mended {len(mended)} of {len(harmed)} harmed; of the mended wrong records "
            f"{sum(each.wrong_records for each in mended)}, titles "
            f"{sum(each.wrong_titles for each in mended)} of "
            f"{sum(each.found for each in mended)}; slowest check "
            f"{max(row.seconds for row in of_half):.1f} s, over {MOST_SECONDS:.0f} s: "
            f"{sum(row.seconds > MOST_SECONDS for row in of_half)}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--only", nargs="+", help="programs")
    parser.add_argument("--learned", type=int, default=1, help="themes learned from, of each")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    chosen = [
        each
        for each in programs()
        if options.half in (None, each.half) and each.name in (options.only or [each.name])
    ]
    rows: list[Switched] = []
    # Each program has a process of its own: Django is set up once in each, for one installation.
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        for some in pool.map(partial(try_program, learned=options.learned), chosen):
            rows += some
    write_figures(options.json, [asdict(row) for row in rows])
    print_rows(rows)
    return 1 if not rows or any("wrong" in row.outcome for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
