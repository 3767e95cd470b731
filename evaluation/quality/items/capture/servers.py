"""Programs of Debian that search texts and files: wikis, libraries, archives of mail, folders."""

import os
import re
import shutil
from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import quote

from evaluation.quality.items.capture.contents import (
    ENGLISH,
    FRENCH,
    GERMAN,
    RUSSIAN,
    Thing,
    Vocabulary,
    things,
)
from evaluation.quality.items.capture.running import (
    HOST,
    Captured,
    cgi,
    fetched,
    free_port,
    run,
    served,
)

QUERIES = 5


def _php(folder: Path, script: Path, url: str, **environment: str) -> bytes:
    """Return what a script of PHP answers a GET of `url` with."""
    given = {"SCRIPT_FILENAME": str(script), "SCRIPT_NAME": f"/{script.name}", **environment}
    return cgi(["php-cgi", "-d", "cgi.force_redirect=0"], folder, url, **given)


def mediawiki(folder: Path) -> list[Captured]:
    """Return pages of MediaWiki (Debian: mediawiki), in French."""
    program = Path("/usr/share/mediawiki")
    maintenance = program / "maintenance"
    given = {"MW_CONFIG_FILE": str(folder / "LocalSettings.php")}
    said = "--dbtype=sqlite --lang=fr --scriptpath= --pass=Of-the-bed-7 --dbname=wiki".split()
    where = [f"--dbpath={folder}", f"--confpath={folder}", f"--server=http://{HOST}"]
    run(["php", maintenance / "install.php", *said, *where, "Atelier", "Gardien"], folder)
    texts = folder / "texts"
    texts.mkdir()
    for thing in things(FRENCH):
        path = texts / f"{thing.title.replace('/', ' ').replace(':', ',')}.txt"
        path.write_text(f"{thing.text}\n\n" * (1 + thing.size % 40), encoding="utf-8")
        os.utime(path, (thing.day.timestamp(),) * 2)
    files = sorted(texts.iterdir())
    script = maintenance / "importTextFiles.php"
    run(["php", script, "--use-timestamp", "--user=Gardien", *files], folder, environment=given)
    run(["php", maintenance / "rebuildtextindex.php"], folder, environment=given)
    pages = []
    for query in FRENCH.queries[:QUERIES]:
        url = f"http://{HOST}/index.php?search={quote(query)}&fulltext=1&profile=default"
        pages.append(Captured(query, url, _php(folder, program / "index.php", url, **given)))
    return pages


def dokuwiki(folder: Path) -> list[Captured]:
    """Return pages of DokuWiki (Debian: dokuwiki), in German."""
    program = folder / "dokuwiki"
    shutil.copytree("/usr/share/dokuwiki", program, ignore_dangling_symlinks=True)
    shutil.copytree("/etc/dokuwiki", program / "conf", dirs_exist_ok=True)
    data = folder / "data"
    for name in "pages attic media media_attic meta media_meta cache index locks log tmp".split():
        (data / name).mkdir(parents=True)
    (program / "inc" / "preload.php").write_text(f"<?php define('DOKU_CONF', '{program}/conf/');")
    (program / "conf" / "local.php").write_text(
        f"<?php $conf['title']='Werkstatt'; $conf['lang']='de'; $conf['useacl']=0;"
        f"$conf['savedir']='{data}'; $conf['license']='';"
    )
    for thing in things(GERMAN):
        path = data / "pages" / f"{thing.slug}.txt"
        path.write_text(f"====== {thing.title} ======\n\n{thing.text}\n", encoding="utf-8")
        os.utime(path, (thing.day.timestamp(),) * 2)
    run(["php", program / "bin" / "indexer.php", "-q"], folder)
    pages = []
    for query in GERMAN.queries[:QUERIES]:
        url = f"http://{HOST}/doku.php?do=search&q={quote(query)}"
        pages.append(Captured(query, url, _php(program, program / "doku.php", url)))
    return pages


def _html_pages(folder: Path, words: Vocabulary, language: str) -> Path:
    """Write a page of HTML for each thing, and one that links them all."""
    place = folder / "site"
    place.mkdir()
    head = f"<!doctype html><html lang={language}><meta charset=utf-8>"
    links = []
    for thing in things(words):
        text = f"<p>{thing.text}</p>" * (1 + thing.size % 30)
        path = place / f"{thing.slug}.html"
        path.write_text(f"{head}<title>{thing.title}</title><h1>{thing.title}</h1>{text}</html>")
        os.utime(path, (thing.day.timestamp(),) * 2)
        links.append(f"<li><a href='{path.name}'>{thing.title}</a>")
    (place / "index.html").write_text(f"{head}<title>All</title><ul>{''.join(links)}</ul></html>")
    return place


def htdig(folder: Path) -> list[Captured]:
    """Return pages of ht://Dig (Debian: htdig): stars, excerpt, address, date, size."""
    site = _html_pages(folder, ENGLISH, "en")
    port = free_port()
    database = folder / "db"
    database.mkdir()
    base = f"http://127.0.0.1:{port}"
    config = folder / "bed.conf"
    config.write_text(
        f"database_dir: {database}\nstart_url: {base}/\nlimit_urls_to: {base}/\n"
        f"url_part_aliases: {base} *1\nmatches_per_page: 20\nuse_star_image: no\n"
        "search_algorithm: exact:1\nno_title_text: filename\ntemplate_name: builtin-long\n"
    )
    with served(["python3", "-m", "http.server", "-b", "127.0.0.1", str(port)], site, port):
        run(["/usr/bin/htdig", "-i", "-c", config], folder)
    run(["/usr/bin/htmerge", "-c", config], folder)
    pages = []
    for query in ENGLISH.queries[:QUERIES]:
        url = f"http://{HOST}/cgi-bin/htsearch?config=bed&words={quote(query)}"
        given = {"CONFIG_DIR": str(folder), "SCRIPT_NAME": "/cgi-bin/htsearch"}
        body = cgi(["/usr/lib/cgi-bin/htsearch"], folder, url, **given).replace(
            base.encode(), f"http://{HOST}".encode()
        )
        pages.append(Captured(query, url, body))
    return pages


def kiwix(folder: Path) -> list[Captured]:
    """Return pages of Kiwix (Debian: kiwix-tools, zim-tools): excerpt, book, count of words."""
    site = _html_pages(folder, FRENCH, "fr")
    (site / "icon.png").write_bytes(_PNG)
    said = "-w index.html -I icon.png -l fra -t Atelier -d Textes -c Atelier -p Atelier".split()
    run(["zimwriterfs", *said, "-n", "atelier", site, folder / "atelier.zim"], folder)
    port = free_port()
    serving = ["kiwix-serve", "-i", "127.0.0.1", "-p", str(port), folder / "atelier.zim"]
    with served(serving, folder, port) as base:
        return [
            fetched(base, f"/search?books.name=atelier&pattern={quote(query)}", query)
            for query in FRENCH.queries[:QUERIES]
        ]


# A picture of one point.
_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8"
    "cfc000000301010018dd8db00000000049454e44ae426082"
)


def public_inbox(folder: Path) -> list[Captured]:
    """Return pages of public-inbox (Debian: public-inbox): subjects, who wrote them, when."""
    given = {"HOME": str(folder), "PI_CONFIG": str(folder / "config")}
    inbox, address = folder / "list", "list@example.org"
    init = ["public-inbox-init", "-V2", "-L", "full", "list", inbox, f"http://{HOST}/list", address]
    run(init, folder, environment=given)
    run(["git", "config", "-f", folder / "config", "publicinboxmda.spamcheck", "none"], folder)
    for thing in sorted(things(ENGLISH), key=lambda each: each.day):
        mail = EmailMessage()
        mail["From"] = f"{thing.author} <{thing.slug}@example.org>"
        mail["To"], mail["Subject"] = address, thing.title
        mail["Date"] = thing.day.strftime("%a, %d %b %Y %H:%M:%S +0000")
        mail["Message-ID"] = f"<{thing.slug}@example.org>"
        mail.set_content(thing.text)
        command = ["public-inbox-mda", "--no-precheck"]
        run(command, folder, mail.as_bytes(), {"ORIGINAL_RECIPIENT": address, **given})
    run(["public-inbox-index", "-L", "full", inbox], folder, environment=given)
    port = free_port()
    with served(["public-inbox-httpd", "-l", f"127.0.0.1:{port}"], folder, port, **given) as base:
        return [
            fetched(base, f"/list/?q={quote(query)}", query) for query in ENGLISH.queries[:QUERIES]
        ]


def _files(folder: Path, listed: Sequence[Thing]) -> Path:
    """Make a folder with a file for each thing."""
    place = folder / "files"
    place.mkdir()
    endings = ("pdf", "zip", "txt", "odt", "png")
    for thing in listed:
        name = re.sub(r"\W+", "-", thing.title.lower()).strip("-")
        path = place / f"{name}-{thing.number}.{endings[thing.number % 5]}"
        path.write_bytes(b"x" * thing.size)
        os.utime(path, (thing.day.timestamp(),) * 2)
    return place


def apache(folder: Path) -> list[Captured]:
    """Return listings of Apache (Debian: apache2-bin) of the files that a pattern fits."""
    place = _files(folder, things(RUSSIAN))
    port = free_port()
    modules = "mpm_event authz_core dir autoindex mime".split()
    loaded = "".join(
        f"LoadModule {m}_module /usr/lib/apache2/modules/mod_{m}.so\n" for m in modules
    )
    (folder / "apache.conf").write_text(
        f"{loaded}Listen 127.0.0.1:{port}\nServerName {HOST}\nPidFile {folder}/pid\n"
        f"ErrorLog {folder}/errors\nTypesConfig /etc/mime.types\nDocumentRoot {place}\n"
        "IndexOptions FancyIndexing HTMLTable NameWidth=* Charset=UTF-8\n"
        'AddDescription "Dokument" *.pdf *.odt *.txt\nAddDescription "Archiv" *.zip\n'
        f"<Directory {place}>\nOptions +Indexes\nRequire all granted\n</Directory>\n"
    )
    serving = ["apache2", "-f", str(folder / "apache.conf"), "-DFOREGROUND"]
    with served(serving, folder, port) as base:
        return [
            fetched(base, f"/?P=*{quote(query)}*", query) for query in RUSSIAN.queries[:QUERIES]
        ]
