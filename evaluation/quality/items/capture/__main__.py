"""Capture the bed of labelled pages anew: `python -m evaluation.quality.items.capture FOLDER`.

Installs programs below FOLDER (PyPI; beside it Debian's packages named in `DEBIAN`), fills them
with made-up texts, stores what they answer queries with, and the labels of it, as the bed beside
`evaluation.quality.items`. A program that cannot be had keeps the pages the bed has of it.
"""

import argparse
import sys
import urllib.error
from collections.abc import Callable
from pathlib import Path

from evaluation.quality.items.bed import BED, LabelledPage, read_bed, write_bed
from evaluation.quality.items.capture import (
    django_programs,
    python_programs,
    repositories,
    servers,
    written,
    written_ratings,
)
from evaluation.quality.items.capture.labels import labelled
from evaluation.quality.items.capture.running import Captured

DEBIAN = "apache2-bin cgit dokuwiki fossil gitweb htdig kiwix-tools mediawiki php-cgi php-sqlite3 public-inbox zim-tools"
PROGRAMS: dict[str, Callable[[Path], list[Captured]]] = {
    function.__name__: function
    for function in (
        repositories.cgit,
        repositories.fossil,
        repositories.gitweb,
        repositories.mercurial,
        servers.apache,
        servers.dokuwiki,
        servers.htdig,
        servers.kiwix,
        servers.mediawiki,
        servers.public_inbox,
        django_programs.oscar,
        django_programs.spirit,
        django_programs.wiki,
        python_programs.appbuilder,
        python_programs.nikola,
        python_programs.papis,
        python_programs.pelican,
        python_programs.trac,
        written.estate,
        written.media,
        written.papers,
        written.shop,
    )
} | written_ratings.SHAPES


def main() -> int:
    """Write the bed; exit code 1 when a program was left as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=list(PROGRAMS), choices=list(PROGRAMS))
    arguments = parser.parse_args()
    pages = list(read_bed()) if BED.exists() else []
    failed = False
    for name in arguments.only:
        folder = arguments.folder.resolve() / name
        folder.mkdir(parents=True, exist_ok=True)
        try:
            captured = PROGRAMS[name](folder)
        except (OSError, ValueError, urllib.error.URLError) as error:
            print(f"{name}: left as it was: {error}", file=sys.stderr)
            failed = True
            continue
        pages = [page for page in pages if page.program != name] + [
            LabelledPage(name, each.query, each.url, each.body, labelled(name, each.url, each.body))
            for each in captured
        ]
    write_bed(pages)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
