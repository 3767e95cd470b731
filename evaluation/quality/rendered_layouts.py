"""What labelled pages look like: their style sheets, their layouts as a browser shows them.

    python -m evaluation.quality.rendered_layouts DIR [--cache FILE] [--pages N]

renders pages for `evaluation.quality.extraction --layouts`, and prints what that costs. Beside
`cases.jsonl` stands `render.tar.xz` with each page as `ID/page.html`, its style sheets and
pictures. Layouts are rendered once and kept in a file: the folder is served on loopback, and
everything else is refused.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import quote

from aiohttp.abc import AbstractResolver, ResolveResult
from lxml.html import HtmlElement

from discovery.pages.layout import StoredLayout
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.web.fetching import Fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.rendering.rendered_page import RenderingError
from discovery.web.rendering.renderer import open_renderer
from evaluation.beds.packed import read_cases
from evaluation.own_installation import prepare_installation
from evaluation.quality.record_matching import Case, is_scored
from evaluation.served import served
from wrappers.induction.samples import Sample, as_seen_by_sheets

ARCHIVE = "render.tar.xz"
# Files of a saved page that may be a style sheet.
SHEET_ENDINGS = frozenset((".css", ".php", ".axd", ".cms", ""))
# The address of a saved page's folder, where nobody asks for it.
SAVED_AT = "http://saved.invalid"


@dataclass(frozen=True, slots=True)
class RenderedCase:
    """A labelled page as rendered: its layout, seconds, bytes of memory; else why not."""

    id: str
    layout: dict[str, Any] | None
    seconds: float = 0.0
    memory: int = 0
    problem: str = ""


def read_layouts(path: Path) -> dict[str, StoredLayout]:
    kept = _kept(path).items()
    return {name: StoredLayout.from_json(case.layout) for name, case in kept if case.layout}


def sample_of(page: Page, case: Case, layouts: Mapping[str, StoredLayout]) -> Sample:
    stored = layouts.get(case["id"])
    return Sample(page, case.get("query"), None if stored is None else stored.layout_of(page))


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


def render_cases(folder: Path, ids: Iterable[str], path: Path) -> list[RenderedCase]:
    """Render the pages of `ids`, those in the file `path` left out; add what comes to the file.

    Returns what the file then holds of them. Needs Django's settings.
    """
    kept, ids = _kept(path), list(ids)
    missing = [each for each in ids if each not in kept]
    if missing:
        with tempfile.TemporaryDirectory() as scratch, path.open("a", encoding="utf-8") as lines:
            with tarfile.open(folder / ARCHIVE) as archive:
                archive.extractall(scratch, filter="data")
            for each in _rendered(Path(scratch), missing, lines.write):
                kept[each.id] = each
    return [kept[each] for each in ids]


def _kept(path: Path) -> dict[str, RenderedCase]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {case.id: case for case in (RenderedCase(**json.loads(line)) for line in lines)}


class _NoNames(AbstractResolver):
    """No name stands for an address: nothing but the folder is fetched from."""

    async def resolve(self, host: str, port: int = 0, family: Any = 0) -> list[ResolveResult]:
        raise OSError(f"{host} is not looked up")

    async def close(self) -> None:
        """Nothing is open."""


def _rendered(folder: Path, ids: Iterable[str], write: Any) -> list[RenderedCase]:
    async def run() -> list[RenderedCase]:
        done = []
        with served(partial(_Quiet, directory=str(folder))) as address:
            allowed = AllowedHosts.parse([address.removeprefix("http://")])
            async with Fetcher(allowed, resolver=_NoNames()) as fetcher:
                renderer = open_renderer(fetcher)
                if renderer is None:
                    raise SystemExit("There is no browser to render with: run `make browser`.")
                try:
                    for name in ids:
                        url = f"{address}/{name}/page.html"
                        page = parse_page((folder / name / "page.html").read_bytes(), url)
                        try:
                            found = await renderer.render(page)
                        except RenderingError as error:
                            each = RenderedCase(name, None, problem=str(error))
                        else:
                            layout = StoredLayout.of(found.layout, page).to_json()
                            each = RenderedCase(name, layout, found.seconds, found.memory)
                        write(json.dumps(asdict(each)) + "\n")
                        done.append(each)
                finally:
                    await renderer.close()
        return done

    return asyncio.run(run())


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, help="keep the layouts in this file, and go on there")
    parser.add_argument("--pages", type=int, help="only so many, spread over all")
    options = parser.parse_args(arguments)
    ids = [case["id"] for case in read_cases(options.folder) if is_scored(case)]
    step = max(1, len(ids) // options.pages) if options.pages else 1
    with tempfile.TemporaryDirectory() as scratch:
        prepare_installation(scratch)
        cache = options.cache or Path(scratch) / "layouts.jsonl"
        cases = render_cases(options.folder, ids[::step], cache)
    for case in cases:
        if case.layout is None:
            print(f"not rendered: {case.problem}")
    seconds = [case.seconds for case in cases if case.layout is not None]
    if not seconds:
        return 1
    most = max(case.memory for case in cases) / 1e6
    print(
        f"{len(seconds)} of {len(cases)} pages rendered: median {statistics.median(seconds):.3f} s,"
        f" longest {max(seconds):.3f} s; the browser's processes at most {most:.0f} MB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
