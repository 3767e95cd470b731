"""Write result pages of programs: `python -m evaluation.quality.remembered_programs FOLDER`.

With `--volume` 1, 2 or 3 only the programs of that volume. FOLDER/build and FOLDER/unopened hold the two halves, each a folder as `evaluation.quality.extraction`
reads it. Programs are dealt out by their names in turn. The same pages come out each time.
"""

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from evaluation.quality.remembered_programs import (
    bulletin_boards,
    content_systems,
    libraries,
    listings,
    modern_sites,
    news_sites,
    old_pages,
    organisations,
    shops,
    trackers,
    web_engines,
    world_sites,
)
from evaluation.quality.remembered_programs.contents import Hit
from evaluation.quality.remembered_programs.programs import PAGES, Program
from evaluation.quality.remembered_programs.templated import read_programs

TEMPLATES = (
    bulletin_boards,
    content_systems,
    libraries,
    listings,
    modern_sites,
    news_sites,
    old_pages,
    organisations,
    shops,
    trackers,
    web_engines,
    world_sites,
)
HALVES = ("build", "unopened")


def first_volume() -> Iterator[Program]:
    """Yield the programs whose templates stand in the modules."""
    for module in TEMPLATES:
        yield from (each for each in vars(module).values() if isinstance(each, Program))


VOLUMES: dict[int, Callable[[], Iterator[Program]]] = {
    1: first_volume,
    2: lambda: read_programs("second"),
    3: lambda: read_programs("third"),
}


def write_half(folder: Path, half: str, programs: Iterable[Program]) -> int:
    """Write the pages and cases of a half; return the number of pages."""
    (folder / "pages").mkdir(parents=True, exist_ok=True)
    cases = [
        write_page(folder, half, program, query, number)
        for program in programs
        for query, number in PAGES
    ]
    lines = "".join(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    (folder / "cases.jsonl").write_text(lines, encoding="utf-8")
    return len(cases)


def write_page(
    folder: Path, half: str, program: Program, query: int, number: int
) -> dict[str, Any]:
    """Write a page; return its truth in the format of the benchmarks' cases."""
    page = program.page(query, number)
    address = program.address(page)
    name = f"{program.name}-{query}-{number}"
    markup = program.template(page)
    (folder / "pages" / f"{name}.html").write_text(markup, encoding="utf-8")
    shown = re.sub(r"<[^>]*>", "", markup)

    def row(hit: Hit) -> dict[str, str]:
        snippet = hit.snippet if hit.snippet in shown else ""  # Some pages show a part of it only.
        return {"url": urljoin(address, hit.url), "title": hit.title, "snippet": snippet}

    return {
        "id": name,
        "site": program.name,
        "half": half,
        "query": page.query,
        "url": address,
        "html": f"pages/{name}.html",
        "lang": program.wording.language_code[:2],
        "no_result": not page.hits,
        "records": [row(hit) for hit in page.hits],
        "optional_records": [row(hit) for hit in page.excused],
        "ads": [row(hit) for hit in page.shown_ads],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write both halves; each volume is dealt out by itself, so that its halves stay the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--volume", type=int, choices=VOLUMES, action="append")
    chosen = parser.parse_args(arguments)
    volumes = [
        sorted(VOLUMES[volume](), key=lambda program: program.name)
        for volume in chosen.volume or VOLUMES
    ]
    for place, half in enumerate(HALVES):
        dealt = [program for volume in volumes for program in volume[place :: len(HALVES)]]
        count = write_half(chosen.folder / half, half, dealt)
        print(f"{count} pages of {len(dealt)} programs: {half}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
