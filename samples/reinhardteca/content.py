"""The records of this site: Django's documented classes, functions, methods and settings."""

import ast
import importlib.util
import inspect
import io
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

from samples.catalogue import Catalogue
from samples.excerpts import excerpt
from samples.records import Record

SNIPPET_LENGTH = 220
LIBRARY = "django"
# The parts of the library that are documented here.
PACKAGES = ("dispatch", "forms", "http", "middleware", "template", "urls", "utils", "views")
SETTINGS_MODULE = Path("conf", "global_settings.py")
_Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def catalogue() -> Catalogue:
    """Return what the installed library documents, read from its sources without running them."""
    records = {record.path: record for record in _document_settings()}
    for package in PACKAGES:
        for path in sorted((_library_folder() / package).rglob("*.py")):
            for record in _document_module(path):
                records.setdefault(record.path, record)
    return Catalogue(records.values())


def snippet(record: Record, query: str) -> str:
    """Return the text below a result's title."""
    return excerpt(record.text, query, SNIPPET_LENGTH)


def _library_folder() -> Path:
    spec = importlib.util.find_spec(LIBRARY)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def _document_module(path: Path) -> Iterator[Record]:
    """Yield the records of a module's public classes and functions, and of the classes' methods."""
    source = path.relative_to(_library_folder().parent)
    module = ".".join(source.with_suffix("").parts).removesuffix(".__init__")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, _Definition):
            continue
        yield from _document_definition(node, module, source)
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, _Definition):
                    yield from _document_definition(member, f"{module}.{node.name}", source)


def _document_definition(node: _Definition, owner: str, source: Path) -> Iterator[Record]:
    documentation = ast.get_docstring(node)
    if node.name.startswith("_") or not documentation:
        return
    if isinstance(node, ast.ClassDef):
        kind = "clase"
    else:
        kind = "método" if owner.rpartition(".")[2][0].isupper() else "función"
    yield _make_record(f"{owner}.{node.name}", kind, source, node.lineno, documentation)


def _document_settings() -> Iterator[Record]:
    """Yield the records of the default settings that a comment right above them explains."""
    path = _library_folder() / SETTINGS_MODULE
    source = path.relative_to(_library_folder().parent)
    text = path.read_text(encoding="utf-8")
    comments = _comment_lines(text)
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            continue
        lines: list[str] = []
        while (line := node.lineno - 1 - len(lines)) in comments:
            lines.insert(0, comments[line])
        name = node.targets[0].id
        if lines and name.isupper():
            default = ast.unparse(node.value)
            documentation = "\n".join([*lines, "", f"Default: {default}"])
            yield _make_record(name, "ajuste", source, node.lineno, documentation)


def _comment_lines(text: str) -> dict[int, str]:
    """Return the comments of a source text by line."""
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }


def _make_record(title: str, kind: str, source: Path, line: int, documentation: str) -> Record:
    return Record(
        path=f"/referencia/{quote(title)}",
        title=title,
        text=" ".join(documentation.split()),
        section=".".join(source.with_suffix("").parts[:2]),
        facts=(
            ("Tipo", kind),
            ("Archivo", source.as_posix()),
            ("Línea", str(line)),
            ("Documentación", inspect.cleandoc(documentation)),
        ),
    )
