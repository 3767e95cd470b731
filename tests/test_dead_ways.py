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
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests.test_architecture import APPS, ROOT, code_files, dotted_name, syntax_tree

PRODUCT = (*APPS, "samples")
WORD = re.compile(r"[^\W\d]\w*")
NAMES = re.compile(r"-?[\w.]+$")
# What Django finds by its place or its name.
FOUND_BY_NAME = re.compile(
    r"\.management\.commands\.\w+\.Command$|\.settings(\.\w+)*\.[A-Z_0-9]+$|\.urls\.urlpatterns$"
    r"|\.apps\.\w+$"
)
# What Django asks by its name of middleware, and of an app.
ASKED_BY_NAME = {"process_exception", "sync_capable", "async_capable", "verbose_name"}
# Decorators that hand a definition to a library.
REGISTERING = {"filter", "inclusion_tag", "receiver", "register", "simple_tag"}
# Classes whose fields are read by their names from tables: features by weights, details, traits.
READ_BY_FIELD = {"FieldFeatures", "RecordTraits", "ResultRecord"}
# Those whose fields are checked when a file of weights is read: where the numbers come from.
READ_BY_FIELD |= {"DataSet", "Origin", "Provenance", "Threshold", "Weights"}
# Values that stored rows and documents may hold: read for ever, whoever writes them.
STORED = {
    "discovery.connection.description.ParameterRole.CATEGORY",
    "wrappers.adaptation.tree_grams.SnapshotNode.is_title",
}

Key = tuple[str, str]


@dataclass
class Definition:
    """A name that a module or a class defines, and what stands in its body."""

    module: str
    name: str
    owner: str | None = None
    nodes: list[ast.AST] = field(default_factory=list)
    is_registered: bool = False


@dataclass
class Module:
    """One file: what it defines, what it imports by which name, what it runs."""

    name: str
    definitions: dict[str, Definition] = field(default_factory=dict)
    members: dict[str, list[Definition]] = field(default_factory=dict)
    imports: dict[str, str] = field(default_factory=dict)
    bare: list[ast.AST] = field(default_factory=list)
    libraries: set[str] = field(default_factory=set)


def names_bound(statement: ast.AST) -> list[str]:
    """Return the names that an assignment binds."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [
        node.id
        for target in targets
        for node in ast.walk(target)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]


def is_registered(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Tell whether a decorator hands a definition to a library."""
    names = {WORD.findall(ast.unparse(found).split("(")[0])[-1] for found in node.decorator_list}
    return bool(names & REGISTERING)


DEFINING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def module_of(path: Path) -> Module:
    """Read what a file defines and imports."""
    module = Module(dotted_name(path))
    tree = syntax_tree(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module.libraries.add(str(node.module).split(".")[0])
            for alias in node.names:
                module.imports[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Import):
            for alias in node.names:
                module.imports[alias.asname or alias.name] = alias.name
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            read_class(module, statement)
        elif isinstance(statement, DEFINING):
            found = Definition(module.name, statement.name, None, [statement])
            found.is_registered = is_registered(statement)
            module.definitions[statement.name] = found
        elif names := [name for name in names_bound(statement) if name != "__all__"]:
            for name in names:
                found = module.definitions.setdefault(name, Definition(module.name, name))
                found.nodes.append(statement)
        elif not (isinstance(statement, ast.Import | ast.ImportFrom) or names_bound(statement)):
            module.bare.append(statement)
    return module


def read_class(module: Module, node: ast.ClassDef) -> None:
    """Read a class: its members apart from the rest of its body."""
    rest: list[ast.AST] = [*node.bases, *node.keywords, *node.decorator_list]
    for statement in node.body:
        names = [statement.name] if isinstance(statement, DEFINING) else names_bound(statement)
        if not names:
            rest.append(statement)
        for name in names:
            member = Definition(module.name, name, node.name, [statement])
            module.members.setdefault(node.name, []).append(member)
    found = Definition(module.name, node.name, None, rest, is_registered(node))
    module.definitions[node.name] = found


@cache
def product() -> dict[str, Module]:
    paths = [path for top in PRODUCT for path in code_files(top)]
    return {dotted_name(path): module_of(path) for path in paths}


def resolve(dotted: str) -> Key | None:
    """Follow a dotted name to the module and the name that define it."""
    modules = product()
    for _ in range(9):
        holder, _, name = dotted.rpartition(".")
        if holder not in modules:
            return None
        if name in modules[holder].definitions:
            return holder, name
        if name not in modules[holder].imports:
            return None
        dotted = modules[holder].imports[name]
    return None


def named(module: Module, nodes: Iterable[ast.AST]) -> Iterator[Key | str]:
    """Yield what nodes name: definitions of modules as keys, members by their name alone."""
    for node in (found for root in nodes for found in ast.walk(root)):
        if isinstance(node, ast.Name):
            if node.id in module.definitions:
                yield module.name, node.id
            elif node.id in module.imports and (key := resolve(module.imports[node.id])):
                yield key
        elif isinstance(node, ast.Attribute):
            if not isinstance(node.ctx, ast.Store):
                yield node.attr
            if isinstance(node.value, ast.Name) and node.value.id in module.imports:
                key = resolve(f"{module.imports[node.value.id]}.{node.attr}")
                if key:
                    yield key
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if key := resolve(node.value):
                yield key
            if "django" in module.libraries and NAMES.match(node.value):
                yield from WORD.findall(node.value.replace("__", " "))
        elif isinstance(node, ast.arg) and isinstance(node.annotation, ast.Constant):
            yield from named(module, [ast.parse(str(node.annotation.value))])
        elif isinstance(node, ast.MatchClass):
            yield from node.kwd_attrs
        elif isinstance(node, ast.keyword) and node.arg and "django" in module.libraries:
            # Conditions and values of a query are named as its fields.
            yield from node.arg.split("__")


def with_subclasses(holder: type) -> Iterator[type]:
    yield holder
    for below in holder.__subclasses__():
        yield from with_subclasses(below)


def is_asked_by_library(definition: Definition) -> bool:
    """Tell whether a member is called by its name, or for what it overrides.

    So a library does, and the console with the pages named in `own_pages`.
    """
    name = definition.name
    if name.startswith("__") or name in ("Meta", "Media") or name in ASKED_BY_NAME:
        return True
    if definition.owner in READ_BY_FIELD:
        return True
    holder = getattr(importlib.import_module(definition.module), definition.owner or "", None)
    if not inspect.isclass(holder):
        return False
    if name.startswith("clean_") and hasattr(holder, "base_fields"):
        return True
    bases = {base for each in with_subclasses(holder) for base in each.__mro__}
    if any(name.removesuffix("_view") in getattr(base, "own_pages", ()) for base in bases):
        return True
    return any(name in vars(base) for base in bases if base.__module__.split(".")[0] not in PRODUCT)


def words_of_templates() -> set[str]:
    paths = [path for path in (ROOT / "templates").rglob("*.*") if path.is_file()]
    return {word for path in paths for word in WORD.findall(path.read_text(encoding="utf-8"))}


class Reachability:
    """What is alive, found from the roots on."""

    def __init__(self) -> None:
        self.alive: set[int] = set()
        self.names = words_of_templates()
        # Members of living classes that nothing has named yet, by their name.
        self.unnamed: defaultdict[str, list[Definition]] = defaultdict(list)
        self.waiting: list[tuple[Module, list[ast.AST]]] = []

    def run(self) -> None:
        """Follow all names from the roots."""
        for module in product().values():
            self.waiting.append((module, module.bare))
            for found in module.definitions.values():
                if found.is_registered or FOUND_BY_NAME.search(f"{module.name}.{found.name}"):
                    self.enter(found)
        while self.waiting:
            for found in named(*self.waiting.pop()):
                if isinstance(found, tuple):
                    self.enter(product()[found[0]].definitions[found[1]])
                elif found not in self.names:
                    self.names.add(found)
                    for member in self.unnamed.pop(found, ()):
                        self.enter(member)

    def enter(self, definition: Definition) -> None:
        """Take a definition as alive."""
        if id(definition) in self.alive:
            return
        self.alive.add(id(definition))
        module = product()[definition.module]
        self.waiting.append((module, definition.nodes))
        for member in module.members.get(definition.name, ()) if not definition.owner else ():
            if member.name in self.names or is_asked_by_library(member):
                self.enter(member)
            else:
                self.unnamed[member.name].append(member)


@cache
def dead_names() -> set[str]:
    """Return all that nothing in the product reaches; of a dead class only its name."""
    found = Reachability()
    found.run()
    dead = set()
    for module in product().values():
        for definition in module.definitions.values():
            name = f"{module.name}.{definition.name}"
            if id(definition) not in found.alive:
                dead.add(name)
                continue
            members = module.members.get(definition.name, ())
            dead.update(f"{name}.{each.name}" for each in members if id(each) not in found.alive)
    return dead


def test_nothing_in_the_product_is_reached_by_tests_alone():
    assert not dead_names() - STORED


@pytest.mark.parametrize("name", sorted(STORED))
def test_what_is_listed_is_there_and_off_the_path(name):
    assert any(found.startswith(name) for found in dead_names())
