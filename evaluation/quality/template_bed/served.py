"""Programs that `evaluation.engines.programs` runs, in their own skins: what they answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from evaluation.engines.programs.program import Program, free_port, manifest
from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import HOST, MadePage


@dataclass(frozen=True, slots=True)
class Served:
    """A program with a skin's name, one of the manifest's with what is told of each skin here."""

    known: str
    skins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def build(self, folder: Path, look: str, contents: Contents) -> list[MadePage]:
        """Return the pages of a skin. Raises `OSError`, `NotInstalledError`."""
        del contents
        skin = look.partition("-")[2]
        facts = {**manifest()[self.known], "look": skin, **self.skins.get(skin, {})}
        program = Program(f"{self.known.partition('-')[0]}-{skin}", facts)
        port = free_port()
        base = f"http://127.0.0.1:{port}"
        pages = []
        with program.running(folder, port):
            for word in program.asked_words():
                path = program.address(word)
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
    "gitweb": {
        "record": "//div[a[@class='title']]",
        "link": "./a[@class='title']",
        "title": "./text()",
    },
    "monoblue": {
        "record": "//h3[@class='changelog']",
        "link": "./a[@class='title']",
        "title": "./text()",
    },
    "spartan": {
        "record": "//table[contains(@class,'logEntry')]",
        "link": ".//td[@class='node']/a",
        "title": "./ancestor::table[1]//th[@class='firstline']",
    },
}
# What holds a page in each of the templates that are built into ht://Dig.
_HTDIG = {"short": {"record": "//strong[a[starts-with(@href,'http://documents')]]", "snippet": ""}}

FOSSIL = Served("fossil-default")
HGWEB = Served("hgweb-paper", _HGWEB)
HTDIG = Served("htdig-long", _HTDIG)
