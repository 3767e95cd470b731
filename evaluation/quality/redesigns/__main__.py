"""Write redesigned pages: `python -m evaluation.quality.redesigns DIR OUT [--seed N] [--kinds …]`.

DIR holds `cases.jsonl` and pages (see `evaluation.quality.extraction`), with `records[].xpath`. OUT
gets the same pages, a redesigned page for each of them and each kind, and `PAIRS.json` for
`evaluation.quality.adaptation`. The pairs of three pages of a site are, in turn, (A, B | B', C'),
(A | B', C') and (A, B | C'). So one redesigned page of five shares its query with an old one.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from discovery.pages import NotHtmlError, parse_page
from evaluation.quality.extraction import load_cases
from evaluation.quality.redesigns.added_wrappers import add_wrappers
from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.changed_chrome import change_chrome
from evaluation.quality.redesigns.class_names import rename_classes
from evaluation.quality.redesigns.everything import change_everything
from evaluation.quality.redesigns.hashed_attributes import hash_attributes
from evaluation.quality.redesigns.removed_wrappers import remove_wrappers
from evaluation.quality.redesigns.reordered_blocks import reorder_blocks
from evaluation.quality.redesigns.site import Site, SitePage, site_page
from evaluation.quality.redesigns.swapped_tags import swap_tags
from evaluation.quality.redesigns.writing import HarmedRecordError, unordered_content, written

Redesign = Callable[[Site, Chance, float], None]

# Each kind, and its strength: the share of the template's places that it touches. Guess.
KINDS: dict[str, tuple[Redesign, float]] = {
    "renamed": (rename_classes, 0.95),
    "added": (add_wrappers, 0.9),
    "removed": (remove_wrappers, 0.9),
    "swapped": (swap_tags, 0.8),
    "reordered": (reorder_blocks, 0.8),
    "chrome": (change_chrome, 1.0),
    "hashed": (hash_attributes, 0.95),
    "everything": (change_everything, 0.9),
}
MIN_PAGES = 2


def redesign_site(
    folder: Path, cases: Sequence[dict[str, Any]], kind: str, seed: int
) -> list[tuple[dict[str, Any], bytes]]:
    """Return each case of a site redesigned, with its page; raises `HarmedRecordError`."""
    site = Site(cases[0]["site"], tuple(read_site_page(folder, case) for case in cases))
    before = [unordered_content(record) for page in site.pages for record in page.records]
    redesign, strength = KINDS[kind]
    redesign(site, Chance(f"{seed}\n{kind}\n{site.name}"), strength)
    if before != [unordered_content(record) for page in site.pages for record in page.records]:
        raise HarmedRecordError(f"{site.name}: records hold other words or links")
    return [redesigned_case(page, kind) for page in site.pages]


def read_site_page(folder: Path, case: dict[str, Any]) -> SitePage:
    """Return a page of a site, ready to be changed."""
    return site_page(case, parse_page((folder / case["html"]).read_bytes(), case.get("url") or ""))


def redesigned_case(page: SitePage, kind: str) -> tuple[dict[str, Any], bytes]:
    """Return the case of a redesigned page: its records' words and addresses are the same."""
    body, paths = written(page)
    case = page.case
    name = f"{case['id']}--{kind}"
    records = [
        {**record, "xpath": path} for record, path in zip(case["records"], paths, strict=True)
    ]
    made = {
        **case,
        "id": name,
        "html": f"pages/{name}.html",
        "records": records,
        "ads": [*(case.get("ads") or []), *page.ads],
        "template": f"{case.get('template') or case['site']}--{kind}",
        "redesign": kind,
        "original": case["id"],
    }
    return made, body


def make_pair(cases: Sequence[dict[str, Any]], kind: str, turn: int) -> dict[str, Any]:
    """Return the pair of a site's pages, by turns with and without a common query."""
    first, *others = [case["id"] for case in cases]
    old, redesigned = ([first], others)
    if len(others) > 1 and turn % 3 != 1:
        old = [first, others[0]]
        redesigned = others if turn % 3 == 0 else others[1:]
    new = [f"{name}--{kind}" for name in redesigned]
    return {"site": cases[0]["site"], "kind": kind, "old": old, "new": new}


def write_redesigns(
    folder: Path, out: Path, kinds: Iterable[str], seed: int, sites: int | None
) -> tuple[int, list[str]]:
    """Write all to `out`; return the number of pairs and why pages were left out."""
    by_site: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for case in load_cases(folder):
        if case.get("records"):
            by_site[case["site"]].append(case)
    chosen = [cases for cases in by_site.values() if len(cases) >= MIN_PAGES]
    # A sample spreads over the whole list.
    step = max(1, len(chosen) // sites) if sites else 1
    (out / "pages").mkdir(parents=True, exist_ok=True)
    pairs, left_out = [], []
    with (out / "cases.jsonl").open("w", encoding="utf-8") as lines:

        def write(case: dict[str, Any], body: bytes) -> None:
            (out / case["html"]).write_bytes(body)
            lines.write(json.dumps(case, ensure_ascii=False) + "\n")

        for place, cases in enumerate(chosen[::step][:sites]):
            for case in cases:
                name = f"pages/{case['id']}.html"
                write({**case, "html": name}, (folder / case["html"]).read_bytes())
            for turn, kind in enumerate(kinds):
                try:
                    made = redesign_site(folder, cases, kind, seed)
                except (HarmedRecordError, NotHtmlError, ValueError) as error:
                    left_out.append(f"{kind}: {error}")
                    continue
                for case, body in made:
                    write(case, body)
                pairs.append(make_pair(cases, kind, place + turn))
    (out / "PAIRS.json").write_text(json.dumps(pairs, indent=1) + "\n", encoding="utf-8")
    return len(pairs), left_out


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the redesigns; exit code 1 when there is no site of two pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--sites", type=int, help="no more sites than these")
    options = parser.parse_args(arguments)
    count, left_out = write_redesigns(
        options.folder, options.out, options.kinds, options.seed, options.sites
    )
    for reason in left_out:
        print(f"left out: {reason}", file=sys.stderr)
    print(f"{count} pairs in {options.out / 'PAIRS.json'}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
