"""Labelled pages as seen: by the style sheets saved with them, and in the installed browser.

`render.tar.xz` beside `cases.jsonl` has each as `ID/page.html` with sheets and pictures, if any.
"""

import asyncio
import mimetypes
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from lxml.html import HtmlElement

from discovery.pages.layout import Layout, StoredLayout
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.web.fetch_error import FetchError, RenderingError
from discovery.web.fetching import Fetcher
from discovery.web.rendering.renderer import open_renderer
from discovery.web.response import Response
from evaluation.own_installation import prepare_installation
from evaluation.quality.record_matching import Case
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


class SavedFiles(Fetcher):
    """Answers with files of a folder; the web is never asked."""

    def __init__(self, saved: Path) -> None:
        super().__init__()
        self._saved = saved.resolve()

    async def fetch(self, target: Any, *, accept: str = "", **_limits: Any) -> Response:
        """Return a saved file. Raises `FetchError` for any other address."""
        url = str(target)
        path = self._saved / unquote(url.removeprefix(SAVED_AT).partition("?")[0]).lstrip("/")
        path = path.resolve()
        if not (url.startswith(SAVED_AT) and path.is_relative_to(self._saved) and path.is_file()):
            raise FetchError(AnswerReason.NO_ANSWER, f"{url} is not saved.")
        # Browsers take no sheet of another type, and pages are saved with sheets named `load.php`.
        kind = "text/css" if accept.startswith("text/css") else mimetypes.guess_type(path)[0]
        return Response(url, 200, kind, {}, path.read_bytes())


def render_pages(folder: Path, saved: Path, cases: Iterable[Case], kept: Path) -> None:
    """Keep a browser's layout of each page as `ID.json`, but of those in the folder `kept`."""
    missing = [case for case in cases if not (kept / f"{case['id']}.json").exists()]
    if missing:
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as installation:
            prepare_installation(installation)
            asyncio.run(_render(folder, saved, missing, kept))


async def _render(folder: Path, saved: Path, cases: Iterable[Case], kept: Path) -> None:
    renderer = open_renderer(SavedFiles(saved))
    if renderer is None:
        raise SystemExit("There is no browser to render with: run `make browser`.")
    try:
        for case in cases:
            url = f"{SAVED_AT}/{quote(case['id'])}/page.html"
            try:
                page = parse_page((folder / case["html"]).read_bytes(), url)
                rendered = await renderer.render(page)
                layout = StoredLayout.of(rendered.layout, page)
                (kept / f"{case['id']}.json").write_text(layout.to_text(), encoding="utf-8")
            except (NotHtmlError, RenderingError) as error:
                print(f"{case['id']} is not rendered: {error}")
    finally:
        await renderer.close()


def layout_of(kept: Path, name: str, page: Page) -> Layout | None:
    """Return a page's layout as kept; None of one that was not rendered, or is another by now."""
    path = kept / f"{name}.json"
    return StoredLayout.from_text(path.read_bytes()).layout_of(page) if path.exists() else None
