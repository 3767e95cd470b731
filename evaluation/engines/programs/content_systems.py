"""Systems that sites are written with: each document is a post, a page or an entry."""

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram, file_name, need
from evaluation.engines.programs.wikis import page_title, write_pages
from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import BUILD, UNOPENED
from evaluation.engines.today.installed.packages import npm, pypi, run
from evaluation.engines.today.installed.program import write_documents

PROGRAMS = Path(__file__).parent / "scripts"
JINGO = {"jingo": "1.9.7"}
MEZZANINE = {"Mezzanine": "6.1.1", "setuptools": "75.8.0"}
MOIN = {"moin": "2.0.0b4", "setuptools": "75.8.0"}
RANETO = {"raneto": "0.16.0"}


class WordPress(HtmlProgram):
    """WordPress over a database of its own, in the theme that it comes with."""

    name = "wordpress"
    half = BUILD
    kind = "WordPress: the search of a theme"
    needs = "Debian"
    asked = "/?s={query}&paged={page}"
    paged = True
    record = "//article[header]"
    link = ".//header//h2//a"
    snippet = ".//div[contains(@class,'entry-content')]/p/text()"

    def install(self, cache: Path) -> None:
        """Copy the program, make the database, write the posts."""
        code = Path("/usr/share/wordpress")
        need("php", package="php8.2-cli php8.2-mysql")
        need("mariadbd", "mariadb-install-db", package="mariadb-server")
        need(str(code / "wp-settings.php"), package="wordpress wordpress-theme-twentytwentyone")
        folder = cache / self.name
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(code, folder / "site")
        shutil.copyfile(PROGRAMS / "wordpress_config.php", folder / "site" / "wp-config.php")
        shutil.copyfile(PROGRAMS / "wordpress_fill.php", folder / "fill.php")
        write_documents(folder)
        made = ("--auth-root-authentication-method=normal", "--user=root", "--skip-test-db")
        install = ("mariadb-install-db", "--no-defaults", f"--datadir={folder}/db", *made)
        run(install, folder, "mariadb")
        filled = (
            f"{self._database(folder)} & trap 'kill $!' EXIT; until test -S {folder}/socket; "
            "do sleep 0.2; done; echo 'CREATE DATABASE documents' | "
            f"mariadb --no-defaults --socket={folder}/socket -u root && php fill.php"
        )
        run(("env", f"SOCKET={folder}/socket", "sh", "-c", filled), folder, "mariadb")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        folder = cache / self.name
        served = f"{self._database(folder)} & exec php -S 127.0.0.1:{port} -t site"
        return ("sh", "-c", served), folder, {"SOCKET": f"{folder}/socket"}

    @staticmethod
    def _database(folder: Path) -> str:
        return (
            f"mariadbd --no-defaults --user=root --skip-networking --datadir={folder}/db "
            f"--socket={folder}/socket --pid-file={folder}/database.pid"
        )


class Mezzanine(HtmlProgram):
    """The project that `mezzanine-project` writes, with a blog."""

    name = "mezzanine"
    half = UNOPENED
    kind = "Mezzanine: the search of its project"
    needs = "PyPI"
    asked = "/search/?q={query}&type=&page={page}"
    paged = True
    record = "//div[@id='search-results']/h5"
    link = "./a"
    snippet = "./following-sibling::*[1][self::p]"

    def install(self, cache: Path) -> None:
        """Bring Mezzanine, write a project and its posts."""
        packages = pypi(cache, self.name, MEZZANINE)
        write_documents(packages)
        site = cache / "mezzanine_site"
        if (site / ".done").exists():
            return
        shutil.rmtree(site, ignore_errors=True)
        python = ("env", f"PYTHONPATH={packages}", sys.executable, "-S")
        project = "from mezzanine.bin.mezzanine_project import create_project as make; make()"
        run((*python, "-c", project, "mezzanine_site"), cache, "PyPI")
        run((*python, "manage.py", "createdb", "--noinput", "--nodata"), site, "PyPI")
        filling = (PROGRAMS / "fill_mezzanine.py").read_text()
        run((*python, "manage.py", "shell", "-c", filling), site, "PyPI")
        (site / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        packages = pypi(cache, self.name, MEZZANINE)
        serve = (sys.executable, "-S", "manage.py", "runserver", "--noreload", f"127.0.0.1:{port}")
        return serve, cache / "mezzanine_site", {"PYTHONPATH": str(packages)}


class Moin(HtmlProgram):
    """MoinMoin 2, a wiki."""

    name = "moin"
    half = BUILD
    kind = "MoinMoin 2: some paragraphs a hit, all beside each other"
    needs = "PyPI"
    asked = "/+search?q={query}"
    record = "//p[@class='moin-search-match']"
    snippet = (
        "./following-sibling::p[@class='moin-found-text']"
        "[preceding-sibling::p[@class='moin-search-match'][1] = $here]"
    )

    def install(self, cache: Path) -> None:
        """Bring the wiki, write its pages."""
        packages = pypi(cache, self.name, MOIN)
        folder = cache / "moin-site"
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "texts").mkdir(parents=True)
        program = ("env", f"PYTHONPATH={packages}", sys.executable, "-S")
        call = "import sys; from moin.cli import cli; sys.exit(cli())"
        moin = (*program, "-c", call)
        run((*moin, "create-instance", "-p", str(folder)), cache, "PyPI")
        run((*moin, "index-create"), folder, "PyPI")
        rows = [(0, "Home")]
        (folder / "texts" / "0.data").write_text("The first page.")
        for each in documents():
            (folder / "texts" / f"{each.number}.data").write_text(each.text)
            rows.append((each.number, page_title(each)))
        (folder / "texts" / "titles.json").write_text(json.dumps(rows))
        run((*program, str(PROGRAMS / "fill_moin.py")), folder, "PyPI")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        call = "import sys; from moin.cli import cli; sys.exit(cli())"
        packages = pypi(cache, self.name, MOIN)
        serve = (sys.executable, "-S", "-c", call, "run", "-h", "127.0.0.1", "-p", str(port))
        return serve, cache / "moin-site", {"PYTHONPATH": str(packages)}


class Raneto(HtmlProgram):
    """Raneto, a knowledge base over files of Markdown; all its pages stand in a menu."""

    name = "raneto"
    half = BUILD
    kind = "Raneto: hits beside a menu of all pages"
    needs = "npm"
    asked = "/?search={query}"
    record = "//section[contains(@class,'search')]/div[@class='page']"
    link = ".//h2/a"
    title = "./text()"
    snippet = "./div[@class='page-excerpt']"

    def install(self, cache: Path) -> None:
        """Bring the program, write the pages."""
        packages = npm(cache, self.name, RANETO)
        shutil.copyfile(PROGRAMS / "raneto.cjs", packages / "raneto.cjs")
        folder = packages / "content" / "documents"
        folder.mkdir(parents=True, exist_ok=True)
        for each in documents():
            text = f"---\nTitle: {json.dumps(each.title)}\n---\n\n{each.text}\n"
            (folder / f"{each.slug}.md").write_text(text)

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve them."""
        return ("node", "raneto.cjs"), npm(cache, self.name, RANETO), {}


class Jingo(HtmlProgram):
    """Jingo, a wiki over Git: a line of each page that matches."""

    name = "jingo"
    half = BUILD
    kind = "Jingo: names of pages, and the line that matches"
    needs = "npm"
    asked = "/search?term={query}"
    record = "//dl[contains(@class,'search-results')]/dt"
    link = "./a"
    snippet = "./following-sibling::dd[1]"

    def install(self, cache: Path) -> None:
        """Bring the program, write the pages into its repository."""
        npm(cache, self.name, JINGO)
        names = {
            f"{file_name(page_title(each)).replace('_', '-')}.md": each for each in documents()
        }
        write_pages(cache / "jingo-pages", names, "Home.md")

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve them."""
        settings = {
            "application": {"title": "Documents", "repository": str(cache / "jingo-pages")},
            "authentication": {"local": {"enabled": True, "accounts": []}},
            "server": {"port": port, "localOnly": True, "baseUrl": f"http://127.0.0.1:{port}"},
            "authorization": {"anonRead": True},
        }
        # What is written as JSON is YAML, too.
        configured = cache / "jingo.yaml"
        configured.write_text(json.dumps(settings))
        program = npm(cache, self.name, JINGO) / "node_modules" / "jingo" / "jingo"
        return ("node", str(program), "-c", str(configured)), cache, {"NW_ADDR": "127.0.0.1"}
