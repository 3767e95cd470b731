"""Programs that `evaluation.engines.programs` runs, in their own skins: what they answer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_plus
from urllib.request import Request, urlopen

from evaluation.engines.programs.html_program import HtmlProgram, free_port
from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import HOST, MadePage


@dataclass(frozen=True, slots=True)
class Served:
    """A program with a skin's name; it brings documents and words of its own."""

    make: Callable[[str], HtmlProgram]

    def build(self, folder: Path, look: str, contents: Contents) -> list[MadePage]:
        """Return the pages of a skin. Raises `OSError`, `NotInstalledError`."""
        del contents
        program = self.make(look.partition("-")[2])
        program.install(folder)
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        pages = []
        with program.served(folder, port):
            for word in program.asked_words():
                path = program.asked.format(query=quote_plus(word), page=1, start=0)
                with urlopen(Request(base + path, headers={"Accept": "text/html"})) as answer:
                    body = answer.read().replace(base.encode(), HOST.encode())
                records = tuple(
                    {"url": row["url"].replace(base, HOST), "title": row["title"]}
                    for row in program.truth(base, word, 1)
                )
                pages.append(MadePage(word, HOST + path, body, records))
        return pages
