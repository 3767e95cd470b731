"""Programs that index files: sites of pages, mail, manuals."""

import html
import shutil
import struct
import sys
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path

from evaluation.engines.programs.html_program import HtmlProgram, lighttpd, need
from evaluation.engines.today.corpus import documents
from evaluation.engines.today.engine import BUILD, UNOPENED
from evaluation.engines.today.installed.packages import run

PROGRAMS = Path(__file__).parent / "scripts"
HOST = "http://documents.example"


def write_site(folder: Path) -> None:
    """Write a page for each document and one that links to all."""
    (folder / "entry").mkdir(parents=True, exist_ok=True)
    links = []
    for each in documents():
        title, text = html.escape(each.title, False), html.escape(each.text, False)
        (folder / "entry" / f"{each.slug}.html").write_text(
            f'<!doctype html><html lang="en"><head><title>{title}</title></head>'
            f"<body><h1>{title}</h1><p>{text}</p></body></html>"
        )
        links.append(f'<li><a href="entry/{each.slug}.html">{title}</a></li>')
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><head><title>Documents</title></head><body>'
        f"<h1>Documents</h1><ul>{''.join(links)}</ul></body></html>"
    )


def one_colour_picture(size: int) -> bytes:
    """Return a square PNG of black points, `size` a side."""
    rows = zlib.compress((b"\0" + bytes(size)) * size)
    head = struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


class Htdig(HtmlProgram):
    """Ht://Dig with one of the two templates that are built into it."""

    needs = "Debian"
    half = BUILD
    page_size = 10
    paged = True

    def __init__(self, template: str, record: str, snippet: str) -> None:
        self.name = f"htdig-{template}"
        self.kind = f"ht://Dig of 1997 to 2004, its template “{template}”"
        self.record = record
        self.snippet = snippet
        self.asked = (
            f"/cgi-bin/htsearch.cgi?config=htdig&method=and&format=builtin-{template}&sort=score"
            "&words={query}&page={page}"
        )

    def install(self, cache: Path) -> None:
        """Write the site and index it."""
        need("/usr/lib/cgi-bin/htsearch", "htdig", package="htdig")
        folder = cache / self.name
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        write_site(folder / "site")
        (folder / "db").mkdir()
        (folder / "htdig.conf").write_text(
            f"database_dir: {folder}/db\nstart_url: {HOST}/index.html\nlimit_urls_to: {HOST}/\n"
            f"local_urls: {HOST}/={folder}/site/\nlocal_urls_only: true\n"
            "maintainer: bed@documents.example\nmax_head_length: 5000\nno_excerpt_show_top: true\n"
            f"endings_root2word_db: {folder}/db/root2word.db\n"
            f"endings_word2root_db: {folder}/db/word2root.db\n"
            f"synonym_db: {folder}/db/synonyms.db\nsearch_algorithm: exact:1\n"
            f"template_name: builtin-{self.name.partition('-')[2]}\n"
        )
        run(("htdig", "-i", "-c", str(folder / "htdig.conf")), folder, "htdig")
        run(("htmerge", "-c", str(folder / "htdig.conf")), folder, "htdig")
        (folder / "index.html").write_text(
            "<html><head><title>Search</title></head><body><h1>Search our documents</h1>\n"
            '<form method="get" action="/cgi-bin/htsearch.cgi">\n'
            '<input type="hidden" name="config" value="htdig">\n'
            '<input type="hidden" name="method" value="and">\n'
            f'<input type="hidden" name="format" value="builtin-{self.name.partition("-")[2]}">\n'
            '<input type="hidden" name="sort" value="score">\n'
            'Search: <input type="text" size="30" name="words" value="">\n'
            '<input type="submit" value="Search"></form></body></html>\n'
        )
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve the page of search and the program."""
        folder = cache / self.name
        lines = (
            'alias.url = ("/cgi-bin/htsearch.cgi" => "/usr/lib/cgi-bin/htsearch")\n'
            'cgi.assign = ("htsearch" => "")\n'
            f'setenv.add-environment = ("CONFIG_DIR" => "{folder}")\n'
        )
        return lighttpd(folder, port, lines)


class Kiwix(HtmlProgram):
    """Kiwix: an archive of pages with its own full-text index."""

    name = "kiwix"
    half = UNOPENED
    kind = "Kiwix: the pages of an archive, a bar laid over each"
    needs = "Debian"
    home = "/documents/A/index.html"
    asked = "/search?content=documents&pattern={query}&start={start}&pageLength=25"
    paged = True
    page_size = 25
    record = "//div[@class='results']//li"
    snippet = ".//cite"

    def install(self, cache: Path) -> None:
        """Write the site and pack it."""
        need("kiwix-serve", "zimwriterfs", package="kiwix-tools zim-tools")
        folder = cache / self.name
        if (folder / "documents.zim").exists():
            return
        write_site(folder / "site")
        (folder / "site" / "picture.png").write_bytes(one_colour_picture(48))
        described = ("-l", "eng", "-t", "Documents", "-d", "Documents", "-c", "bed", "-p", "bed")
        pack = ("zimwriterfs", "-w", "index.html", "-I", "picture.png", *described)
        run((*pack, "site", "documents.zim"), folder, "zim-tools")

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        serve = ("kiwix-serve", "-i", "127.0.0.1", "-p", str(port), "documents.zim")
        return serve, cache / self.name, {}


class PublicInbox(HtmlProgram):
    """public-inbox: an archive of mail, its results in preformatted text."""

    name = "public-inbox"
    half = UNOPENED
    kind = "public-inbox: mail, results in preformatted text"
    needs = "Debian"
    home = "/documents/"
    asked = "/documents/?q={query}"
    record = "//pre/b/a[not(starts-with(@href, '?'))]"
    link = "self::a"

    def install(self, cache: Path) -> None:
        """Write the mails."""
        need("public-inbox-httpd", "public-inbox-init", package="public-inbox")
        folder = cache / self.name
        if (folder / ".done").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        mails = folder / "mails"
        mails.mkdir(parents=True)
        for each in documents():
            date = format_datetime(datetime.fromisoformat(each.published))
            (mails / f"{each.number:04}.eml").write_text(
                f"From: {each.section} <{each.section}@documents.example>\n"
                f"To: list@documents.example\nSubject: {each.title}\n"
                f"Date: {date}\nMessage-ID: <{each.slug}@bed.example>\n"
                f"Content-Type: text/plain; charset=utf-8\n\n{each.text}\n"
            )
        program = PROGRAMS / "public_inbox.pl"
        variables = (f"PI_CONFIG={folder}/config", f"HOME={folder}")
        init = ("public-inbox-init", "-V2", "documents", str(folder / "box"))
        where = (f"{HOST}/documents", "list@documents.example")
        run(("env", *variables, *init, *where), folder, "public-inbox")
        run(("env", *variables, "perl", str(program), str(mails)), folder, "public-inbox")
        (folder / ".done").touch()

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        folder = cache / self.name
        variables = {"PI_CONFIG": f"{folder}/config", "HOME": str(folder)}
        return ("public-inbox-httpd", "-l", f"127.0.0.1:{port}", "-W0"), folder, variables


class Yard(HtmlProgram):
    """YARD's server over the documentation of Ruby's own library."""

    name = "yard"
    half = BUILD
    kind = "YARD: names of a library's classes and methods"
    needs = "Debian"
    home = "/"
    asked = "/search?q={query}"
    words = ("header", "parse", "request", "close", "socket")
    record = "//div[@id='search_results']//li"
    LIBRARY = Path("/usr/lib/ruby/3.1.0")

    def install(self, cache: Path) -> None:
        """Read the library's sources."""
        need("yard", str(self.LIBRARY), package="yard")
        folder = cache / self.name
        if (folder / ".yardoc").exists():
            return
        folder.mkdir(exist_ok=True)
        sources = [
            str(path)
            for part in ("net", "uri", "optparse")
            for path in sorted((self.LIBRARY / part).rglob("*.rb"))
        ]
        run(("yard", "doc", "-n", "-q", *sources), folder, "yard")

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        return ("yard", "server", "-B", "127.0.0.1", "-p", str(port)), cache / self.name, {}


class Pydoc(HtmlProgram):
    """Python's own browser of its library's documentation."""

    name = "pydoc"
    half = UNOPENED
    kind = "Python's pydoc: bare links with line breaks"
    needs = "nothing"
    home = "/"
    asked = "/search?key={query}"
    words = ("file", "email", "codec", "server", "unicode")
    record = "//td[@class='singlecolumn']/a"
    link = "self::a"

    def install(self, cache: Path) -> None:
        """It comes with Python."""

    def command(self, cache: Path, port: int) -> tuple[Sequence[str], Path, Mapping[str, str]]:
        """Serve it."""
        # It ends with its standard input.
        serve = f"tail -f /dev/null | {sys.executable} -m pydoc -n 127.0.0.1 -p {port}"
        return ("sh", "-c", serve), cache, {}
