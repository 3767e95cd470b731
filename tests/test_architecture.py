"""Hold the rules of docs/architecture.md.

1. Pure folders hold algorithms: no Django, network, database, clock, and no import of a service
   folder. A service folder holds one service. Both are named here, in the order of imports.
2. Imports, foreign keys and dotted task names point upstream, among modules without a circle.
3. Packages hand nothing on: a name comes from the module that defines it; imports are absolute.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parent.parent

APPS = ("discovery", "wrappers", "metasearch")
PURE = (
    "discovery.documents",
    "discovery.lexicon",
    "discovery.pages",
    "discovery.forms",
    "discovery.connection",
    "discovery.engine_lists",
    "discovery.crawling",
    "wrappers.extraction",
    "wrappers.induction",
    "wrappers.adaptation",
    "metasearch.brokering",
    "metasearch.merging",
)
SERVICES = (
    "discovery.web",
    "discovery.jobs",
    "discovery.engines",
    "discovery.engine_crawls",
    "discovery.collections",
    "discovery.console",
    "wrappers.items",
    "wrappers.engines",
    "wrappers.learning",
    "wrappers.operations",
    "wrappers.monitoring",
    "wrappers.imports",
    "wrappers.collections",
    "wrappers.console",
    "metasearch.edge",
    "metasearch.search",
    "metasearch.presentation",
    "metasearch.api",
    "metasearch.web",
    "metasearch.mcp_server",
    "metasearch.console",
    "metasearch.processes",
)
STAGES = (*PURE, *SERVICES)
# What Django looks for at an app's own level; packages of it are no folders of ours.
DJANGO = {"management", "migrations", "models", "settings", "__pycache__"}
# No code of ours.
DATA = {"__pycache__", "locale", "migrations", "static", "templates"}
IMPURE_LIBRARIES = {
    *("aiohttp", "asgiref", "asyncio", "concurrent", "django", "django_q", "multiprocessing"),
    *(
        "playwright",
        "psutil",
        "psycopg",
        "redis",
        "requests",
        "resource",
        "shutil",
        "signal",
        "socket",
    ),
    *("sqlite3", "subprocess"),
    *("tempfile", "threading", "time", "urllib.request", "urllib3", "httpx"),
}
# The clock can be asked through these without importing `time`.
CLOCK_CALLS = re.compile(r"\b(?:datetime|date)\.(?:now|today|utcnow)\(")
# A dotted name of ours in a string, such as the name of a task.
DOTTED_NAME = re.compile(rf"^(?:{'|'.join(APPS)})(?:\.\w+)+$")


def folder_of(name: str) -> Path:
    return ROOT.joinpath(*name.split("."))


def syntax_tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported_modules(path: Path) -> set[str]:
    """Return the dotted names a file imports, those inside functions included."""
    modules = set()
    for node in ast.walk(syntax_tree(path)):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{path}: import absolutely"
            modules.add(node.module)
    return modules


def dotted_strings(path: Path) -> set[str]:
    """Return the strings of a file that are dotted names of ours."""
    return {
        node.value
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and DOTTED_NAME.match(node.value)
    }


def first_parts(modules: set[str], count: int) -> set[str]:
    """Cut dotted names to their first parts: two of them name a stage."""
    return {".".join(module.split(".")[:count]) for module in modules}


def code_files(folder: str) -> Iterator[Path]:
    """Yield the code files below a top-level folder."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        if not DATA & set(path.relative_to(ROOT).parts):
            yield path


def dotted_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def stage_of(name: str) -> str | None:
    """Return the stage that a module belongs to, None for an app's own level."""
    stage = ".".join(name.split(".")[:2])
    return stage if stage in STAGES else None


@pytest.mark.parametrize("app", APPS)
def test_every_folder_is_named_as_pure_or_service(app):
    folders = {f"{app}.{path.name}" for path in (ROOT / app).iterdir() if path.is_dir()}
    named = {stage for stage in STAGES if stage.startswith(f"{app}.")}
    assert folders - {f"{app}.{name}" for name in DJANGO} == named


@pytest.mark.parametrize("stage", PURE)
def test_pure_folders_are_pure(stage):
    for path in folder_of(stage).rglob("*.py"):
        modules = imported_modules(path)
        impure = (first_parts(modules, 1) | modules) & IMPURE_LIBRARIES
        assert not impure, f"{path.relative_to(ROOT)} imports {impure}"
        assert not CLOCK_CALLS.search(path.read_text(encoding="utf-8")), f"{path} asks the clock"


@pytest.mark.parametrize("stage", STAGES)
def test_folders_import_only_folders_upstream(stage):
    known = set(STAGES[: STAGES.index(stage) + 1])
    for path in folder_of(stage).rglob("*.py"):
        ours = {name for name in imported_modules(path) if name.split(".")[0] in APPS}
        stages = {found for name in ours if (found := stage_of(name)) is not None}
        assert stages <= known, f"{path.relative_to(ROOT)} imports {stages - known}"
        if stage in PURE:
            assert len(stages) == len(first_parts(ours, 2)), f"{path.relative_to(ROOT)}"


@pytest.mark.parametrize("app", APPS)
def test_apps_import_only_apps_upstream(app):
    downstream = {*APPS[APPS.index(app) + 1 :], "samples", "evaluation", "tests"}
    for path in code_files(app):
        roots = first_parts(imported_modules(path), 1)
        # The one module that knows which engines are the samples, and what to ask them.
        roots -= {"samples"} if path.stem == "sample_sites" else set()
        assert not roots & downstream, f"{path.relative_to(ROOT)}"


@pytest.mark.parametrize("app", ("discovery", "wrappers"))
def test_dotted_names_point_upstream(app):
    downstream = set(APPS[APPS.index(app) + 1 :])
    for path in code_files(app):
        names = {name for name in dotted_strings(path) if name != "metasearch.settings"}
        assert not first_parts(names, 1) & downstream, f"{path.relative_to(ROOT)}"


@pytest.mark.parametrize("app", APPS)
def test_foreign_keys_point_upstream(app):
    upstream = set(APPS[: APPS.index(app) + 1])
    for model in apps.get_app_config(app).get_models():
        for field in model._meta.get_fields():
            if field.is_relation and not field.auto_created and field.related_model:
                target = field.related_model._meta.app_label
                assert target in upstream or target not in APPS, f"{model.__name__}.{field.name}"


@pytest.mark.parametrize("app", APPS)
def test_migrations_hold_no_live_code(app):
    allowed = {"django", *sys.stdlib_module_names}
    for path in (ROOT / app / "migrations").glob("*.py"):
        modules = {name for name in imported_modules(path) if ".migrations." not in name}
        assert first_parts(modules, 1) <= allowed, f"{path.relative_to(ROOT)} imports {modules}"


@pytest.mark.parametrize("top", (*APPS, "samples"))
def test_nothing_reaches_for_the_shared_data(top):
    for path in code_files(top):
        assert "../shared" not in path.read_text(encoding="utf-8"), path


# Methods by which a container is changed.
CHANGES = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem"),
    *("popleft", "remove", "setdefault", "update", "difference_update", "intersection_update"),
}


def module_level_names(tree: ast.Module) -> set[str]:
    """Return the names by which a module knows objects of modules of ours, its own included."""
    targets: list[ast.expr] = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in APPS:
            targets += [ast.Name(alias.asname or alias.name) for alias in node.names]
        if isinstance(node, ast.Assign):
            targets += node.targets
        elif isinstance(node, ast.AnnAssign):
            targets.append(node.target)
    return {target.id for target in targets if isinstance(target, ast.Name)}


def changed_names(tree: ast.AST) -> set[str]:
    """Return the names whose objects functions change: by a method, an item, a deletion."""
    changed = set()
    for function in ast.walk(tree):
        if not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        local = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        local |= {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        for node in ast.walk(function):
            value = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                value = node.func.value if node.func.attr in CHANGES else None
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                value = node.value
            if isinstance(value, ast.Name) and value.id not in local:
                changed.add(value.id)
    return changed


def changes_itself(definition: ast.ClassDef) -> bool:
    """Tell whether objects of a class change after they are made."""
    for method in definition.body:
        if not isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        if method.name in {"__init__", "__post_init__"}:
            continue
        for node in ast.walk(method):
            target = node
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                target = node.func.value if node.func.attr in CHANGES else node
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                target = node.value
            elif not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
                continue
            if isinstance(target, ast.Attribute) and ast.unparse(target.value) == "self":
                return True
    return False


@pytest.mark.parametrize("app", APPS)
def test_what_a_process_keeps_belongs_to_an_object(app):
    for path in code_files(app):
        tree = syntax_tree(path)
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)], path
        changed = module_level_names(tree) & changed_names(tree)
        assert not changed, f"{path.relative_to(ROOT)} changes {changed}"


def test_no_module_holds_an_object_that_changes():
    trees = {dotted_name(path): syntax_tree(path) for app in APPS for path in code_files(app)}
    changing = {
        node.name
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and changes_itself(node)
    }
    held = set()
    for module, tree in trees.items():
        for node in tree.body:
            value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
            if isinstance(value, ast.Call) and ast.unparse(value.func) in changing:
                held.add(f"{module}: {ast.unparse(node)}")
    assert not held


def modules_used(path: Path) -> set[str]:
    """Return the modules of ours that a file imports when it is imported itself."""
    found = set()
    for node in syntax_tree(path).body:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            inner = {name for name in full if folder_of(name).with_suffix(".py").is_file()}
            found |= inner | ({str(node.module)} if full - inner else set())
    return {name for name in found if name.split(".")[0] in APPS}


def test_no_import_circle_among_modules():
    paths = [path for app in APPS for path in code_files(app)]
    TopologicalSorter({dotted_name(path): modules_used(path) for path in paths}).prepare()


@pytest.mark.parametrize("app", APPS)
def test_packages_hand_nothing_on(app):
    for path in code_files(app):
        if path.name == "__init__.py" and path.parent.name not in {"models", "settings"}:
            rest = syntax_tree(path).body[1:] if path.read_text(encoding="utf-8") else []
            assert not rest, f"{path.relative_to(ROOT)} holds more than a docstring"
        assert "__all__" not in path.read_text(encoding="utf-8") or path.parent.name == "models"


# What requirements-rendering.txt, -mcp.txt and -fitting.txt bring.
OPTIONAL = ("playwright", "psutil", "imagesize", "mcp", "scipy")
STARTED = f"""
import sys
sys.modules.update(dict.fromkeys({OPTIONAL}))
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "check"])
import discovery.tasks, metasearch.processes.serving, metasearch.tasks, wrappers.tasks
"""


def test_the_product_starts_without_its_optional_libraries() -> None:
    started = subprocess.run((sys.executable, "-c", STARTED), cwd=ROOT, capture_output=True)
    assert started.returncode == 0, started.stderr.decode()
