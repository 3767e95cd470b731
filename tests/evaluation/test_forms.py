"""The benchmark's own arithmetic, on two pages labelled here."""

import json

import pytest

from evaluation.quality.forms import main

SEARCH = "<form action=/search><input name=q><input name=place><button>Search</button></form>"
LOGIN = "<form action=/login><input name=user><input type=password name=p></form>"
SORT = "<form>Sort by <select name=s><option>a</select></form>"


def label(index, kind, field=None, status=None, fields=()):
    return {
        "index": index,
        "type": kind,
        "query_field": field,
        "query_fields": list(fields),
        "query_status": status,
    }


@pytest.fixture
def folder(tmp_path):
    labels = {
        "a": [
            label(0, "search", "q", "annotated", ["q", "place"]),
            label(1, "login"),
            label(2, "search", status="none"),
        ],
        "b": [
            label(0, "search", "place", "propagated", ["place"]),
            label(1, "search", "user", "annotated", ["user"]),
            label(2, "NOT ANNOTATED"),
        ],
    }
    with (tmp_path / "cases.jsonl").open("w", encoding="utf-8") as lines:
        for name, forms in labels.items():
            (tmp_path / f"{name}.html").write_text(SEARCH + LOGIN + SORT, encoding="utf-8")
            case = {"id": name, "url": "http://site.example/", "html": f"{name}.html"}
            lines.write(json.dumps({**case, "forms": forms}) + "\n")
    return tmp_path


def test_figures(folder, capsys):
    figures_file = folder / "figures.json"
    assert main([str(folder), "--json", str(figures_file), "--errors"]) == 0
    figures = json.loads(figures_file.read_text(encoding="utf-8"))
    assert figures["forms"] == 5
    # Of four search forms two are found; one of the other two has no text field.
    assert (figures["search_precision"], figures["search_recall"]) == (1.0, 0.5)
    assert figures["search_f1"] == pytest.approx(2 / 3)
    assert figures["text_search_recall"] == pytest.approx(2 / 3)
    assert figures["text_search_f1"] == pytest.approx(0.8)
    # Three query fields are known, two of these forms are found, one with the right field.
    assert figures["query_field_accuracy"] == 0.5
    assert figures["whole"] == pytest.approx(1 / 3)
    assert figures["rule_2003"]["search_recall"] == 0.5
    shown = capsys.readouterr().out
    assert "rule of 2003" in shown
    assert "wrong field: b #0" in shown
    assert "not found: b #1" in shown


def test_a_folder_without_cases_is_a_wrong_call(tmp_path):
    with pytest.raises(SystemExit) as refused:
        main([str(tmp_path)])
    assert refused.value.code == 2
