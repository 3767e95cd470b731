"""The shape of a small code base: folders, imports through a public API, chains."""

import importlib.util
import json
import re
from graphlib import CycleError
from pathlib import Path

import pytest

from evaluation import __main__ as bench
from evaluation.figures import FIGURES, HEAD, PAGE, page
from evaluation.structure import CodeBase, main

MODULES = {
    "discovery/__init__.py": "",
    "discovery/models.py": "LIMIT = 1\n",
    "discovery/pages/__init__.py": "from discovery.pages.page import Page\n",
    "discovery/pages/page.py": "class Page: ...\n",
    "wrappers/__init__.py": "",
    "wrappers/reading/__init__.py": "",
    "wrappers/reading/reader.py": "from discovery.pages import Page\n"
    "from discovery.models import LIMIT\n",
    "metasearch/search.py": "from wrappers.reading import reader\n",
    "metasearch/migrations/0001_first.py": "from discovery.models import LIMIT\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_imports_are_counted_and_chained_and_circles_found(root):
    assert CodeBase(root).imports_between_folders() == {
        ("wrappers.reading", "discovery.pages"): 1,
        ("wrappers.reading", "discovery.models"): 1,
        ("metasearch.search", "wrappers.reading"): 1,
    }
    chain = CodeBase(root).longest_chain()
    assert chain[:2] == ["metasearch.search", "wrappers.reading.reader"]
    assert len(chain) == 3
    (root / "discovery/pages/page.py").write_text("from discovery.pages.urls import URL\n")
    (root / "discovery/pages/urls.py").write_text("from discovery.pages.page import Page\n")
    with pytest.raises(CycleError):
        CodeBase(root).longest_chain()


def test_the_command_counts_lines_statements_and_what_stands_beside(root, capsys):
    (root / "discovery/words.json").write_text("[\n1\n]\n")
    (root / "docs").mkdir()
    (root / "docs/page.md").write_text("three plain words\n")
    counts = root / "counts.json"
    assert main([str(root), "--folders", "--json", str(counts)]) == 0
    assert "discovery.pages" in capsys.readouterr().out
    sizes = json.loads(counts.read_text())
    product = sizes["product"]
    assert (product["modules"], product["lines"], product["statements"]) == (4, 6, 7)
    assert product["data"] == 3
    assert sizes["docs"] == {"pages": 1, "words": 3}


DOCUMENT = json.loads(FIGURES.read_text(encoding="utf-8"))


def test_the_page_of_figures_is_printed_from_its_json():
    assert PAGE.read_text(encoding="utf-8") == page(DOCUMENT)
    assert len(re.findall(r"\w[^ |]*", page(DOCUMENT))) <= 1_000


@pytest.mark.parametrize("figure", DOCUMENT["figures"], ids=lambda figure: figure["what"])
def test_commands_of_figures_exist(figure):
    assert figure.keys() == {"part", *HEAD}
    if figure["command"] != "the same":
        for command in figure["command"].split(", "):
            assert importlib.util.find_spec(f"evaluation.{command.split()[0]}"), command


def program_name(path: Path, folder: Path) -> str:
    named = path.parent if path.name == "__main__.py" else path.with_suffix("")
    return ".".join(named.relative_to(folder).parts)


def test_every_program_is_run_or_left_out_with_a_reason():
    folder = Path(bench.__file__).parent
    programs = {
        program_name(path, folder)
        for path in folder.rglob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    } - {""}
    scratch = Path("scratch")
    run = {name for name, *_ in (*bench.commands(scratch), *bench.commands_over_shared_data())}
    assert programs == run | set(bench.CALLED_BY_THEMSELVES)
    assert not run & set(bench.CALLED_BY_THEMSELVES)
