"""Programs for Django: its administration in themes of others, Wagtail's own project, a wiki."""

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram
from evaluation.engines.today.engine import UNOPENED
from evaluation.engines.today.installed.packages import pypi, run
from evaluation.engines.today.installed.program import write_documents
from evaluation.quality.template_bed.django_admin import PACKAGES

PROGRAMS = Path(__file__).parent / "scripts"
ADMIN = dict(package.split("==") for package in PACKAGES)
WAGTAIL = {"wagtail": "6.3.8", "setuptools": "75.8.0"}
WIKI = {"wiki": "0.13.0", "Django": "5.2.19", "setuptools": "75.8.0"}


class AdminSite(HtmlProgram):
    """Django's administration, nobody asked for a name, in a theme of another package."""

    needs = "PyPI"
    home = "/admin/auth/article/"
    asked = "/admin/auth/article/?q={query}"
    record = "//*[@id='result_list']//tr[.//a[contains(@href,'/change/')]]"
    link = ".//a[contains(@href,'/change/')]"

    def __init__(self, theme: str, half: str) -> None:
        self.name = f"django-admin-{theme}"
        self.kind = f"Django's administration, theme {theme}"
        self.half = half
        self._theme = theme
        if theme == "simpleui":
            # Its form has an empty field before the words, and records' links carry what was asked.
            self.asked = "/admin/auth/article/?p=&q={query}"

    def install(self, cache: Path) -> None:
        """Bring Django and the themes."""
        write_documents(pypi(cache, "django-admin", ADMIN))

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        folder = pypi(cache, "django-admin", ADMIN)
        program = (sys.executable, "-S", str(PROGRAMS / "admin_site.py"), self._theme)
        return program, folder, {"PYTHONPATH": str(folder)}


class DjangoWiki(HtmlProgram):
    """django-wiki: a table of titles and dates."""

    name = "django-wiki"
    half = UNOPENED
    kind = "django-wiki: a table, in pages"
    needs = "PyPI"
    asked = "/_search/?q={query}&page={page}"
    paged = True
    record = "//table[contains(@class,'table')]//tr[td//a]"
    link = "./td[1]//a"
    title = "./text()[1]"

    def install(self, cache: Path) -> None:
        """Bring the wiki."""
        write_documents(pypi(cache, self.name, WIKI))

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Fill and serve it."""
        folder = pypi(cache, self.name, WIKI)
        program = (sys.executable, "-S", str(PROGRAMS / "wiki_site.py"))
        return program, folder, {"PYTHONPATH": str(folder)}


class Wagtail(HtmlProgram):
    """The project that `wagtail start` writes, and its template of a search."""

    name = "wagtail"
    half = UNOPENED
    kind = "Wagtail: the search of its project template"
    needs = "PyPI"
    home = "/search/"
    asked = "/search/?query={query}&page={page}"
    paged = True
    record = "//ul/li[h4/a]"
    link = "./h4/a"
    snippet = "./text()"

    def install(self, cache: Path) -> None:
        """Bring Wagtail, start a project, write its pages."""
        packages = pypi(cache, self.name, WAGTAIL)
        site = cache / "wagtail-site"
        if (site / ".done").exists():
            return
        shutil.rmtree(site, ignore_errors=True)
        write_documents(packages)
        python = ("env", f"PYTHONPATH={packages}", sys.executable, "-S")
        run(
            (*python, "-m", "wagtail.bin.wagtail", "start", "site_of_bed", str(site)),
            _made(site),
            "PyPI",
        )
        run((*python, "manage.py", "migrate", "-v0"), site, "PyPI")
        filling = (PROGRAMS / "fill_wagtail.py").read_text()
        run((*python, "manage.py", "shell", "-c", filling), site, "PyPI")
        run((*python, "manage.py", "update_index"), site, "PyPI")
        (site / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        packages = pypi(cache, self.name, WAGTAIL)
        serve = (sys.executable, "-S", "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}")
        return serve, cache / "wagtail-site", {"PYTHONPATH": str(packages)}


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
