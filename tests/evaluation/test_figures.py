"""The page of figures is what its JSON prints, short, and every command of it exists."""

import importlib.util
import json
import re

import pytest

from evaluation.figures import FIGURES, HEAD, PAGE, page

DOCUMENT = json.loads(FIGURES.read_text(encoding="utf-8"))


def test_the_page_is_printed_from_the_figures():
    assert PAGE.read_text(encoding="utf-8") == page(DOCUMENT)


def test_the_page_stays_one_page():
    assert len(re.findall(r"\w[^ |]*", page(DOCUMENT))) <= 1_000


@pytest.mark.parametrize("figure", DOCUMENT["figures"], ids=lambda figure: figure["what"])
def test_commands_of_figures_exist(figure):
    assert figure.keys() == {"part", *HEAD}
    if figure["command"] != "the same":
        for command in figure["command"].split(", "):
            assert importlib.util.find_spec(f"evaluation.{command.split()[0]}"), command
