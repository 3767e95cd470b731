"""Labelled pages as seen by the style sheets that were saved with them.

Beside `cases.jsonl` stands `render.tar.xz` with each page as `ID/page.html`, its style sheets and
pictures.
"""

import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from lxml.html import HtmlElement

from discovery.pages.page import NotHtmlError, parse_page
from wrappers.induction.samples import Sample, as_seen_by_sheets

ARCHIVE = "render.tar.xz"
# Files of a saved page that may be a style sheet.
SHEET_ENDINGS = frozenset((".css", ".php", ".axd", ".cms", ""))
# The address of a saved page's folder, where nobody asks for it.
SAVED_AT = "http://saved.invalid"


@contextmanager
def saved_pages(folder: Path) -> Iterator[Path]:
    """Unpack the pages saved beside the cases of a folder; where none are, none has a sheet."""
    with tempfile.TemporaryDirectory() as scratch:
        if (folder / ARCHIVE).exists():
            with tarfile.open(folder / ARCHIVE) as archive:
                archive.extractall(scratch, filter="data")
        yield Path(scratch)


def as_seen(saved: Path, samples: Sequence[Sample], ids: Iterable[str]) -> list[Sample]:
    """Return samples with what is seen of them by the sheets saved with their pages, `ids`."""
    pages: list[tuple[HtmlElement, str]] = []
    sheets: dict[str, str] = {}
    for name in ids:
        folder, base = saved / name, f"{SAVED_AT}/{quote(name)}"
        with suppress(FileNotFoundError, NotHtmlError):
            page = parse_page((folder / "page.html").read_bytes(), f"{base}/page.html")
            pages.append((page.root, page.base_url))
            for path in folder.rglob("*"):
                if path.suffix in SHEET_ENDINGS and path.is_file():
                    address = f"{base}/{quote(str(path.relative_to(folder)))}"
                    sheets[address] = path.read_text(errors="replace")
    return as_seen_by_sheets(samples, sheets, pages)
