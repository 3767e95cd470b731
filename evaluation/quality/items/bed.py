"""The bed of labelled pages: result pages of real programs, each text of each record labelled.

`labelled_pages.tar.xz` beside this module holds the pages, and `labels.json`: for each its program,
query, address, and for each of its records the texts as `[label, text]`. `evaluation.quality.
items.capture` made it. Programs are told in two halves: rules may be made by looking at one alone.
"""

import io
import json
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

BED = Path(__file__).with_name("labelled_pages.tar.xz")
_INDEX = "labels.json"
BUILD, UNOPENED, WRITTEN = "build", "unopened", "written"
# Written by hand in the manner of real sites, since no program of their kind could be had.
_WRITTEN = frozenset(("estate", "media", "papers", "shop"))
# Said before anything was read of any of them.
_BUILD = frozenset("mercurial gitweb mediawiki htdig apache oscar wiki papis nikola".split())
# Written by hand for the shapes of ratings, to make rules by.
_RATED = "rated_"
MAX_BED_BYTES = 50_000_000


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A result page; `records` are its true ones, each a list of `(label, text)`."""

    program: str
    query: str
    url: str
    body: bytes
    records: list[list[tuple[str, str]]]

    @property
    def half(self) -> str:
        """Whether rules may be made by looking at the program's pages."""
        if self.program in _WRITTEN:
            return WRITTEN
        is_built_on = self.program in _BUILD or self.program.startswith(_RATED)
        return BUILD if is_built_on else UNOPENED


def read_bed(path: Path = BED) -> list[LabelledPage]:
    """Return the pages of the bed, or of another archive made like it."""
    with tarfile.open(path, "r:xz") as archive:
        members = {member.name: member for member in archive.getmembers()}
        if sum(member.size for member in members.values()) > MAX_BED_BYTES:
            raise ValueError(f"{path} is too large to be a bed of labelled pages")

        def content(name: str) -> bytes:
            file = archive.extractfile(members[name])
            return b"" if file is None else file.read()

        return [
            LabelledPage(
                row["program"],
                row["query"],
                row["url"],
                content(row["html"]),
                [[(label, text) for label, text in record] for record in row["records"]],
            )
            for row in json.loads(content(_INDEX))
        ]


def write_bed(pages: Iterable[LabelledPage], path: Path = BED) -> None:
    """Write an archive of pages, the same bytes for the same pages."""
    ordered = sorted(pages, key=lambda page: page.program)
    rows = [
        {
            "program": page.program,
            "query": page.query,
            "url": page.url,
            "html": f"{page.program}/{number}.html",
            "records": page.records,
        }
        for number, page in enumerate(ordered)
    ]
    with tarfile.open(path, "w:xz", preset=9) as archive:
        index = json.dumps(rows, ensure_ascii=False, indent=0).encode()
        contents = [(row["html"], page.body) for row, page in zip(rows, ordered, strict=True)]
        for name, body in [(_INDEX, index), *contents]:
            member = tarfile.TarInfo(str(name))
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))
