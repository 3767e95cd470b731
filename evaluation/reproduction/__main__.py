"""The papers' tables beside ours: `python -m evaluation.reproduction [--only PART …]`.

Prints Markdown. With `--write FILE` the parts that were run take the place of those in the file,
the others stay: so a page is made part by part. No part measures anything itself:
each calls an evaluation that is there by itself. docs/reproduction.md has the totals.

    --shared DIR        labelled pages and forms (`data/`), sites (`sites/`)
    --only PART …       indesit, example, result-pages, forms, adaptation; else all
    --classes NAME …    sites, or classes as SITE/CLASS, that are crawled
    --samples N         sample pages of each class
    --every N           of the result pages, take one of so many
    --bed FOLDER        pairs of real redesigns (`evaluation.quality.template_bed FOLDER`)
    --redesigned N      without a bed: sites whose pages are redesigned

With the defaults the parts take one to ten minutes each, on two cores.
"""

import argparse
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from evaluation.quality.known_sites import CACHE
from evaluation.reproduction import adaptation, by_example, indesit, result_pages, search_forms
from evaluation.reproduction.section import Options, Section

PARTS: dict[str, Callable[[Options], Section]] = {
    "forms": search_forms.section,
    "result-pages": result_pages.section,
    "indesit": indesit.section,
    "example": by_example.section,
    "adaptation": adaptation.section,
}
SHARED = Path(__file__).resolve().parents[3] / "shared"
# Of 4 to 224 pages a class: a crawl takes seconds.
CLASSES = ("sqlite", "postgres")
TITLE = "# The papers' figures and ours\n"
HEADING = re.compile(r"^(?=## )", re.MULTILINE)


def printed(name: str, options: Options, arguments: Sequence[str]) -> str:
    """Return a part as it is printed, with its command."""
    section = PARTS[name](options)
    command = shlex.join(("python -m evaluation.reproduction", *arguments)).replace("'", "")
    return f"{section.text()}\nPrinted by `{command}`.\n"


def merged(document: str, parts: Sequence[str]) -> str:
    """Return a document with parts replaced by those of the same title, or added at its end."""
    lead, *sections = HEADING.split(document)
    kept = {section.partition("\n")[0]: section.rstrip() + "\n" for section in sections}
    kept |= {part.partition("\n")[0]: part for part in parts}
    return "\n".join((lead.rstrip() + "\n", *kept.values()))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the parts; exit code 1 where there is nothing to measure on."""
    parser = argparse.ArgumentParser(description="The papers' tables beside ours.")
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--classes", nargs="+", default=CLASSES)
    parser.add_argument("--samples", type=int, default=1)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--bed", type=Path)
    parser.add_argument("--redesigned", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cache", type=Path, default=CACHE)
    parser.add_argument("--port", type=int, default=8861)
    parser.add_argument("--write", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    if not (given.shared / "data").is_dir():
        print(
            f"{given.shared} holds no data to measure on: name a folder by --shared",
            file=sys.stderr,
        )
        return 1
    options = Options(
        given.shared,
        given.classes,
        given.samples,
        given.every,
        given.bed,
        given.redesigned,
        given.jobs,
        given.cache,
        given.port,
    )
    for name in given.only:
        part = printed(name, options, said(given, name, parser))
        print(part, flush=True)
        if given.write is not None:
            before = given.write.read_text(encoding="utf-8") if given.write.is_file() else TITLE
            given.write.write_text(merged(before, [part]), encoding="utf-8")
    return 0


# The options that say how much of something is measured, by part.
AMOUNTS = {
    "forms": (),
    "result-pages": ("every",),
    "indesit": ("classes", "samples"),
    "example": ("classes",),
    "adaptation": ("bed", "redesigned"),
}


def said(given: argparse.Namespace, name: str, parser: argparse.ArgumentParser) -> list[str]:
    """Return the arguments that a part depends on, where they are not the defaults."""
    chosen = ["--only", name]
    for amount in AMOUNTS[name]:
        value = getattr(given, amount)
        if value != parser.get_default(amount):
            values = ["FOLDER"] if amount == "bed" else value
            values = values if isinstance(values, list) else [str(values)]
            chosen += [f"--{amount}", *values]
    return chosen


if __name__ == "__main__":
    sys.exit(main())
