"""Wikis: each document is a page, found by its words."""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram, file_name, need
from evaluation.engines.today.corpus import Document, documents
from evaluation.engines.today.engine import BUILD, UNOPENED
from evaluation.engines.today.installed.packages import pypi, run

OTTERWIKI = {"otterwiki": "2.26.1"}
WIKMD = {"wikmd": "1.10.6", "setuptools": "75.8.0"}
TRAC = {"Trac": "1.6", "setuptools": "75.8.0"}


def page_title(document: Document) -> str:
    """Return a title that every wiki takes as the name of a page."""
    words = re.sub(r"[^A-Za-z0-9 ,-]+", " ", document.title)
    return re.sub(r" +", " ", words)[:80].strip(" ,-").capitalize()


def write_pages(folder: Path, names: Mapping[str, Document], home: str) -> None:
    """Write a repository of Git with a page in Markdown for each document, and a first page."""
    if (folder / ".done").exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, each in names.items():
        (folder / name).write_text(f"# {each.title}\n\n{each.text}\n")
    (folder / home).write_text("# Documents\n")
    git = ("git", "-c", "user.name=bed", "-c", "user.email=bed@bed.example")
    run(("git", "init", "-q"), folder, "git")
    run(("git", "add", "."), folder, "git")
    run((*git, "commit", "-q", "-m", "Documents"), folder, "git")
    (folder / ".done").touch()


class Didiwiki(HtmlProgram):
    """Didiwiki: bare links with line breaks."""

    name = "didiwiki"
    half = BUILD
    kind = "Didiwiki: bare links, each with a line break"
    needs = "Debian"
    asked = "/Search?expr={query}"
    record = "//div[@id='wikidata']//a | //body//p/following-sibling::a"
    link = "self::a"

    def install(self, cache: Path) -> None:
        """Write the pages."""
        need("didiwiki", package="didiwiki")
        folder = cache / self.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for each in documents():
            (folder / file_name(each.title)[:60]).write_text(f"={each.title}\n\n{each.text}\n")

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve them."""
        folder = cache / self.name
        serve = ("didiwiki", "-l", "127.0.0.1", "-p", str(port), "-h", str(folder), "--debug")
        return serve[:-1], folder, {}


class Dokuwiki(HtmlProgram):
    """DokuWiki: headings with definitions."""

    name = "dokuwiki"
    half = BUILD
    kind = "DokuWiki: quick hits and full results"
    needs = "Debian"
    home = "/doku.php"
    asked = "/doku.php?do=search&id=start&q={query}"
    record = "//div[contains(@class,'search_fulltextresult')]//dt"
    link = ".//a"
    snippet = "./following-sibling::dd[contains(@class,'snippet')][1]"

    def install(self, cache: Path) -> None:
        """Copy the program, write and index the pages."""
        need("php", package="php8.2-cli php8.2-xml php8.2-mbstring")
        need("/usr/share/dokuwiki/doku.php", package="dokuwiki php8.2-cgi")
        folder = cache / self.name
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree("/usr/share/dokuwiki", folder)
        shutil.copytree("/etc/dokuwiki", folder / "conf", dirs_exist_ok=True)
        (folder / "inc" / "preload.php").write_text(
            f"<?php\ndefine('DOKU_CONF', '{folder}/conf/');\n"
        )
        (folder / "conf" / "local.php").write_text(
            f"<?php\n$conf['savedir'] = '{folder}/data';\n$conf['title'] = 'Documents';\n"
            "$conf['useheading'] = 1;\n$conf['useacl'] = 0;\n$conf['updatecheck'] = 0;\n"
        )
        for part in "attic cache index locks log media media_attic media_meta meta tmp".split():
            (folder / "data" / part).mkdir(parents=True, exist_ok=True)
        pages = folder / "data" / "pages"
        pages.mkdir(parents=True, exist_ok=True)
        for each in documents():
            text = f"====== {each.title} ======\n\n{each.text}\n"
            (pages / f"{each.slug.replace('-', '_')}.txt").write_text(text)
        run(("php", "bin/indexer.php", "-q"), folder, "php")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        return ("php", "-S", f"127.0.0.1:{port}", "-t", "."), cache / self.name, {}


class MediaWiki(HtmlProgram):
    """MediaWiki over SQLite in one of the skins that come with it."""

    needs = "Debian"
    half = UNOPENED
    home = "/index.php?title=Special:Search"
    asked = "/index.php?title=Special:Search&fulltext=1&limit=20&offset={start}&search={query}"
    paged = True
    page_size = 20
    record = "//li[contains(@class,'mw-search-result')]"
    link = ".//*[contains(@class,'mw-search-result-heading')]//a"
    snippet = ".//*[contains(@class,'searchresult')]"

    def __init__(self, skin: str, folder: str) -> None:
        self.name = f"mediawiki-{skin}"
        self.kind = f"MediaWiki, skin {skin}"
        self._skin, self._folder = skin, folder

    def install(self, cache: Path) -> None:
        """Make the database, import the pages."""
        code = Path("/usr/share/mediawiki")
        need("php", package="php8.2-cli php8.2-xml php8.2-mbstring php8.2-intl php8.2-sqlite3")
        need(str(code / "index.php"), package="mediawiki php8.2-cgi")
        folder = cache / "mediawiki"
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "texts").mkdir(parents=True)
        texts = []
        for each in documents():
            path = folder / "texts" / f"{page_title(each)}.txt"
            path.write_text(each.text)
            texts.append(str(path))
        scripts = code / "maintenance"
        place = ("--dbtype", "sqlite", "--dbpath", str(folder), "--confpath", str(folder))
        words = ("--scriptpath", "", "--server", "http://127.0.0.1", "--pass", "bed-bed-bed-1")
        install = ("php", str(scripts / "install.php"), *place, *words, "Documents", "Admin")
        run(install, folder, "php")
        with (folder / "LocalSettings.php").open("a") as settings:
            settings.write(
                "\n$wgServer = 'http://127.0.0.1:' . (getenv('PORT') ?: '80');\n"
                "$wgArticlePath = '/index.php?title=$1';\n$wgMainCacheType = CACHE_NONE;\n"
                "$wgJobRunRate = 0;\nforeach (['Vector', 'MonoBook', 'Timeless'] as $skin)\n"
                "    wfLoadSkin($skin);\n$wgDefaultSkin = getenv('SKIN') ?: 'vector';\n"
            )
        conf = ("--conf", str(folder / "LocalSettings.php"))
        run(("php", str(scripts / "importTextFiles.php"), *conf, *texts), folder, "php")
        run(("php", str(scripts / "rebuildtextindex.php"), *conf), folder, "php")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        folder = cache / "mediawiki"
        variables = {"MW_CONFIG_FILE": str(folder / "LocalSettings.php"), "SKIN": self._skin}
        serve = ("php", "-S", f"127.0.0.1:{port}", "-t", "/usr/share/mediawiki")
        return serve, folder, variables


class Otterwiki(HtmlProgram):
    """An Otter Wiki: headings with the lines that match, asked by POST."""

    name = "otterwiki"
    half = BUILD
    kind = "An Otter Wiki: headings, lines that match, a token in the form"
    needs = "PyPI"
    home = "/-/search"
    asked = "/-/search/{query}"
    record = "//h2[contains(@class,'content-title')][a]"
    link = "./a"
    snippet = "./following-sibling::p[preceding-sibling::h2[1] = $here]"

    def install(self, cache: Path) -> None:
        """Bring the program, write the pages into its repository."""
        pypi(cache, self.name, OTTERWIKI)
        names = {f"{page_title(each).lower()}.md": each for each in documents()}
        write_pages(cache / "otterwiki-pages", names, "home.md")

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve them."""
        variables = {
            "PYTHONPATH": str(pypi(cache, self.name, OTTERWIKI)),
            "REPOSITORY": str(cache / "otterwiki-pages"),
            "SECRET_KEY": "of-the-bed-and-of-nothing-else",
            "READ_ACCESS": "ANONYMOUS",
        }
        serve = (sys.executable, "-S", "-m", "flask", "--app", "otterwiki.server", "run")
        return (*serve, "-p", str(port)), cache, variables


class Wikmd(HtmlProgram):
    """Wikmd: a Flask wiki over Whoosh."""

    name = "wikmd"
    half = UNOPENED
    kind = "wikmd: a list over Whoosh"
    needs = "PyPI"
    asked = "/search?q={query}&page={page}"
    paged = True
    record = "//ul[@id='list']//li[.//a]"
    snippet = "./p[2]"

    def install(self, cache: Path) -> None:
        """Bring the program, write the pages."""
        pypi(cache, self.name, WIKMD)
        folder = cache / "wikmd-site" / "wiki"
        if folder.exists():
            return
        folder.mkdir(parents=True)
        for each in documents():
            text = f"# {each.title}\n\n{each.text}\n"
            (folder / f"{file_name(page_title(each))}.md").write_text(text)
        (folder / "homepage.md").write_text("# Documents\n")

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve them."""
        folder = cache / "wikmd-site"
        variables = {
            "PYTHONPATH": str(pypi(cache, self.name, WIKMD)),
            "WIKMD_HOST": "127.0.0.1",
            "WIKMD_PORT": str(port),
            "WIKI_DIRECTORY": str(folder / "wiki"),
            "CACHE_DIR": str(folder / "cache"),
            "SEARCH_DIR": str(folder / "index"),
            "HOMEPAGE": "homepage.md",
        }
        return (sys.executable, "-S", "-m", "wikmd.wiki"), folder, variables


class Trac(HtmlProgram):
    """Trac: its search over its wiki."""

    name = "trac"
    half = UNOPENED
    kind = "Trac: a search of its wiki, in pages"
    needs = "PyPI"
    home = "/search"
    asked = (
        "/search?q={query}&wiki=on&changeset=on&milestone=on&ticket=on&noquickjump=1&page={page}"
    )
    paged = True
    record = "//dl[@id='results']/dt"
    snippet = "./following-sibling::dd[1][contains(@class,'searchable')]"

    def install(self, cache: Path) -> None:
        """Bring Trac, write the pages."""
        packages = pypi(cache, self.name, TRAC)
        folder = cache / "trac-site"
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        pages = cache / "trac-pages"
        pages.mkdir(exist_ok=True)
        for each in documents():
            name = "".join(word.capitalize() for word in file_name(each.slug).split("_"))
            (pages / name).write_text(f"= {each.title} =\n\n{each.text}\n")
        program = (
            "env",
            f"PYTHONPATH={packages}",
            sys.executable,
            "-S",
            "-m",
            "trac.admin.console",
        )
        run((*program, str(folder), "initenv", "Documents", "sqlite:db/trac.db"), cache, "PyPI")
        run((*program, str(folder), "wiki", "load", str(pages)), cache, "PyPI")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        serve = (sys.executable, "-S", "-m", "trac.web.standalone", "-s", "--hostname=127.0.0.1")
        packages = pypi(cache, self.name, TRAC)
        return (*serve, f"--port={port}", "trac-site"), cache, {"PYTHONPATH": str(packages)}
