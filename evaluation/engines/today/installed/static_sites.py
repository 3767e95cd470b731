"""Static sites that are built once, with an index that the page searches itself."""

import html
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import BUILD, UNOPENED, NotInstalledError, Person
from evaluation.engines.today.installed.packages import STARLIGHT, WEB, npm, run
from evaluation.engines.today.installed.program import PROGRAMS, ProgramEngine

# Results that Pagefind's interface shows at once.
PAGEFIND_SHOWN = 5


class PagefindEngine(ProgramEngine):
    """A built site with Pagefind's index below `/pagefind/`."""

    needs = "npm"

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Ask the index by its own library, in Node.js."""
        rows = _pagefind(base, query)
        shown = rows[(page - 1) * PAGEFIND_SHOWN : page * PAGEFIND_SHOWN]
        return [{"url": base + row["url"], "title": row["title"]} for row in shown]


class PagefindSite(PagefindEngine):
    """Pages of HTML with Pagefind's index and its own interface."""

    name = "pagefind"
    half = BUILD
    kind = "static index of Pagefind, follows typing, load more"
    person = Person(".pagefind-ui__search-input", shown=".pagefind-ui")

    def install(self, cache: Path) -> None:
        """Bring Pagefind, write the pages, make the index."""
        folder = npm(cache, "web", WEB)
        site = folder / "pagefind-site"
        if (site / ".done").exists():
            return
        (site / "entry").mkdir(parents=True, exist_ok=True)
        for each in documents():
            title, text = html.escape(each.title), html.escape(each.text)
            (site / "entry" / f"{each.slug}.html").write_text(
                f'<!doctype html><html lang="en"><head><title>{title}</title></head><body><main '
                f"data-pagefind-body><h1>{title}</h1><p>{text}</p></main></body></html>"
            )
        (site / "index.html").write_text((PROGRAMS / "pagefind.html").read_text())
        run(("npx", "--no-install", "pagefind", "--site", site.name), folder, "npm's registry")
        (site / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve the files."""
        return _static(npm(cache, "web", WEB) / "pagefind-site", cache)


class StarlightSite(PagefindEngine):
    """A site of documentation made by Starlight: a button opens a dialogue over Pagefind."""

    name = "starlight"
    half = UNOPENED
    kind = "Starlight: a button opens a search of a static index"
    person = Person(
        ".pagefind-ui__search-input", clicks=("site-search button",), shown="site-search dialog"
    )

    def install(self, cache: Path) -> None:
        """Bring Astro and Starlight, write the sources, build the site."""
        folder = npm(cache, "starlight", STARLIGHT)
        if (folder / "dist" / ".done").exists():
            return
        content = folder / "src" / "content" / "docs"
        (content / "entry").mkdir(parents=True, exist_ok=True)
        for each in documents():
            head = f"---\ntitle: {json.dumps(each.title)}\n---\n\n"
            text = html.escape(each.text).replace("{", "&#123;")
            (content / "entry" / f"{each.slug}.md").write_text(f"{head}{text}\n")
        (content / "index.md").write_text("---\ntitle: Manual\n---\n\nWelcome to the manual.\n")
        for name, place in (("content.config.ts", "src"), ("astro.config.mjs", ".")):
            (folder / place / name).write_text((PROGRAMS / name).read_text())
        run(("npx", "--no-install", "astro", "build"), folder, "npm's registry")
        (folder / "dist" / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve the built site."""
        return _static(npm(cache, "starlight", STARLIGHT) / "dist", cache)


def _static(site: Path, cache: Path) -> tuple[Sequence[str], Path, Mapping[str, str]]:
    folder = npm(cache, "web", WEB)
    program = folder / "static-files.mjs"
    program.write_text((PROGRAMS / program.name).read_text())
    return ("node", program.name), folder, {"SITE": str(site)}


def _pagefind(base: str, query: str) -> list[dict[str, Any]]:
    program = str(PROGRAMS / "pagefind-truth.mjs")
    try:
        done = subprocess.run(
            ("node", program, base, "/pagefind/", query),
            capture_output=True,
            check=True,
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NotInstalledError(f"Pagefind's library does not answer in Node.js: {error}") from None
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows
