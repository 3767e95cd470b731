"""Nothing in the product that only tests or evaluation reach.

A definition is alive when what runs anyhow reaches it: the bare statements of modules, what Django,
the task queue and libraries look for by name, and all that these name in turn. Names of modules are
followed through imports. Methods and fields are found by their name alone: one of a common name
counts as used.
"""

import ast
import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from tests.programs import ROOT
from tests.test_architecture import APPS, code_files, dotted_name, syntax_tree

PRODUCT = (*APPS, "samples")
WORD = re.compile(r"[^\W\d]\w*")
NAMES = re.compile(r"-?[\w.]+$")
# What Django finds by its place or its name.
FOUND_BY_NAME = re.compile(
    r"\.management\.commands\.\w+\.Command$|\.settings(\.\w+)*\.[A-Z_0-9]+$|\.urls\.urlpatterns$"
    r"|\.apps\.\w+$|\.asgi\.application$"
)
# What Django asks by its name of middleware, and of an app.
ASKED_BY_NAME = {"process_exception", "sync_capable", "async_capable", "verbose_name"}
# Decorators that hand a definition to a library.
REGISTERING = {"filter", "inclusion_tag", "receiver", "register", "simple_tag"}
# Classes whose fields are read by their names from tables: details.
READ_BY_FIELD = {"ResultRecord"}
# Those whose fields are checked when a file of weights is read: where the numbers come from.
READ_BY_FIELD |= {"DataSet", "Origin", "Provenance", "Threshold", "Weights"}
# Values that stored rows and documents may hold: read for ever, whoever writes them.
STORED = {
    "discovery.connection.description.ParameterRole.CATEGORY",
    "discovery.pages.layout.Font.italic",
    "wrappers.adaptation.tree_grams.SnapshotNode.is_title",
}

DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Module(NamedTuple):
    """A file of the product: the dotted names by which it knows what it imports."""

    name: str
    tree: ast.Module
    imports: dict[str, str]
    has_django: bool


class Definition(NamedTuple):
    """A name that a module or a class (`owner`) defines, and what stands in its body."""

    module: Module
    owner: str
    name: str
    nodes: list[ast.AST]
    is_registered: bool = False

    @property
    def path(self) -> str:
        return ".".join(filter(None, (self.module.name, self.owner, self.name)))


def modules() -> Iterator[Module]:
    for path in (path for top in PRODUCT for path in code_files(top)):
        tree = syntax_tree(path)
        imports = {
            alias.asname or alias.name: f"{getattr(node, 'module', '')}.{alias.name}".strip(".")
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }
        has_django = any(name.startswith("django.") for name in imports.values())
        yield Module(dotted_name(path), tree, imports, has_django)


def names_defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, DEFINING):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    names = (node for target in targets for node in ast.walk(target) if isinstance(node, ast.Name))
    return [node.id for node in names if isinstance(node.ctx, ast.Store)]


def definitions_of(module: Module) -> Iterator[Definition]:
    """Yield what a module defines, of a class its members apart; last what it runs anyhow."""
    bare: list[ast.AST] = []
    for statement in module.tree.body:
        names = names_defined(statement)
        nodes: list[ast.AST] = [statement]
        if isinstance(statement, ast.ClassDef):
            nodes = [*statement.bases, *statement.keywords, *statement.decorator_list]
            for inner in statement.body:
                members = names_defined(inner)
                nodes += [] if members else [inner]
                for name in members:
                    yield Definition(module, statement.name, name, [inner])
        decorators = statement.decorator_list if isinstance(statement, DEFINING) else []
        said = {WORD.findall(ast.unparse(each).split("(")[0])[-1] for each in decorators}
        for name in set(names) - {"__all__"}:
            yield Definition(module, "", name, nodes, bool(said & REGISTERING))
        if not names and not isinstance(statement, ast.Import | ast.ImportFrom):
            bare.append(statement)
    yield Definition(module, "", "", bare)


def named(module: Module, nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield what nodes name: definitions by their dotted names, members as `.name`."""
    for node in (found for root in nodes for found in ast.walk(root)):
        match node:
            case ast.Name():
                yield module.imports.get(node.id, f"{module.name}.{node.id}")
            case ast.Attribute():
                if not isinstance(node.ctx, ast.Store):
                    yield f".{node.attr}"
                if isinstance(node.value, ast.Name):
                    yield f"{module.imports.get(node.value.id)}.{node.attr}"
            case ast.Constant(value=str(text)):
                yield text
                if module.has_django and NAMES.match(text):
                    yield from (f".{word}" for word in WORD.findall(text.replace("__", " ")))
            case ast.arg(annotation=ast.Constant(value=str(text))):
                yield from named(module, [ast.parse(text)])
            case ast.MatchClass():
                yield from (f".{name}" for name in node.kwd_attrs)
            case ast.keyword(arg=str(name)) if module.has_django:
                # Conditions and values of a query are named as its fields.
                yield from (f".{word}" for word in name.split("__"))


def with_subclasses(holder: type) -> Iterator[type]:
    yield holder
    for below in holder.__subclasses__():
        yield from with_subclasses(below)


def is_asked_by_library(member: Definition) -> bool:
    """Tell whether a member is called by its name, or for what it overrides.

    So a library does, and the console with the pages named in `own_pages`.
    """
    name = member.name
    if name.startswith("__") or name in ("Meta", "Media") or name in ASKED_BY_NAME:
        return True
    if member.owner in READ_BY_FIELD:
        return True
    holder = getattr(importlib.import_module(member.module.name), member.owner, None)
    if not inspect.isclass(holder):
        return False
    if name.startswith("clean_") and hasattr(holder, "base_fields"):
        return True
    bases = {base for each in with_subclasses(holder) for base in each.__mro__}
    if any(name.removesuffix("_view") in getattr(base, "own_pages", ()) for base in bases):
        return True
    return any(name in vars(base) for base in bases if base.__module__.split(".")[0] not in PRODUCT)


@cache
def dead_names() -> set[str]:
    """Return all that nothing in the product reaches from the roots; of a dead class its name."""
    known: defaultdict[str, list[Definition]] = defaultdict(list)
    members: defaultdict[str, list[Definition]] = defaultdict(list)
    waiting: list[Definition] = []
    product = list(modules())
    # The packages of models hand names on.
    handed_on = {f"{m.name}.{name}": path for m in product for name, path in m.imports.items()}
    for each in (found for module in product for found in definitions_of(module)):
        if each.owner:
            members[f"{each.module.name}.{each.owner}"].append(each)
        elif not each.name or each.is_registered or FOUND_BY_NAME.search(each.path):
            waiting.append(each)
        known[each.path].append(each)
    templates = (path for path in (ROOT / "templates").rglob("*.*") if path.is_file())
    words = (word for path in templates for word in WORD.findall(path.read_text("utf-8")))
    reached = {f".{word}" for word in words} | {each.path for each in waiting}
    # Members of living classes that nothing has named yet, by their name.
    unnamed: defaultdict[str, list[Definition]] = defaultdict(list)
    alive = set()
    while waiting:
        each = waiting.pop()
        alive.add(each.path)
        for member in members.pop(each.path, ()) if not each.owner else ():
            is_alive = f".{member.name}" in reached or is_asked_by_library(member)
            (waiting if is_alive else unnamed[f".{member.name}"]).append(member)
        found = {handed_on.get(name, name) for name in named(each.module, each.nodes)}
        for name in found - reached:
            reached.add(name)
            waiting += unnamed.pop(name, ()) if name[:1] == "." else known.get(name, ())
    dead = {path for path, found in known.items() if path not in alive and path.rpartition(".")[2]}
    return {path for path in dead if path.rpartition(".")[0] not in dead}


def test_nothing_in_the_product_is_reached_by_tests_alone_and_what_is_listed_is_off_the_path():
    assert dead_names() == STORED
