"""How far the estimated layout agrees with a browser's: `python -m evaluation.quality.layout DIR`.

DIR holds `render.tar.xz`: pages saved with their style sheets and pictures, a folder each. They are
served on loopback, rendered by the installed browser, and estimated twice: by the markup and the
default style sheet alone, and with the sheets. What the browser said is kept in `--cache`. Sites
are split in two halves by a hash of their names: rules were tuned on the first alone.
"""

import argparse
import asyncio
import copy
import statistics
import tarfile
import tempfile
import threading
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

from discovery.documents import DocumentError
from discovery.pages import (
    Box,
    Layout,
    Page,
    Piece,
    PieceKind,
    StoredLayout,
    estimate_layout,
    parse_page,
)
from evaluation.own_installation import prepare_installation

PAGE_NAME = "page.html"
# Files of a saved page that may be a style sheet.
SHEET_ENDINGS = frozenset((".css", ".php", ".axd", ".cms", ""))
# Elements of which a browser shows nothing, whatever sheets say.
NEVER_SHOWN = frozenset(
    "html head title meta link base style script noscript template option optgroup datalist br "
    "area map source track param".split()
)
BOLD = 600
SIZE_TOLERANCE = 0.5
FIGURES = ("boxes", "across", "texts", "lines", "hidden", "size", "bold")
Figures = dict[str, float]


def half_of(name: str) -> int:
    """Return the half (0 or 1) that the site of a page belongs to."""
    return zlib.crc32(name.partition("-")[0].encode()) % 2


def overlap(one: Box, other: Box) -> float:
    """Return the shared area of two boxes, as a share of what they cover together."""
    width = min(one.right, other.right) - max(one.left, other.left)
    shared = max(0.0, width) * max(0.0, one.rows_shared_with(other))
    whole = one.area + other.area - shared
    return shared / whole if whole else 0.0


def overlap_across(one: Box, other: Box) -> float:
    """Return the same of the stretches that two boxes take from left to right."""
    shared = min(one.right, other.right) - max(one.left, other.left)
    whole = max(one.right, other.right) - min(one.left, other.left)
    return max(0.0, shared) / whole if whole else 0.0


def relation(one: Box, other: Box) -> str:
    """Return where the second box stands from the first: on its line, or above or below."""
    if one.rows_shared_with(other) > min(one.height, other.height) / 2:
        return "right" if other.left >= one.left else "left"
    return "below" if other.top > one.top else "above"


def compare(page: Page, true: Layout, estimated: Layout) -> Figures:
    """Return the shares of a page on which the estimate agrees with the browser."""
    shown = [(element, box) for element, box in true.boxes.items() if box.area > 0]
    mine = [(box, estimated.boxes.get(element)) for element, box in shown]
    hidden = [
        element not in estimated.boxes
        for element in page.root.iter()
        if isinstance(element.tag, str) and element not in true.boxes and _may_show(element)
    ]
    found = {place_of(piece): piece for piece in _texts(estimated)}
    texts = [(piece, found.get(place_of(piece))) for piece in _texts(true)]
    pairs = [(piece, other) for piece, other in texts if other is not None]
    shares: dict[str, Sequence[float]] = {
        "boxes": [overlap(box, other) if other else 0.0 for box, other in mine],
        "across": [overlap_across(box, other) if other else 0.0 for box, other in mine],
        "texts": [overlap(piece.box, other.box) if other else 0.0 for piece, other in texts],
        "lines": list(_neighbours(texts)),
        "hidden": hidden,
        "size": [abs(p.font.size - o.font.size) < SIZE_TOLERANCE for p, o in pairs],
        "bold": [(p.font.weight >= BOLD) == (o.font.weight >= BOLD) for p, o in pairs],
    }
    return {name: statistics.fmean(values) for name, values in shares.items() if values}


def _may_show(element: object) -> bool:
    """Tell whether an element would be seen if nothing hid it."""
    around = [element, *element.iterancestors()]  # type: ignore[attr-defined]
    return around[0].tag not in NEVER_SHOWN and not any(
        each.tag in NEVER_SHOWN - {"html"} for each in around[1:]
    )


def _texts(layout: Layout) -> Iterator[Piece]:
    return (piece for piece in layout.pieces if piece.kind is PieceKind.TEXT)


def place_of(piece: Piece) -> tuple[object, int]:
    """Return what names a text on its page."""
    return piece.element, piece.children_before


def _neighbours(texts: list[tuple[Piece, Piece | None]]) -> Iterator[bool]:
    """Yield for each two neighbouring texts whether they stand to each other as in the browser."""
    for (one, mine), (other, next_mine) in pairwise(texts):
        known = mine is not None and next_mine is not None
        yield (
            known
            and mine is not None
            and next_mine is not None
            and relation(one.box, other.box) == relation(mine.box, next_mine.box)
        )


def without_sheets(page: Page) -> Page:
    """Return a page without `<style>` and style attributes; what they hide by markup stays."""
    root = copy.deepcopy(page.root)
    for element in root.iter():
        if element.tag == "style":
            element.text = None
        elif isinstance(element.tag, str):
            element.attrib.pop("style", None)
    return Page(page.url, page.body, page.charset, root)


def sheets_of(folder: Path, base: str) -> dict[str, str]:
    """Return the files of a saved page that may be style sheets, by their addresses."""
    files = (path for path in folder.rglob("*") if path.suffix in SHEET_ENDINGS and path.is_file())
    return {
        f"{base}/{quote(str(path.relative_to(folder)))}": path.read_text(errors="replace")
        for path in files
    }


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the saved pages, and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


async def render(folders: Iterable[Path], cache: Path, base: str) -> None:
    """Render the pages that the cache does not hold yet."""
    from discovery.web import AllowedHosts, Fetcher
    from discovery.web.rendering import RenderingError, open_renderer

    async with Fetcher(AllowedHosts.parse([base.removeprefix("http://")])) as fetcher:
        renderer = open_renderer(fetcher)
        if renderer is None:
            raise SystemExit("No browser is installed: run `make browser`.")
        try:
            for folder in folders:
                kept = cache / f"{folder.name}.json"
                if kept.exists():
                    continue
                page = read_page(folder, base)
                try:
                    rendered = await renderer.render(page)
                except RenderingError as error:
                    print(error)
                    continue
                kept.write_text(StoredLayout.of(rendered.layout, page).to_text())
        finally:
            await renderer.close()


def read_page(folder: Path, base: str) -> Page:
    """Parse a saved page."""
    address = f"{base}/{folder.name}/{PAGE_NAME}"
    return parse_page((folder / PAGE_NAME).read_bytes(), address)


def measure(folder: Path, cache: Path, base: str) -> tuple[Figures, Figures] | None:
    """Return how far both estimates agree; None for a page that the browser has not shown."""
    page = read_page(folder, base)
    try:
        stored = StoredLayout.from_text((cache / f"{folder.name}.json").read_text())
    except (OSError, DocumentError):
        return None
    true = stored.layout_of(page)
    if true is None or not true.boxes:
        return None
    sheets = sheets_of(folder, f"{base}/{folder.name}")
    started = time.process_time()
    parse_page(page.body, page.url)
    parsed = time.process_time()
    estimated = estimate_layout(page, sheets)
    done = time.process_time()
    estimate_layout(page, sheets)
    again = time.process_time()
    bare = without_sheets(page)
    before = estimate_layout(bare)
    twin = dict(zip(bare.root.iter(), page.root.iter(), strict=True))
    after = compare(page, true, estimated)
    after |= {"parsing": parsed - started, "first": done - parsed, "again": again - done}
    return compare(page, true, _of_twin(before, twin)), after


def _of_twin(layout: Layout, twin: Mapping[object, object]) -> Layout:
    """Return the layout of a copied page as one of the page itself."""
    pieces = tuple(
        Piece(p.kind, twin[p.element], p.children_before, p.text, p.box, p.font)
        for p in layout.pieces
    )
    boxes = {twin[element]: box for element, box in layout.boxes.items()}
    return Layout(layout.page, pieces, boxes)


def print_figures(measured: Mapping[str, tuple[Figures, Figures]]) -> None:
    """Print both halves, and the time a page takes."""
    print(f"{'half':8}{'estimate':16}{'pages':>6}" + "".join(f"{name:>8}" for name in FIGURES))
    for half, title in enumerate(("tuned", "unseen")):
        rows = [pair for name, pair in measured.items() if half_of(name) == half]
        for place, what in enumerate(("markup alone", "style sheets")):
            means = [
                statistics.fmean([row[place][name] for row in rows if name in row[place]] or [0.0])
                for name in FIGURES
            ]
            cells = "".join(f"{mean:8.3f}" for mean in means)
            print(f"{title:8}{what:16}{len(rows):6}{cells}")
    for name in ("parsing", "first", "again"):
        times = sorted(after[name] * 1000 for _, after in measured.values())
        print(
            f"{name}: median {statistics.median(times):.0f} ms,"
            f" 95th percentile {times[int(0.95 * (len(times) - 1))]:.0f} ms a page"
        )


def main() -> None:
    """Render, estimate, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--cache", type=Path, help="folder for what the browser says")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        prepare_installation(scratch)
        cache = options.cache or Path(scratch) / "cache"
        cache.mkdir(parents=True, exist_ok=True)
        pages = Path(scratch) / "pages"
        with tarfile.open(options.directory / "render.tar.xz") as archive:
            archive.extractall(pages, filter="data")
        folders = sorted(pages.iterdir())
        handler = partial(_Quiet, directory=str(pages))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        try:
            asyncio.run(render(folders, cache, base))
        finally:
            server.shutdown()
        found = {folder.name: measure(folder, cache, base) for folder in folders}
        print_figures({name: pair for name, pair in found.items() if pair is not None})


if __name__ == "__main__":
    main()
