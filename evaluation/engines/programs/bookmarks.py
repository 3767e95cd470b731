"""Stores of bookmarks: each document is a page that somebody marked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram, need
from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import UNOPENED
from evaluation.engines.today.installed.packages import run
from evaluation.quality.template_bed.scripted import SCRIPTS
from evaluation.quality.template_bed.shaarli import copy_program

# What its age says of today's PHP belongs in no page.
QUIET = "-d error_reporting=1 -d display_errors=0"


class Shaarli(HtmlProgram):
    """Shaarli in its own theme: bookmarks with their texts and tags."""

    name = "shaarli"
    half = UNOPENED
    kind = "Shaarli: bookmarks with texts and tags, in pages"
    needs = "Debian"
    asked = "/?searchterm={query}&page={page}"
    paged = True
    record = "//div[contains(@class,'linklist-item') and @data-id]"
    link = ".//h2/a[contains(@class,'linklist-link') or contains(@class,'linklist-real-url')]"
    snippet = ".//div[contains(@class,'linklist-item-description')]"

    def install(self, cache: Path) -> None:
        """Copy the program, write the bookmarks."""
        need("php", "/usr/share/shaarli", package="shaarli php-cli")
        folder = cache / self.name
        if (folder / ".done").exists():
            return
        copy_program(folder)
        rows = [
            {**asdict(each), "words": [each.section], "date": each.published}
            for each in documents()
        ]
        (folder / "documents.json").write_text(json.dumps({"articles": rows}))
        fill = f"php {QUIET} {SCRIPTS / 'shaarli_fill.php'} default < documents.json"
        run(("sh", "-c", fill), folder, "php")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve them."""
        serve = ("php", *QUIET.split(), "-S", f"127.0.0.1:{port}", "index.php")
        return serve, cache / self.name, {}
