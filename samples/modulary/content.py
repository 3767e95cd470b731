"""The records of this site: the documentation of Python's standard library."""

import importlib
import inspect
import warnings
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from urllib.parse import quote

from samples.catalogue import Catalogue
from samples.excerpts import excerpt
from samples.records import Record

SNIPPET_LENGTH = 180
# Modules whose import has no effect and is quick; those a system or a later Python lacks are
# left out.
MODULES = (
    "abc argparse array ast asyncio base64 bisect builtins bz2 calendar cmath codecs collections "
    "colorsys concurrent.futures configparser contextlib copy csv dataclasses datetime decimal "
    "difflib dis email.message email.utils enum fileinput fnmatch fractions functools gc getopt "
    "gettext glob gzip hashlib heapq hmac html html.parser http.client http.cookies http.server "
    "inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal "
    "math mimetypes numbers operator os os.path pathlib pickle pkgutil plistlib pprint queue "
    "quopri random re reprlib sched secrets select selectors shelve shlex shutil signal smtplib "
    "socket socketserver sqlite3 stat statistics string struct subprocess sys sysconfig tarfile "
    "tempfile textwrap threading time timeit tokenize trace traceback types typing unicodedata "
    "unittest urllib.parse urllib.request urllib.robotparser uuid wave weakref "
    "xml.etree.ElementTree xmlrpc.client zipfile zlib zoneinfo"
).split()


@cache
def catalogue() -> Catalogue:
    """Return the modules, classes, functions and methods that have a docstring."""
    records: dict[str, Record] = {}
    for name in MODULES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            try:
                module = importlib.import_module(name)
            except ImportError:
                continue
            for record in _document_module(name, module):
                records.setdefault(record.title, record)
    return Catalogue(records.values())


def snippet(record: Record, query: str) -> str:
    """Return the text beside a result's title."""
    return excerpt(record.text, query, SNIPPET_LENGTH)


def _document_module(name: str, module: ModuleType) -> Iterator[Record]:
    """Yield the records of a module, of what it defines in public, and of its classes' methods."""
    if module.__doc__:
        yield _make_record(name, "module", name, module.__doc__)
    for member_name, member in _public_members(name, module):
        title = f"{name}.{member_name}"
        if isinstance(member.__doc__, str):
            kind = "class" if inspect.isclass(member) else "function"
            yield _make_record(title, kind, name, member.__doc__)
        if inspect.isclass(member):
            for method_name, method in vars(member).items():
                documented = isinstance(getattr(method, "__doc__", None), str)
                if not method_name.startswith("_") and callable(method) and documented:
                    yield _make_record(f"{title}.{method_name}", "method", name, method.__doc__)


def _public_members(name: str, module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the public classes and functions of a module by name."""
    declared = getattr(module, "__all__", None)
    for member_name in declared or sorted(vars(module)):
        member = getattr(module, member_name, None)
        if not (inspect.isclass(member) or inspect.isroutine(member)):
            continue
        # Without `__all__` what a module imported is not told from what it defines.
        if declared or (not member_name.startswith("_") and _is_at_home(member, name)):
            yield member_name, member


def _is_at_home(member: object, name: str) -> bool:
    return getattr(member, "__module__", None) in (name, None)


def _make_record(title: str, kind: str, module: str, documentation: str) -> Record:
    return Record(
        path=f"/object/{quote(title)}",
        title=title,
        text=" ".join(documentation.split()),
        section=module,
        facts=(
            ("Kind", kind),
            ("Module", module),
            ("Documentation", inspect.cleandoc(documentation)),
        ),
    )
