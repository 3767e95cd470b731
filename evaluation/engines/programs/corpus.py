"""The documents that installed programs are filled with, and the queries.

They are what Python's own library says of its functions and classes: texts that people wrote, on
every machine, without a download. Dates are made up, the same ones each time.
"""

import ast
import re
import sysconfig
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

DOCUMENTS = 480
QUERIES = 5
# What the queries of a measurement find among the documents, about: from pages of it to a few.
MATCHES = (60, 35, 22, 14, 8)
# No document has it, and nothing near it.
IMPOSSIBLE = "qxzvkwjyfh"
MODULES = (
    "argparse ast asyncio bdb calendar codecs collections concurrent configparser contextlib "
    "copy csv ctypes dataclasses datetime decimal difflib dis email enum fractions ftplib "
    "functools gettext glob gzip hashlib heapq html http imaplib importlib inspect io ipaddress "
    "json locale logging lzma mailbox mimetypes multiprocessing netrc numbers operator optparse "
    "os pathlib pdb pickle pkgutil platform plistlib poplib pprint profile pstats queue random "
    "re sched selectors shelve shlex shutil smtplib socket socketserver sqlite3 ssl "
    "statistics string subprocess tarfile tempfile textwrap threading timeit tkinter token "
    "trace traceback turtle types typing unittest urllib uuid venv warnings wave weakref "
    "webbrowser xml xmlrpc zipfile"
).split()
LEAST_TEXT = 160
LONGEST_TEXT = 700
TITLE_LENGTHS = range(18, 90)
# Words that say nothing of what a document is about.
COMMON = frozenset(
    "also always another because been before between both cannot does each either false first "
    "from given have into instead itself like likely list many more must need never none note "
    "only other return returned returns same self shall should some string such than that their "
    "them then there these they this those true type used uses using value values when where "
    "which while will with without would your".split()
)


@dataclass(frozen=True)
class Document:
    """One text: `number` from 1 on, `slug` for its address, `section` the module it is of."""

    number: int
    slug: str
    title: str
    section: str
    text: str
    published: str

    @property
    def path(self) -> str:
        """Where a reader finds it, on every engine that does not choose for itself."""
        return f"/entry/{self.slug}"

    @property
    def summary(self) -> str:
        """The beginning of its text."""
        return self.text if len(self.text) <= 180 else self.text[:180].rsplit(" ", 1)[0] + " …"

    @property
    def page_title(self) -> str:
        """A title that every wiki takes as the name of a page."""
        words = re.sub(r" +", " ", re.sub(r"[^A-Za-z0-9 ,-]+", " ", self.title))
        return words[:80].strip(" ,-").capitalize()

    def as_data(self) -> dict[str, Any]:
        """Return all that programs are told of it."""
        more = {"path": self.path, "summary": self.summary, "page_title": self.page_title}
        return {**asdict(self), "id": self.number, **more}


@lru_cache(maxsize=1)
def documents() -> tuple[Document, ...]:
    """Return the documents: the same ones in the same order for one version of Python."""
    by_title: dict[str, tuple[str, str, str]] = {}
    for section, name, docstring in _docstrings():
        title, text = _title_and_text(docstring)
        if len(title) in TITLE_LENGTHS and len(text) >= LEAST_TEXT:
            by_title.setdefault(title.casefold(), (section, f"{section}-{name}", docstring))
    chosen = sorted(by_title.values(), key=lambda each: zlib.crc32(each[1].encode()))[:DOCUMENTS]
    made = []
    for number, (section, name, docstring) in enumerate(chosen, 1):
        title, text = _title_and_text(docstring)
        slug = f"{number}-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}"
        published = date(2019, 1, 1) + timedelta(days=zlib.crc32(slug.encode()) % 2500)
        made.append(Document(number, slug, title, section, text, published.isoformat()))
    return tuple(made)


def queries(count: int = QUERIES) -> list[str]:
    """Return words of the documents: the first ones are in many of them, the last in few."""
    frequencies: Counter[str] = Counter()
    for document in documents():
        words = set(re.findall(r"[a-z]+", f"{document.title} {document.text}".lower()))
        frequencies.update(word for word in words if 5 <= len(word) <= 10 and word not in COMMON)
    chosen: list[str] = []
    for wanted in MATCHES[:count]:
        words_left = (word for word in frequencies if not _is_like(word, chosen))
        chosen.append(min(words_left, key=lambda word: (abs(frequencies[word] - wanted), word)))
    return chosen


def _is_like(word: str, others: Sequence[str]) -> bool:
    return any(word[:4] == other[:4] for other in others)


def _docstrings() -> Iterator[tuple[str, str, str]]:
    """Yield module, name and docstring of what the library has in public."""
    library = Path(sysconfig.get_path("stdlib"))
    for module in MODULES:
        folder = library / module
        paths = sorted(folder.rglob("*.py")) if folder.is_dir() else [library / f"{module}.py"]
        for path in paths:
            if path.is_file() and "test" not in path.parts:
                yield from _docstrings_of(module, ast.parse(path.read_bytes()))


def _docstrings_of(module: str, tree: ast.Module) -> Iterator[tuple[str, str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            docstring = ast.get_docstring(node)
            if docstring and docstring.isprintable() is False and docstring.isascii():
                yield module, node.name, docstring


def _title_and_text(docstring: str) -> tuple[str, str]:
    """Return the first sentence of a docstring and the rest of it, one line each."""
    plain = re.sub(r"[`*<>&|\\\"]+", "", re.sub(r"\s+", " ", docstring)).strip()
    title, _, text = plain.partition(". ")
    return title.strip(" .:"), text.strip()[:LONGEST_TEXT].rsplit(" ", 1)[0]
