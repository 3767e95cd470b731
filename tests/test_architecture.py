"""Hold the rules of docs/architecture.md.

1. Pure folders hold algorithms: no Django, network, database, clock, and no import of a service
   folder. A service folder holds one service. Both are named there, in the order of imports.
2. Imports, foreign keys and dotted task names point upstream, among modules without a circle.
3. Packages hand nothing on: a name comes from the module that defines it; imports are absolute.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.apps import apps

from tests.programs import ROOT, run_python

APPS = ("discovery", "wrappers", "metasearch")
# A line of the map: a folder, and what it is.
FOLDER = re.compile(r"^\| \[\w+\]\(\.\./(\w+)/(\w+)\) \| (pure|service) \|", re.MULTILINE)
FOLDERS = FOLDER.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
PURE = tuple(f"{app}.{name}" for app, name, kind in FOLDERS if kind == "pure")
SERVICES = tuple(f"{app}.{name}" for app, name, kind in FOLDERS if kind == "service")
STAGES = (*PURE, *SERVICES)
# What Django looks for at an app's own level; packages of it are no folders of ours.
DJANGO = {"management", "migrations", "models", "settings", "__pycache__"}
# No code of ours.
DATA = {"__pycache__", "locale", "migrations", "static", "templates"}
IMPURE_LIBRARIES = set(
    "aiohttp asgiref asyncio concurrent django django_q httpx multiprocessing playwright psutil "
    "psycopg redis requests resource shutil signal socket sqlite3 subprocess tempfile threading "
    "time urllib.request urllib3".split()
)
# The clock can be asked through these without importing `time`.
CLOCK_CALLS = re.compile(r"\b(?:datetime|date)\.(?:now|today|utcnow)\(")
# A dotted name of ours in a string, such as the name of a task.
DOTTED_NAME = re.compile(rf"^(?:{'|'.join(APPS)})(?:\.\w+)+$")
# Methods by which a container is changed.
CHANGES = set(
    "add append appendleft clear discard extend insert pop popitem popleft remove setdefault "
    "update difference_update intersection_update".split()
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


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


def first_parts(modules: Iterable[str], count: int) -> set[str]:
    """Cut dotted names to their first parts: two of them name a stage."""
    return {".".join(module.split(".")[:count]) for module in modules}


def dotted_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def code_files(folder: str) -> Iterator[Path]:
    for path in sorted(ROOT.joinpath(*folder.split(".")).rglob("*.py")):
        if not DATA & set(path.relative_to(ROOT).parts):
            yield path


@pytest.mark.parametrize("app", APPS)
def test_every_folder_is_named_as_pure_or_service(app):
    folders = {f"{app}.{path.name}" for path in (ROOT / app).iterdir() if path.is_dir()}
    named = {stage for stage in STAGES if stage.startswith(f"{app}.")}
    assert folders - {f"{app}.{name}" for name in DJANGO} == named


@pytest.mark.parametrize("stage", STAGES)
def test_folders_import_only_folders_upstream_and_pure_ones_nothing_impure(stage):
    known = set(STAGES[: STAGES.index(stage) + 1])
    for path in code_files(stage):
        modules = imported_modules(path)
        ours = first_parts((name for name in modules if name.split(".")[0] in APPS), 2)
        assert ours & set(STAGES) <= known, f"{path.relative_to(ROOT)} imports {ours - known}"
        if stage in PURE:
            impure = ((first_parts(modules, 1) | modules) & IMPURE_LIBRARIES) | (ours - set(PURE))
            assert not impure, f"{path.relative_to(ROOT)} imports {impure}"
            assert not CLOCK_CALLS.search(path.read_text(encoding="utf-8")), f"{path}: the clock"


@pytest.mark.parametrize("app", APPS)
def test_imports_dotted_names_and_foreign_keys_point_upstream(app):
    upstream = APPS[: APPS.index(app) + 1]
    downstream = {*APPS, "samples", "evaluation", "tests"} - set(upstream)
    for path in code_files(app):
        # The one module that knows which engines are the samples, and what to ask them.
        known = {"samples"} if path.stem == "sample_sites" else set()
        roots = first_parts(imported_modules(path), 1) - known
        named = {
            node.value
            for node in ast.walk(syntax_tree(path))
            if isinstance(node, ast.Constant) and DOTTED_NAME.match(str(node.value))
        }
        roots |= first_parts(named - {"metasearch.settings"}, 1)
        assert not roots & downstream, f"{path.relative_to(ROOT)} names {roots & downstream}"
    for model in apps.get_app_config(app).get_models():
        for field in model._meta.get_fields():
            if field.is_relation and not field.auto_created and field.related_model:
                target = field.related_model._meta.app_label
                assert target in upstream or target not in APPS, f"{model.__name__}.{field.name}"


def test_no_import_circle_among_modules():
    used = {}
    for path in (path for app in APPS for path in code_files(app)):
        named = (node for node in syntax_tree(path).body if isinstance(node, ast.ImportFrom))
        used[dotted_name(path)] = {
            name
            for node in named
            for each in node.names
            for name in (node.module, f"{node.module}.{each.name}")
        }
    graph = {name: names & used.keys() - {name} for name, names in used.items()}
    # Raises CycleError where modules import each other.
    assert len(list(TopologicalSorter(graph).static_order())) == len(used)


@pytest.mark.parametrize("app", APPS)
def test_migrations_hold_no_live_code(app):
    allowed = {"django", *sys.stdlib_module_names}
    for path in (ROOT / app / "migrations").glob("*.py"):
        modules = {name for name in imported_modules(path) if ".migrations." not in name}
        assert first_parts(modules, 1) <= allowed, f"{path.relative_to(ROOT)} imports {modules}"


@pytest.mark.parametrize("top", (*APPS, "samples"))
def test_packages_hand_nothing_on_and_nothing_reaches_for_the_shared_data(top):
    for path in code_files(top):
        text, tree = path.read_text(encoding="utf-8"), syntax_tree(path)
        assert "../shared" not in text, path
        is_own = top == "samples" or path.parent.name in {"models", "settings"}
        if path.name == "__init__.py" and not is_own:
            assert not tree.body[1:], f"{path.relative_to(ROOT)} holds more than a docstring"
        assert "__all__" not in text or is_own, path


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
    for function in (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)):
        nodes = list(ast.walk(function))
        local = {node.arg for node in nodes if isinstance(node, ast.arg)}
        local |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for node in nodes:
            value = None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                value = node.func.value if node.func.attr in CHANGES else None
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                value = node.value
            if isinstance(value, ast.Name) and value.id not in local:
                changed.add(value.id)
    return changed


def test_what_a_process_keeps_belongs_to_an_object_that_no_module_holds():
    trees = {path: syntax_tree(path) for app in APPS for path in code_files(app)}
    classes = {
        node.name: " ".join(map(ast.unparse, (*node.bases, *node.keywords, *node.decorator_list)))
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    may_change = {
        name for name, told in classes.items() if "frozen" not in told and "NamedTuple" not in told
    }
    for path, tree in trees.items():
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)], path
        changed = module_level_names(tree) & changed_names(tree)
        assert not changed, f"{path.relative_to(ROOT)} changes {changed}"
        held = {
            ast.unparse(node)
            for node in tree.body
            if isinstance(node, (ast.Assign, ast.AnnAssign))
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) in may_change
            and module_level_names(ast.Module([node], []))
        }
        # The application itself: what counts requests lives as long as the process.
        held -= {"limited_application = LimitedRequests(admit_request)"}
        assert not held, f"{path.relative_to(ROOT)}: {held}"


# What requirements-rendering.txt, -mcp.txt, -alerts.txt and -fitting.txt bring.
OPTIONAL = ("playwright", "psutil", "imagesize", "mcp", "apprise", "scipy")
STARTED = f"""
import sys
sys.modules.update(dict.fromkeys({OPTIONAL}))
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "check"])
import discovery.tasks, metasearch.processes.serving, metasearch.tasks, wrappers.tasks
"""


def test_the_product_starts_without_its_optional_libraries():
    started = run_python("-c", STARTED, check=False)
    assert started.returncode == 0, started.stderr
