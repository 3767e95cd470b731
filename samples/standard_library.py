"""Modules, classes, functions, methods that come with Python, as several sites tell of them."""

import importlib
import inspect
import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from urllib.parse import quote

# Modules whose import has no effect and is quick; those that a Python lacks are left out.
MODULES = (
    "abc argparse array ast asyncio base64 bisect builtins bz2 calendar cmath codecs collections "
    "collections.abc colorsys concurrent.futures configparser contextlib contextvars copy csv "
    "dataclasses datetime decimal difflib dis email.message email.utils enum fileinput fnmatch "
    "fractions functools gc getopt gettext glob graphlib gzip hashlib heapq hmac html html.parser "
    "http http.client http.cookies http.server inspect io ipaddress itertools json keyword "
    "linecache locale logging lzma mailbox marshal math mimetypes numbers operator os os.path "
    "pathlib pickle pkgutil platform plistlib pprint queue quopri random re reprlib sched secrets "
    "select selectors shelve shlex shutil signal smtplib socket socketserver sqlite3 stat "
    "statistics string struct subprocess sys sysconfig tarfile tempfile textwrap threading time "
    "timeit tokenize tomllib trace traceback types typing unicodedata unittest urllib.error "
    "urllib.parse urllib.request urllib.robotparser uuid wave weakref xml.etree.ElementTree "
    "xmlrpc.client zipfile zlib zoneinfo"
).split()
SUMMARY_LENGTH = 220
# Marks of reStructuredText: tables, roles and quotes of names, addresses in angle brackets.
_MARKS = re.compile(r"^\s*[+|].*[+|]\s*$|:\w+:(?=`)|`+|\s<https?://[^>]*>", re.MULTILINE)
# Docstrings of functions in C begin with how they are called.
_CALL = re.compile(r"^[\w.]+\(.*\)(?:\s*->\s*.*)?$")


@dataclass(frozen=True, slots=True)
class DocumentedObject:
    """A module or a part of one by its full name; `kind`: module, class, function or method."""

    title: str
    kind: str
    module: str
    documentation: str
    value: object

    @property
    def path(self) -> str:
        return f"/object/{quote(self.title)}"

    @property
    def summary(self) -> str:
        paragraphs = [
            plain_text(paragraph) for paragraph in re.split(r"\n\s*\n", self.documentation.strip())
        ]
        told = next((text for text in paragraphs if not _CALL.match(text)), paragraphs[0])
        if len(told) <= SUMMARY_LENGTH:
            return told
        return f"{told[:SUMMARY_LENGTH].rpartition(' ')[0]} …"


def plain_text(documentation: str) -> str:
    r"""Return a docstring on one line, without marks of how it is set.

    >>> plain_text(":mod:`json` reads a ``str`` or\n   ``bytes``")
    'json reads a str or bytes'
    """
    return " ".join(_MARKS.sub("", documentation).split())


@cache
def documented_objects() -> dict[str, DocumentedObject]:
    found: dict[str, DocumentedObject] = {}
    for name in MODULES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                module = importlib.import_module(name)
            except ImportError:
                continue
            for each in _document_module(name, module):
                found.setdefault(each.title, each)
    return found


def _document_module(name: str, module: ModuleType) -> Iterator[DocumentedObject]:
    if module.__doc__:
        yield DocumentedObject(name, "module", name, module.__doc__, module)
    for member_name, member in _public_members(name, module):
        title = f"{name}.{member_name}"
        if isinstance(member.__doc__, str) and member.__doc__.strip():
            kind = "class" if inspect.isclass(member) else "function"
            yield DocumentedObject(title, kind, name, member.__doc__, member)
        if inspect.isclass(member):
            yield from _document_methods(title, name, member)


def _document_methods(title: str, module: str, owner: type) -> Iterator[DocumentedObject]:
    for name, method in vars(owner).items():
        documentation = getattr(method, "__doc__", None)
        if name.startswith("_") or not callable(method) or not isinstance(documentation, str):
            continue
        if documentation.strip():
            yield DocumentedObject(f"{title}.{name}", "method", module, documentation, method)


def _public_members(name: str, module: ModuleType) -> Iterator[tuple[str, object]]:
    declared = getattr(module, "__all__", None)
    for member_name in declared or sorted(vars(module)):
        member = getattr(module, member_name, None)
        if not (inspect.isclass(member) or inspect.isroutine(member)):
            continue
        # Without `__all__` what a module imported is not told from what it defines.
        is_at_home = getattr(member, "__module__", None) in (name, None)
        if declared or (not member_name.startswith("_") and is_at_home):
            yield member_name, member
