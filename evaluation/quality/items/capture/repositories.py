"""What shows the history of a repository: the commits that a word is said in."""

import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from evaluation.quality.items.capture.contents import FRENCH, GERMAN, SPANISH, Thing, things
from evaluation.quality.items.capture.running import (
    HOST,
    Captured,
    cgi,
    fetched,
    free_port,
    installed,
    run,
    served,
)

QUERIES = 5


def _mail(name: str) -> str:
    return re.sub(r"\W+", ".", name.lower()) + "@example.org"


def _git(folder: Path, commits: Sequence[Thing]) -> Path:
    """Make a repository with a commit for each thing."""
    place = folder / "work"
    run(["git", "init", "-q", place], folder)
    for thing in sorted(commits, key=lambda each: each.day):
        (place / "text.txt").write_text(thing.text, encoding="utf-8")
        who = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (
                ("NAME", thing.author),
                ("EMAIL", _mail(thing.author)),
                ("DATE", thing.day.isoformat()),
            )
        }
        run(["git", "add", "text.txt"], place)
        message = f"{thing.title}\n\n{thing.text}\n"
        run(["git", "commit", "-q", "--allow-empty", "-m", message], place, environment=who)
    return place / ".git"


def cgit(folder: Path) -> list[Captured]:
    """Return pages of cgit (Debian: cgit), its log searched."""
    repository = _git(folder, things(GERMAN))
    (folder / "cgitrc").write_text(
        f"css=/cgit.css\nvirtual-root=/\nenable-log-filecount=1\nenable-log-linecount=1\n"
        f"max-commit-count=25\nrepo.url=werkstatt\nrepo.path={repository}\nrepo.desc=Werkstatt\n"
    )
    pages = []
    for query in GERMAN.queries[:QUERIES]:
        url = f"http://{HOST}/werkstatt/log/?qt=grep&q={quote(query)}"
        script = ["/usr/lib/cgit/cgit.cgi"]
        config = {"CGIT_CONFIG": str(folder / "cgitrc"), "PATH_INFO": "/werkstatt/log/"}
        pages.append(Captured(query, url, cgi(script, folder, url, **config)))
    return pages


def gitweb(folder: Path) -> list[Captured]:
    """Return pages of gitweb (Debian: gitweb), its commits searched."""
    _git(folder, things(SPANISH))
    (folder / "gitweb.conf").write_text(
        f"$projectroot = '{folder}';\n$feature{{'avatar'}}{{'default'}} = [''];\n"
    )
    pages = []
    for query in SPANISH.queries[:QUERIES]:
        url = f"http://{HOST}/?p=work/.git;a=search;st=commit;s={quote(query)}"
        config = {"GITWEB_CONFIG": str(folder / "gitweb.conf"), "SCRIPT_NAME": "/"}
        body = cgi(["perl", "/usr/share/gitweb/gitweb.cgi"], folder, url, **config)
        pages.append(Captured(query, url, body))
    return pages


def mercurial(folder: Path) -> list[Captured]:
    """Return pages of Mercurial's own server (PyPI: mercurial), its changes searched."""
    python = installed(folder, "mercurial==6.9.5")
    command = python.with_name("hg")
    place = folder / "work"
    run([command, "init", place], folder)
    for thing in sorted(things(FRENCH), key=lambda each: each.day):
        (place / "texte.txt").write_text(thing.text, encoding="utf-8")
        who = f"{thing.author} <{_mail(thing.author)}>"
        said = [
            "-A",
            "-u",
            who,
            "-d",
            thing.day.isoformat(" "),
            "-m",
            f"{thing.title}\n\n{thing.text}",
        ]
        (place / f"note-{thing.number}.txt").write_text(thing.title, encoding="utf-8")
        run([command, "commit", *said], place, environment={"HGENCODING": "utf-8"})
    port = free_port()
    serving = [command, "serve", "-a", "127.0.0.1", "-p", str(port), "-n", "atelier"]
    with served(serving, place, port, HGENCODING="utf-8") as base:
        return [
            fetched(base, f"/log?rev={quote(query)}&revcount=20", query)
            for query in FRENCH.queries[:QUERIES]
        ]


def fossil(folder: Path) -> list[Captured]:
    """Return pages of Fossil (Debian: fossil), its texts searched."""
    repository = folder / "texts.fossil"
    given = {"HOME": str(folder), "USER": "admin"}
    run(["fossil", "init", repository, "--admin-user", "admin"], folder, environment=given)
    for thing in things(GERMAN):
        note = ["--technote", thing.day.isoformat(" ")]
        command = ["fossil", "wiki", "create", thing.title, "-R", repository, *note]
        run(command, folder, thing.text.encode(), given)
    settings = "".join(
        f"REPLACE INTO config(name,value,mtime) VALUES('{name}',1,now());"
        for name in ("search-ci", "search-wiki", "search-technote", "search-index")
    )
    run(["fossil", "sql", "-R", repository], folder, settings.encode(), given)
    run(["fossil", "rebuild", repository], folder, environment=given)
    port = free_port()
    serving = ["fossil", "server", repository, "--localhost", "--port", str(port)]
    with served(serving, folder, port, **given) as base:
        return [
            fetched(base, f"/search?s={quote(query)}&y=all", query)
            for query in GERMAN.queries[:QUERIES]
        ]
