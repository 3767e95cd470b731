"""Programs for Django that are sites of their own: an archive of mail, a forum, a shop."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram
from evaluation.engines.today.engine import BUILD, UNOPENED
from evaluation.engines.today.installed.packages import pypi
from evaluation.engines.today.installed.program import write_documents

PROGRAMS = Path(__file__).parent / "scripts"
OLD_BUILD = {"setuptools": "75.8.0"}
INDEX = {"whoosh": "2.7.4", **OLD_BUILD}


class DjangoProgram(HtmlProgram):
    """A program for Django that `scripts/{script}_site.py` fills and serves."""

    needs = "PyPI"
    script: str
    pins: Mapping[str, str]

    def install(self, cache: Path) -> None:
        """Bring the packages."""
        write_documents(pypi(cache, self.name, self.pins))

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Fill and serve it."""
        folder = pypi(cache, self.name, self.pins)
        program = (sys.executable, "-S", str(PROGRAMS / f"{self.script}_site.py"))
        return program, folder, {"PYTHONPATH": str(folder)}


class HyperKitty(DjangoProgram):
    """HyperKitty: mails with the beginning of their texts."""

    name = "hyperkitty"
    script = "hyperkitty"
    half = UNOPENED
    kind = "HyperKitty: an archive of mail, in pages"
    pins: Mapping[str, str] = {"HyperKitty": "1.3.12", **INDEX}
    asked = "/search?q={query}&page={page}"
    paged = True
    record = "//div[@class='thread']"
    link = ".//span[@class='thread-title']/a"
    snippet = ".//span[contains(@class,'expander')]"


class Machina(DjangoProgram):
    """django-machina: a table of topics and their texts, the search behind a link."""

    name = "django-machina"
    script = "machina"
    half = BUILD
    kind = "django-machina: a forum's posts in a table, in pages"
    pins: Mapping[str, str] = {"django-machina": "1.3.1", "Django": "4.2.30", **INDEX}
    asked = "/search/?q={query}&page={page}"
    paged = True
    record = "//tr[td[@class='post-name']]"
    link = ".//a[@class='topic-name-link']"
    snippet = "./td[@class='post-content']"


class Oscar(DjangoProgram):
    """django-oscar: products in a grid, their titles cut short; the whole is in an attribute."""

    name = "django-oscar"
    script = "oscar"
    half = UNOPENED
    kind = "django-oscar: a shop's products in a grid, in pages"
    pins: Mapping[str, str] = {"django-oscar": "4.2.1", **INDEX}
    asked = "/search/?q={query}&page={page}"
    paged = True
    record = "//article[@class='product_pod']"
    link = ".//h3/a"
