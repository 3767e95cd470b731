"""The lexicon holds data alone, written as its readers fold the text of pages."""

import ast
import re
from collections.abc import Iterator, Mapping, Set
from importlib import import_module
from pathlib import Path

import pytest

import discovery.lexicon

FOLDER = Path(discovery.lexicon.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")
ALLOWED_IMPORTS = {"re", "types"}
# Compared with the text of pages as it is written.
AS_WRITTEN = {"CURRENCY_NAMES", "CURRENCY_SIGNS"}
# Modules whose readers use `str.casefold`; all others use `str.lower`, or ignore case.
CASE_FOLDED = {
    *("blocking_marks", "hits_words", "pager_words", "suggestion_words"),
    *(
        "message_words",
        "login_words",
        "refusal_words",
        "gone_words",
        "wall_words",
        "outage_words",
        "complaint_words",
    ),
}


def syntax_tree(module: str) -> ast.Module:
    """Return a module of the lexicon parsed."""
    return ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))


def words_in(value: object) -> Iterator[str]:
    """Yield the words of a list, set or table; patterns have none to compare."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from words_in(entry)
    elif isinstance(value, tuple | Set):
        for entry in value:
            yield from words_in(entry)


def public_values() -> Iterator[tuple[str, str, object]]:
    """Yield `(module, name, value)` for what every module of the lexicon offers."""
    for module in MODULES:
        for name, value in vars(import_module(f"discovery.lexicon.{module}")).items():
            if name.isupper() and not name.startswith("_"):
                yield module, name, value


@pytest.mark.parametrize("module", MODULES)
def test_a_module_holds_only_data(module: str) -> None:
    docstring, *statements = syntax_tree(module).body
    assert isinstance(docstring, ast.Expr)
    for statement in statements:
        if isinstance(statement, ast.ImportFrom):
            assert statement.module in ALLOWED_IMPORTS
        elif isinstance(statement, ast.Import):
            assert {alias.name for alias in statement.names} <= ALLOWED_IMPORTS
        else:
            assert isinstance(statement, ast.Assign | ast.AnnAssign), ast.unparse(statement)


@pytest.mark.parametrize("module", MODULES)
def test_names_are_those_of_constants(module: str) -> None:
    for node in ast.walk(syntax_tree(module)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assert node.id.isupper() or node.id in {"category", "words"}, node.id


def test_the_folder_describes_each_module() -> None:
    for module in MODULES:
        assert f"`{module}`" in (discovery.lexicon.__doc__ or "")


def test_words_are_folded_as_their_readers_fold() -> None:
    for module, name, value in public_values():
        if name in AS_WRITTEN or isinstance(value, Mapping):
            continue
        for word in words_in(value):
            folded = word.casefold() if module in CASE_FOLDED else word.lower()
            assert word == folded, f"{module}.{name}: {word}"


def test_words_by_language_are_lower_case() -> None:
    for name in ("GENERAL_WORDS", "FUNCTION_WORDS"):
        for words in words_in(getattr(discovery.lexicon, name)):
            assert words == words.lower(), name


def test_keys_of_tables_are_lower_case() -> None:
    for module, name, value in public_values():
        if isinstance(value, Mapping) and module != "subject_words":
            assert all(key == key.casefold() for key in value), f"{module}.{name}"


def test_patterns_are_compiled() -> None:
    patterns = [value for _, _, value in public_values() if isinstance(value, re.Pattern)]
    assert patterns
    assert not any(pattern.fullmatch("") for pattern in patterns)
