"""Programs that `evaluation.engines.programs` runs, in their own skins: what they answer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote_plus
from urllib.request import Request, urlopen

from evaluation.engines.programs.documents import Htdig
from evaluation.engines.programs.html_program import HtmlProgram, free_port
from evaluation.engines.programs.repositories import Fossil, Hgweb
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


# What holds a change in each style of Mercurial's interface, its link, and its title within that.
_HGWEB = {
    "paper": ("//tbody/tr[td[@class='description']]", "./td[@class='description']/a"),
    "gitweb": ("//div[a[@class='title']]", "./a[@class='title']", "./text()"),
    "monoblue": ("//h3[@class='changelog']", "./a[@class='title']", "./text()"),
    "spartan": (
        "//table[contains(@class,'logEntry')]",
        ".//td[@class='node']/a",
        "./ancestor::table[1]//th[@class='firstline']",
    ),
}
# What holds a page in each of the templates that are built into ht://Dig.
_HTDIG = {"long": "//dl[dt//a]", "short": "//strong[a[starts-with(@href,'http://documents')]]"}

FOSSIL = Served(Fossil)
HGWEB = Served(lambda style: Hgweb(style, *_HGWEB[style]))
HTDIG = Served(lambda template: Htdig(template, _HTDIG[template], ""))
