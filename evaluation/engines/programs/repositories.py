"""Browsers of repositories: each document is a change with its message, found by its words."""

import re
import shutil
import subprocess
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram, lighttpd, need
from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import BUILD, UNOPENED
from evaluation.engines.today.installed.packages import run

SECONDS_OF_A_DAY = 86_400
FIRST_DAY = 17_900


def git_repository(cache: Path) -> Path:
    """Return a bare repository of one change a document."""
    need("git", package="git")
    folder = cache / "documents.git"
    if (folder / ".done").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    run(("git", "init", "-q", "--bare", "-b", "main", str(folder)), cache, "git")
    stream = []
    for each in documents():
        when = (FIRST_DAY + each.number) * SECONDS_OF_A_DAY
        message = f"{each.title}\n\n{each.text}\n".encode()
        text = f"{each.title}\n{each.text}\n".encode()
        stream.append(
            f"commit refs/heads/main\ncommitter {each.section} <{each.section}@bed.example> "
            f"{when} +0000\ndata {len(message)}\n".encode()
            + message
            + f"M 100644 inline {each.slug}.txt\ndata {len(text)}\n".encode()
            + text
        )
    command = ("git", "fast-import", "--quiet")
    subprocess.run(command, cwd=folder, input=b"\n".join(stream), check=True, capture_output=True)
    (folder / "description").write_text("Documents\n")
    (folder / ".done").touch()
    return folder


class RepositoryCgi(HtmlProgram):
    """A browser of Git's repositories behind a web server."""

    needs = "Debian"
    home = "/cgi-bin/browse.cgi"

    @abstractmethod
    def cgi(self) -> tuple[str, Mapping[str, str]]:
        """Return the program and its variables."""

    def install(self, cache: Path) -> None:
        """Make the repository."""
        self.cgi()
        git_repository(cache)
        (cache / self.name).mkdir(exist_ok=True)

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        program, variables = self.cgi()
        folder = cache / self.name
        pairs = ", ".join(
            f'"{name}" => "{value.format(folder=folder, cache=cache)}"'
            for name, value in variables.items()
        )
        lines = (
            f'alias.url = ("/cgi-bin/browse.cgi" => "{program}")\n'
            f'cgi.assign = (".cgi" => "")\nsetenv.add-environment = ({pairs})\n'
        )
        return lighttpd(folder, port, lines)


class Gitweb(RepositoryCgi):
    """Gitweb: the changes whose message has a word."""

    name = "gitweb"
    half = BUILD
    kind = "gitweb: a search of messages"
    home = "/cgi-bin/browse.cgi?p=documents.git;a=log"
    asked = "/cgi-bin/browse.cgi?p=documents.git;a=search;h=HEAD;st=commit;s={query}"
    record = "//table[contains(@class,'commit_search')]//tr[td/a[contains(@class,'list')]]"
    link = ".//a[contains(@class,'list') and contains(@class,'subject')]"
    snippet = "./td[3]/text() | ./td[3]/span"

    def install(self, cache: Path) -> None:
        """Write the settings of Gitweb."""
        super().install(cache)
        settings = f'$projectroot = "{cache}"; $projects_list_description_width = 60;\n'
        (cache / self.name / "gitweb.conf").write_text(settings)

    def cgi(self) -> tuple[str, Mapping[str, str]]:
        """Return Debian's Gitweb."""
        program = "/usr/share/gitweb/gitweb.cgi"
        need(program, package="gitweb")
        return program, {"GITWEB_CONFIG": "{folder}/gitweb.conf"}


class Cgit(RepositoryCgi):
    """Cgit: the log of the changes whose message has a word."""

    name = "cgit"
    half = UNOPENED
    kind = "cgit: a log, cut to what has a word"
    home = "/cgi-bin/browse.cgi/documents/log/"
    asked = "/cgi-bin/browse.cgi/documents/log/?qt=grep&q={query}&ofs={start}"
    paged = True
    page_size = 20
    record = "//table[contains(@class,'list')]//tr[td[2]/a]"
    link = "./td[2]/a"

    def install(self, cache: Path) -> None:
        """Write the settings of Cgit."""
        super().install(cache)
        (cache / self.name / "cgitrc").write_text(
            f"css=/cgit.css\nmax-commit-count={self.page_size}\nrepo.url=documents\n"
            f"repo.path={cache / 'documents.git'}\nrepo.desc=Documents\n"
        )

    def cgi(self) -> tuple[str, Mapping[str, str]]:
        """Return Debian's Cgit."""
        program = "/usr/lib/cgit/cgit.cgi"
        need(program, package="cgit")
        return program, {"CGIT_CONFIG": "{folder}/cgitrc"}


class Hgweb(HtmlProgram):
    """Mercurial's own web interface in one of its styles."""

    needs = "Debian"
    half = BUILD
    home = "/log"
    asked = "/log?rev={query}"

    def __init__(self, style: str, record: str, link: str, title: str = ".") -> None:
        self.name = f"hgweb-{style}"
        self.kind = f"Mercurial's web interface, style {style}"
        self._style = style
        self.record = record
        self.link = link
        self.title = title

    def install(self, cache: Path) -> None:
        """Convert the repository of Git."""
        need("hg", package="mercurial")
        folder = cache / "documents.hg"
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        convert = ("hg", "--config", "extensions.convert=", "convert", "-q")
        run((*convert, str(git_repository(cache)), str(folder)), cache, "hg")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        folder = cache / "documents.hg"
        serve = ("hg", "serve", "-a", "127.0.0.1", "-p", str(port), "-n", "Documents")
        return (*serve, "--config", f"web.style={self._style}"), folder, {"HGPLAIN": "1"}


class Fossil(HtmlProgram):
    """Fossil: its own search of pages of its wiki and of changes, in one of its skins."""

    needs = "Debian"
    half = UNOPENED
    home = "/search"
    asked = "/search?s={query}&y=all"
    record = "//ol/li[.//a[@href]]"
    snippet = ".//span[@class='snippet'] | ./br/following-sibling::node()"

    def __init__(self, skin: str) -> None:
        self.name = f"fossil-{skin}"
        self.kind = f"Fossil's search of its wiki, skin {skin}"
        self._skin = skin

    def install(self, cache: Path) -> None:
        """Make a repository whose wiki has the documents."""
        need("fossil", package="fossil")
        target = cache / "documents.fossil"
        if (cache / "documents.fossil.done").exists():
            return
        target.unlink(missing_ok=True)
        run(("env", "USER=bed", "fossil", "new", "-A", "bed", str(target)), cache, "fossil")
        page = cache / "fossil-page.wiki"
        for each in documents():
            page.write_text(f"{each.text}\n")
            title = re.sub(r"[^A-Za-z0-9 ,.()-]+", " ", each.title)[:90].strip()
            wiki = (
                "env",
                "USER=bed",
                "fossil",
                "wiki",
                "create",
                title,
                str(page),
                "-R",
                str(target),
            )
            run((*wiki, "-M", "text/plain"), cache, "fossil")
        rights = (
            "UPDATE user SET cap='hjorz' WHERE login='nobody';"
            "REPLACE INTO config(name, value, mtime) VALUES"
            "('search-wiki', 1, now()), ('search-ci', 1, now()),"
            "('project-name', 'Documents', now());"
        )
        run(("env", "USER=bed", "fossil", "sql", "-R", str(target), rights), cache, "fossil")
        (cache / "documents.fossil.done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        serve = ("fossil", "server", "--localhost", "--port", str(port), "--skin", self._skin)
        return (*serve, str(cache / "documents.fossil")), cache, {"USER": "bed"}
