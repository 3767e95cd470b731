"""Hold the three rules of the house.

1. A folder inside an app holds algorithms only; a file lying directly in an app may use Django and
   the network.
2. Imports, foreign keys and dotted task names point upstream; among folders in the order listed.
3. A folder's `__init__` is its public API, with `__all__`; an app's `__init__` stays empty; imports
   are absolute.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parent.parent

APPS = ("discovery", "wrappers", "metasearch")
STAGES = (
    "discovery.pages",
    "discovery.forms",
    "discovery.connection",
    "discovery.crawling",
    "wrappers.extraction",
    "wrappers.induction",
    "wrappers.adaptation",
    "metasearch.brokering",
    "metasearch.merging",
)
EXEMPT = {"metasearch.samples"}
NOT_CODE = {"migrations", "static", "locale", "management", "templatetags", "__pycache__"}
IMPURE_LIBRARIES = {
    *("aiohttp", "asgiref", "asyncio", "concurrent", "django", "django_q", "multiprocessing"),
    *("playwright", "psycopg", "redis", "requests", "shutil", "socket", "sqlite3", "subprocess"),
    *("tempfile", "threading", "time", "urllib.request", "urllib3", "httpx"),
}
# The clock can be asked through these without importing `time`.
CLOCK_CALLS = re.compile(r"\b(?:datetime|date)\.(?:now|today|utcnow)\(")
# A dotted name of ours in a string, such as the name of a task.
DOTTED_NAME = re.compile(rf"^(?:{'|'.join(APPS)})(?:\.\w+)+$")


def stage_folder(stage: str) -> Path:
    """Return the folder of a stage."""
    return ROOT.joinpath(*stage.split("."))


STANDING_STAGES = tuple(stage for stage in STAGES if stage_folder(stage).is_dir())


def syntax_tree(path: Path) -> ast.Module:
    """Return a file parsed."""
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


def app_files(app: str) -> Iterator[Path]:
    """Yield the code files of an app, samples left out."""
    for path in sorted((ROOT / app).rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        if "migrations" not in parts and ".".join(parts[:2]) not in EXEMPT:
            yield path


@pytest.mark.parametrize("app", APPS)
def test_every_folder_is_a_stage(app: str) -> None:
    folders = {
        f"{app}.{folder.name}"
        for folder in (ROOT / app).iterdir()
        if folder.is_dir() and folder.name not in NOT_CODE
    }
    assert folders - EXEMPT <= set(STAGES)


@pytest.mark.parametrize("stage", STANDING_STAGES)
def test_stages_are_pure(stage: str) -> None:
    for path in stage_folder(stage).rglob("*.py"):
        modules = imported_modules(path)
        impure = (first_parts(modules, 1) | modules) & IMPURE_LIBRARIES
        assert not impure, f"{path.relative_to(ROOT)} imports {impure}"
        assert not CLOCK_CALLS.search(path.read_text(encoding="utf-8")), f"{path} asks the clock"


@pytest.mark.parametrize("stage", STANDING_STAGES)
def test_stages_import_only_stages_upstream(stage: str) -> None:
    allowed = set(STAGES[: STAGES.index(stage) + 1])
    for path in stage_folder(stage).rglob("*.py"):
        ours = {name for name in imported_modules(path) if name.split(".")[0] in APPS}
        assert first_parts(ours, 2) <= allowed, f"{path.relative_to(ROOT)}"


@pytest.mark.parametrize("app", APPS)
def test_apps_import_only_apps_upstream(app: str) -> None:
    downstream = set(APPS[APPS.index(app) + 1 :])
    for path in app_files(app):
        roots = first_parts(imported_modules(path), 1)
        assert not roots & downstream, f"{path.relative_to(ROOT)}"


@pytest.mark.parametrize("app", ("discovery", "wrappers"))
def test_dotted_names_point_upstream(app: str) -> None:
    downstream = set(APPS[APPS.index(app) + 1 :])
    for path in app_files(app):
        names = {name for name in dotted_strings(path) if name != "metasearch.settings"}
        assert not first_parts(names, 1) & downstream, f"{path.relative_to(ROOT)}"


@pytest.mark.parametrize("app", APPS)
def test_foreign_keys_point_upstream(app: str) -> None:
    upstream = set(APPS[: APPS.index(app) + 1])
    for model in apps.get_app_config(app).get_models():
        for field in model._meta.get_fields():
            if field.is_relation and not field.auto_created and field.related_model:
                target = field.related_model._meta.app_label
                assert target in upstream or target not in APPS, f"{model.__name__}.{field.name}"


@pytest.mark.parametrize("stage", STANDING_STAGES)
def test_folders_say_what_is_public(stage: str) -> None:
    for init in stage_folder(stage).rglob("__init__.py"):
        assert "__all__" in init.read_text(encoding="utf-8"), init


@pytest.mark.parametrize("app", APPS)
def test_app_packages_are_empty(app: str) -> None:
    assert not (ROOT / app / "__init__.py").read_text(encoding="utf-8").strip()


def test_the_rim_imports_folders_through_their_public_api() -> None:
    for app in APPS:
        for path in app_files(app):
            stage = ".".join(path.relative_to(ROOT).parts[:2])
            for name in imported_modules(path):
                owner = ".".join(name.split(".")[:2])
                if owner in STAGES and owner != stage:
                    # A folder inside a stage that says what is public is an API of its own.
                    is_public = name == owner or stage_folder(name).is_dir()
                    assert is_public, f"{path.relative_to(ROOT)} reaches into {name}"


def test_nothing_reaches_for_the_shared_data() -> None:
    for app in APPS:
        for path in app_files(app):
            assert "../shared" not in path.read_text(encoding="utf-8"), path
