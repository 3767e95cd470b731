"""Write result pages of programs: `python -m evaluation.quality.remembered_programs FOLDER`.

FOLDER/build and FOLDER/unopened hold the two halves, each a folder as `evaluation.quality.extraction`
reads it. Programs are dealt out by their names in turn. The same pages come out each time.
"""

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Sequence
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


def all_programs() -> Iterator[Program]:
    """Yield the programs whose templates stand in the modules."""
    for module in TEMPLATES:
        yield from (each for each in vars(module).values() if isinstance(each, Program))


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
        "lang": program.wording.language_code,
        "no_result": not page.hits,
        "records": [row(hit) for hit in page.hits],
        "optional_records": [row(hit) for hit in page.excused],
        "ads": [row(hit) for hit in page.shown_ads],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Write both halves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(arguments).folder
    programs = sorted(all_programs(), key=lambda program: program.name)
    for place, half in enumerate(HALVES):
        chosen = programs[place :: len(HALVES)]
        print(f"{write_half(folder / half, half, chosen)} pages of {len(chosen)} programs: {half}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
