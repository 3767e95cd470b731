"""Sites for the half that nobody looks at, chosen by a rule among Debian's packages.

    python -m evaluation.quality.documentation_bed.choosing FOLDER [--sites N]

The packages of documentation come in the order of a hash of their names. A package's site is its
folder with an index that has most pages below it, if a program of `generators` made them; at most
`MOST_OF_ONE` sites are of one program. Prints the sites as `unopened` lists them.
"""

import argparse
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from evaluation.quality.documentation_bed.generators import Generator, generator_of
from evaluation.quality.documentation_bed.packages import unpack
from evaluation.quality.documentation_bed.sites import BUILD_SITES

# What serves for judging elsewhere, and what the other half is made of.
LEFT_OUT = re.compile(
    r"qt|kf5|kde|jdk|rust|erlang|^fp-|fpc|opencv|cppreference|gramps|ghc|haskell|ocaml"
    r"|-l10n|boost|postgresql|sqlite3|pandas|gtk-4"
)
# Kilobytes unpacked: smaller ones hold no site, larger ones take too long.
SIZES = range(1_200, 40_000)
# Pages of a site; members that a kind needs; sites of one program; packages downloaded at most.
PAGES = range(60, 4_000)
MIN_SIZE = 10
MOST_OF_ONE = 3
MAX_DOWNLOADS = 140
# What a package needs installed beside it tells its program before it is downloaded.
HINTS = {"libjs-sphinxdoc": "sphinx", "default-jdk-doc": "javadoc", "-java-doc": "javadoc"}


class Chosen(NamedTuple):
    """A package, the program that made its pages, their folder."""

    package: str
    generator: str
    folder: str


def candidates() -> Iterator[tuple[str, str]]:
    """Yield the packages of documentation in the order of a hash of their names, each with the
    paragraph that describes it."""
    shown = subprocess.run(["apt-cache", "dumpavail"], capture_output=True, text=True, check=True)
    found = {}
    for paragraph in shown.stdout.split("\n\n"):
        name = re.match(r"Package: (\S+-docs?)\n", paragraph)
        size = re.search(r"^Installed-Size: (\d+)$", paragraph, re.MULTILINE)
        if name and size and int(size[1]) in SIZES and not LEFT_OUT.search(name[1]):
            found[name[1]] = paragraph
    yield from sorted(found.items(), key=lambda each: sha256(each[0].encode()).digest())


def site_in(root: Path) -> tuple[Path, Generator] | None:
    """Return the folder of a package's site and the program that made it."""
    pages: dict[Path, list[Path]] = {}
    for folder, _, files in os.walk(root):
        html = sorted(Path(folder) / name for name in files if name.endswith(".html"))
        for above in (Path(folder), *Path(folder).parents):
            if above == root:
                break
            if (above / "index.html").is_file():
                pages.setdefault(above, []).extend(html)
    if not pages:
        return None
    most = max(pages, key=lambda folder: (len(pages[folder]), -len(folder.parts)))
    generator = generator_of(pages[most]) if len(pages[most]) in PAGES else None
    if generator is None or not _has_kind(generator, most, pages[most]):
        return None
    return most, generator


def _has_kind(generator: Generator, folder: Path, pages: list[Path]) -> bool:
    """Tell whether a kind has enough pages, and others are beside it."""
    names = [str(page.relative_to(folder)) for page in pages]
    counts = [
        sum(bool(re.fullmatch(expression, name)) for name in names)
        for _, expression in generator.kinds
    ]
    return any(MIN_SIZE <= count < len(pages) for count in counts)


def choose(folder: Path, number: int, known: set[str]) -> Iterator[Chosen]:
    """Yield sites of packages that are not `known`, their packages unpacked below `folder`."""
    per_program: Counter[str] = Counter()
    downloads = 0
    for package, paragraph in candidates():
        hinted = {program for hint, program in HINTS.items() if hint in paragraph}
        if package in known or any(per_program[each] >= MOST_OF_ONE for each in hinted):
            continue
        if downloads >= MAX_DOWNLOADS or per_program.total() >= number:
            return
        downloads += 1
        if not unpack(package, folder):
            continue
        found = site_in(folder / package)
        if found is None or per_program[found[1].name] >= MOST_OF_ONE:
            continue
        per_program[found[1].name] += 1
        yield Chosen(package, found[1].name, str(found[0].relative_to(folder / package)))


def main() -> None:
    """Choose the sites and print them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sites", type=int, default=26)
    args = parser.parse_args()
    for chosen in choose(args.folder, args.sites, {site.package for site in BUILD_SITES}):
        print(f"    {tuple(chosen)},", flush=True)


if __name__ == "__main__":
    main()
