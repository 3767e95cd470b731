"""Programs that others wrote, installed and served as the manifest says, and what is true of them.

`manifest.toml` has a table a program: `half`, `kind`, what it is made of (`pypi`, `npm`: pinned
packages; `needs`: programs or files of Debian's `package`), the steps that fill it (`install`,
once; `before`, at every start), how it is served (`serve`, `folder`, `environment`), and how it is
asked. Texts have slots: places ({cache}, {site}, {packages}, {scripts}, {port} …), in texts a
document those of the document. `looks` are tables of one program in several skins.

Truth of pages of HTML is read by XPaths: `record` finds the records, within one `link` the link of
its title, within that `title` what is its title, and `snippet` what is its snippet (nothing: it
shows none), `$here` being the record. They were checked by hand. Truth of others is asked of their
own interface for programs (`truth`), in JSON. `variants` are
further versions, skins and languages, which `memory.py` learns, too.
"""

import hashlib
import html
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from email.utils import format_datetime
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote_plus, urljoin
from urllib.request import Request, urlopen

from lxml import html as lxml_html

from discovery.pages.tree import fold_space
from evaluation.engines.comparison import KnownEngine
from evaluation.engines.programs.corpus import Document, documents, queries
from evaluation.engines.slots import fill

FOLDER = Path(__file__).parent
SCRIPTS = FOLDER / "scripts"
# Unlike halves by program: what the build half shows may guide who builds, the other one is
# measured alone.
BUILD, UNOPENED = "build", "unopened"
# Nothing younger is taken of what the pinned packages of npm need themselves.
NPM_BEFORE = "2026-11-20"
# Seconds that one installation may take, and until a program must listen.
PATIENCE = 900
STARTING_TIME = 120.0
FIRST_DAY, SECONDS_OF_A_DAY = 17_900, 86_400
_ENCODING = lxml_html.HTMLParser(encoding="utf-8")


class NotInstalledError(Exception):
    """A program cannot be had here; the text says which, and what is needed."""


class Program:
    """One program of the manifest, in one of its looks, in a process of its own."""

    def __init__(
        self, name: str, facts: Mapping[str, Any], filled_with: Sequence[Document] = ()
    ) -> None:
        self.name = name
        self.facts = facts
        self.documents = filled_with or documents()
        self.half: str = facts["half"]
        self.kind: str = facts["kind"]

    @property
    def needs(self) -> str:
        kinds = {"npm": "npm", "pypi": "PyPI", "package": "Debian"}
        return next((place for key, place in kinds.items() if key in self.facts), "nothing")

    @property
    def is_scripted(self) -> bool:
        return "truth" in self.facts

    def asked_words(self) -> list[str]:
        return list(self.facts.get("words", ())) or queries()

    def install(self, cache: Path) -> None:
        """Bring the packages and fill the program; raises NotInstalledError."""
        for name in self.facts.get("uses", ()):
            Program(name, manifest()[name], self.documents).install(cache)
        if "package" in self.facts:
            need(*self.facts["needs"], package=self.facts["package"])
        site = self._site(cache)
        marker = site.with_name(f"{site.name}.done")
        if marker.exists():
            return
        places = self.places(cache, 0)
        shutil.rmtree(site, ignore_errors=True)
        site.mkdir(parents=True, exist_ok=True)
        for step in self.facts.get("install", ()):
            self._do(step, places)
        marker.touch()

    def places(self, cache: Path, port: int) -> dict[str, str]:
        places = {
            "cache": str(cache),
            "site": str(self._site(cache)),
            "scripts": str(SCRIPTS),
            "python": sys.executable,
            "port": str(port),
            "look": self.facts.get("look", ""),
            "name": self.name,
        }
        for name in self.facts.get("uses", ()):
            places["used"] = Program(name, manifest()[name]).places(cache, port).get("packages", "")
        for registry in REGISTRIES:
            if pins := self.facts.get(registry):
                name = self.facts.get("shared", self.name)
                places["packages"] = str(packages(cache, registry, name, pins))
        return places

    def _site(self, cache: Path) -> Path:
        return cache / str(self.facts.get("site", f"{self.name}-site"))

    def _environment(self, places: Mapping[str, str]) -> dict[str, str]:
        own = {name: fill(text, places) for name, text in self.facts.get("environment", {}).items()}
        path = {"PYTHONPATH": places["packages"]} if "pypi" in self.facts else {}
        return {**os.environ, **path, **own}

    def _do(self, step: Mapping[str, Any], places: Mapping[str, str]) -> None:
        if "copy" in step:
            source, target = Path(fill(step["copy"], places)), Path(fill(step["to"], places))
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copyfile(source, target)
        for folder in step.get("folders", ()):
            Path(fill(folder, places)).mkdir(parents=True, exist_ok=True)
        if "json" in step:
            rows = [each.as_data() for each in self.documents]
            Path(fill(step["json"], places)).write_text(json.dumps(rows))
        each_of = [slots_of(each) for each in self.documents] if step.get("each") else [{}]
        for values in each_of:
            known = {**places, **values}
            if "file" in step:
                path = Path(fill(step["file"], known))
                path.parent.mkdir(parents=True, exist_ok=True)
                with path.open("a" if step.get("append") else "w", encoding="utf-8") as file:
                    file.write(fill(step["text"], known))
            if "run" in step:
                folder = Path(fill(step.get("in", "{site}"), known))
                command = [fill(part, known) for part in step["run"]]
                run(command, folder, self.needs, self._environment(places))

    @contextmanager
    def running(self, cache: Path, port: int) -> Iterator[KnownEngine]:
        self.install(cache)
        places = self.places(cache, port)
        for step in self.facts.get("before", ()):
            self._do(step, places)
        with (cache / f"{self.name}.log").open("wb") as log:
            process = subprocess.Popen(
                [fill(part, places) for part in self.facts["serve"]],
                cwd=fill(self.facts.get("folder", "{site}"), places),
                env={**self._environment(places), "PORT": str(port), "HOST": "127.0.0.1"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            base = f"http://127.0.0.1:{port}"
            asked = lru_cache(lambda query, page: self.truth(base, query, page))
            try:
                _await_listening(process, port, log.name)
                yield KnownEngine(self.name, base + self.facts.get("home", "/"), asked)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)
                    try:
                        process.wait(10)
                    except subprocess.TimeoutExpired:
                        os.killpg(process.pid, signal.SIGKILL)

    def address(self, query: str, page: int = 1) -> str:
        start = (page - 1) * int(self.facts.get("page_size", 10))
        slots = {"query": quote_plus(query), "page": str(page), "start": str(start)}
        return fill(self.facts["asked"], {**slots, "look": str(self.facts.get("look", ""))})

    def truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        """Return the records (url, title, snippet) that a page of results shows."""
        if page > 1 and not self.facts.get("paged"):
            return []
        if "truth" in self.facts:
            return self._told_truth(base, query, page)
        try:
            asked = Request(base + self.address(query, page), headers={"Accept": "text/html"})
            with urlopen(asked, timeout=60) as answer:
                address, body = answer.url, answer.read()
        except HTTPError as error:
            if error.code != HTTPStatus.NOT_FOUND:
                raise
            return []
        root: Any = lxml_html.document_fromstring(body, parser=_ENCODING)
        return [self._read(record, address) for record in root.xpath(self.facts["record"])]

    def _read(self, record: Any, address: str) -> dict[str, Any]:
        link = record.xpath(self.facts.get("link", ".//a[@href]"))[0]
        snippet = self.facts.get("snippet")
        return {
            "url": urljoin(address, link.get("href").strip()),
            "title": _text(link.xpath(self.facts.get("title", "."))),
            "snippet": _text(record.xpath(snippet, here=[record])) if snippet else "",
        }

    def _told_truth(self, base: str, query: str, page: int) -> list[dict[str, Any]]:
        how = self.facts["truth"]
        if "command" in how:
            command = [
                fill(part, {"scripts": str(SCRIPTS), "base": base}) for part in how["command"]
            ]
            done = subprocess.run([*command, query], capture_output=True, timeout=60, check=False)
            if done.returncode:
                raise NotInstalledError(f"{command[0]} does not answer: {done.stderr[-200:]!r}")
            told = json.loads(done.stdout)
        else:
            body = how["body"].replace("{query}", query).encode() if "body" in how else None
            headers = {"Accept": "application/json", "Content-Type": "application/json"}
            with urlopen(Request(base + self.address(query, page), body, headers)) as answer:
                told = json.loads(answer.read())
        for key in how.get("rows", ()):
            told = told[key]
        if size := how.get("shown"):
            told = told[(page - 1) * size : page * size]
        rows = [row[how["each"]] if "each" in how else row for row in told]
        named = (
            dict(zip(map(str, range(len(row))), row, strict=True)) if isinstance(row, list) else row
            for row in rows
        )
        return [
            {"url": base + fill(how["url"], row_texts(row)), "title": row[how["title"]]}
            for row in named
        ]


def row_texts(row: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in row.items()}


def _text(parts: list[Any]) -> str:
    texts = [part if isinstance(part, str) else part.text_content() for part in parts]
    return fold_space(" ".join(texts))


def file_name(text: str) -> str:
    """Return what a title is called as a file: its letters and digits.

    >>> file_name("A page, of 3")
    'A_page_of_3'
    """
    return re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")


def slots_of(document: Document) -> dict[str, str]:
    title, words = document.title, file_name(document.slug).split("_")
    day = datetime.fromisoformat(document.published)
    return row_texts(document.as_data()) | {
        "title_html": html.escape(title),
        "text_html": html.escape(document.text),
        "text_mdx": html.escape(document.text).replace("{", "&#123;"),
        "title_json": json.dumps(title),
        "title_file": file_name(title)[:60],
        "title_plain": re.sub(r"[^A-Za-z0-9 ,.()-]+", " ", title)[:90].strip(),
        "page_file": file_name(document.page_title),
        "page_dashed": file_name(document.page_title).replace("_", "-"),
        "page_lower": document.page_title.lower(),
        "camel": "".join(word.capitalize() for word in words),
        "slug_low": document.slug.replace("-", "_"),
        "mail_date": format_datetime(day),
        "seconds": str((FIRST_DAY + document.number) * SECONDS_OF_A_DAY),
    }


def need(*programs: str, package: str) -> None:
    """Raise NotInstalledError unless the programs, or files, of a Debian package are there."""
    for program in programs:
        if shutil.which(program) is None and not Path(program).exists():
            raise NotInstalledError(f"apt-get install --no-install-recommends {package}")


def npm(folder: Path, pins: Mapping[str, str]) -> None:
    """Bring `node_modules` of the pinned packages into a folder; raises NotInstalledError."""
    need("node", "npm", package="nodejs npm")
    described = {"private": True, "type": "module", "dependencies": dict(pins)}
    (folder / "package.json").write_text(json.dumps(described))
    quiet = ("--no-audit", "--no-fund", "--loglevel=error", f"--before={NPM_BEFORE}")
    run(("npm", "install", *quiet), folder, "npm's registry")


def pypi(folder: Path, pins: Mapping[str, str]) -> None:
    """Bring the pinned packages into a folder for PYTHONPATH; raises NotInstalledError."""
    wanted = [f"{package}=={version}" for package, version in pins.items()]
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run((*pip, "--target", str(folder), *wanted), folder, "the package index of PyPI")


REGISTRIES: dict[str, Callable[[Path, Mapping[str, str]], None]] = {"pypi": pypi, "npm": npm}


def packages(cache: Path, registry: str, name: str, pins: Mapping[str, str]) -> Path:
    """Return the folder with pinned packages, brought once; raises NotInstalledError."""
    digest = hashlib.sha256(json.dumps(pins, sort_keys=True).encode()).hexdigest()[:10]
    folder = cache / f"{registry}-{name}-{digest}"
    if not (folder / ".done").exists():
        folder.mkdir(parents=True, exist_ok=True)
        REGISTRIES[registry](folder, pins)
        (folder / ".done").touch()
    return folder


def run(
    command: Sequence[str], folder: Path, place: str, environment: Mapping[str, str] | None = None
) -> None:
    """Run what installs or builds; raises NotInstalledError with its last words."""
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalledError(f"{command[0]}: {error}") from error
    if done.returncode:
        words = " ".join((done.stderr or done.stdout).split())[-300:]
        raise NotInstalledError(f"{' '.join(command[:3])} failed; is {place} reached? {words}")


def _await_listening(process: subprocess.Popen[bytes], port: int, log: str) -> None:
    until = time.monotonic() + STARTING_TIME
    while time.monotonic() < until:
        if process.poll() is not None:
            words = " ".join(Path(log).read_text(errors="replace").split())[-300:]
            raise NotInstalledError(f"the program ended at once: {words}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise NotInstalledError(f"the program does not listen after {STARTING_TIME:.0f} s")


@lru_cache(maxsize=1)
def manifest() -> dict[str, dict[str, Any]]:
    """Return the tables of the manifest by name: each look of a program has one."""
    told = tomllib.loads((FOLDER / "manifest.toml").read_text(encoding="utf-8"))
    tables = {}
    for name, facts in told.items():
        looks = facts.pop("looks", {"": {}})
        for look, more in looks.items():
            full = look if facts.get("is_named_by_look") else f"{name}-{look}" if look else name
            tables[full] = {**facts, "look": look, **more}
    return tables


def programs() -> list[Program]:
    return [Program(name, facts) for name, facts in manifest().items() if "serve" in facts]
