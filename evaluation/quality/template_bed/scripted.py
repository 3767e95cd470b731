"""Programs of PyPI that one of our scripts fills and asks: `scripts/NAME.py LOOK`.

A script gets the contents as JSON by standard input and prints pages: word, path, HTML.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluation.engines.programs.program import pypi
from evaluation.quality.template_bed.contents import Contents
from evaluation.quality.template_bed.pages import HOST, MadePage, linked_page

SCRIPTS = Path(__file__).parent / "scripts"
_TIME = 600


@dataclass(frozen=True, slots=True)
class Scripted:
    """A program of PyPI: the packages of each of its looks, and the script that runs it.

    `area` is an XPath of what the records stand in, for one that links to articles beside them;
    `is_all`: the packages named are all, what they ask for themselves is not brought.
    """

    script: str
    pins: Mapping[str, Mapping[str, str]]
    area: str = "//body"
    is_all: bool = False

    def build(self, folder: Path, look: str, contents: Contents) -> list[MadePage]:
        """Return the pages of a look. Raises `OSError`, `subprocess.SubprocessError`."""
        packages = pypi(folder, self.script, self.pins[look], is_all=self.is_all)
        made = subprocess.run(
            [sys.executable, "-S", str(SCRIPTS / f"{self.script}.py"), look.partition("-")[2]],
            input=json.dumps(contents.as_data()).encode(),
            capture_output=True,
            check=True,
            timeout=_TIME,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(packages)},
        )
        nothing, *pages = [
            (page["word"], HOST + page["path"], page["html"].encode())
            for page in json.loads(made.stdout)
        ]
        return [linked_page(*page, contents.articles, nothing[2], self.area) for page in pages]
