"""The shape of a small code base: folders, imports through a public API, chains."""

import importlib.util
import json
import re
from pathlib import Path

import pytest

from evaluation import __main__ as bench
from evaluation.figures import FIGURES, HEAD, PAGE, page

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
