"""The benchmarks' own arithmetic: forms, and what counts as harmed, adapted, wrong."""

import json

import pytest

from evaluation.quality.adaptation.__main__ import main as measure_adaptation
from evaluation.quality.adaptation.__main__ import summarise
from evaluation.quality.adaptation.pairs import (
    AS_LIVE,
    LEARNED_ANEW,
    TOGETHER,
    UNCHANGED,
    Outcome,
    PairOutcome,
)
from evaluation.quality.crawling.__main__ import summary as summary_of_crawls
from evaluation.quality.crawling.crawls import Crawl
from evaluation.quality.forms import main as measure_forms
from evaluation.quality.record_matching import PageScore
from tests.wrappers.redesigned_engine import DOCUMENTS, cards, plain

SEARCH = "<form action=/search><input name=q><input name=place><button>Search</button></form>"
LOGIN = "<form action=/login><input name=user><input type=password name=p></form>"
SORT = "<form>Sort by <select name=s><option>a</select></form>"


LABELS = {
    "a": [("search", "q", "annotated", ["q", "place"]), ("login",), ("search", None, "none")],
    "b": [
        ("search", "place", "propagated", ["place"]),
        ("search", "user", "annotated", ["user"]),
        ("NOT ANNOTATED",),
    ],
}


def label(index, kind, field=None, status=None, fields=()):
    told = {"index": index, "type": kind, "query_field": field}
    return told | {"query_fields": list(fields), "query_status": status}


@pytest.fixture
def folder(tmp_path):
    with (tmp_path / "cases.jsonl").open("w", encoding="utf-8") as lines:
        for name, labels in LABELS.items():
            (tmp_path / f"{name}.html").write_text(SEARCH + LOGIN + SORT, encoding="utf-8")
            case = {"id": name, "url": "http://site.example/", "html": f"{name}.html"}
            forms = [label(number, *each) for number, each in enumerate(labels)]
            lines.write(json.dumps({**case, "forms": forms}) + "\n")
    return tmp_path


def test_figures(folder, capsys):
    figures_file = folder / "figures.json"
    assert measure_forms([str(folder), "--json", str(figures_file), "--errors"]) == 0
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
        measure_forms([str(tmp_path)])
    assert refused.value.code == 2


PAGES = {"old-0": (plain, 0), "old-1": (plain, 4), "new-0": (cards, 8), "new-1": (cards, 12)}


def write_pages(folder):
    lines = []
    for name, (layout, start) in PAGES.items():
        shown = DOCUMENTS[start : start + 4]
        chrome = f"<ul class=menu><li><a href=/>Home</a></ul><p>4 matches for {name}</p>"
        (folder / f"{name}.html").write_text(f"<body>{chrome}{layout(shown)}", "utf-8")
        true = [{"url": document.url, "title": document.title} for document in shown]
        case = {"id": name, "site": "s", "query": name, "url": "http://s.example/find"}
        lines.append(json.dumps({**case, "html": f"{name}.html", "records": true}))
    (folder / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize("more", [["--only-together"], []])
def test_a_redesigned_site_is_adapted_and_scored(tmp_path, capsys, more):
    write_pages(tmp_path)
    pair = {"site": "s", "old": ["old-0", "old-1"], "new": ["new-0", "new-1"]}
    file = tmp_path / "PAIRS.json"
    file.write_text(json.dumps([pair]), encoding="utf-8")
    figures = tmp_path / "figures.json"
    arguments = [str(tmp_path), str(file), "--jobs", "1", "--json", str(figures), *more]
    assert measure_adaptation(arguments) == 0
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert [found[name] for name in ("precision", "recall", "f1", "perfect_pages")] == [1.0] * 4
    assert (found["pairs"], found["pages"], found["adapted"]) == (1, 2, 1)
    assert (found["harmed"], found["harmed_after"], found["wrong_adaptations"]) == (1, 0, 0)
    assert found["methods"][UNCHANGED]["recall"] == 0.0
    assert found["methods"][LEARNED_ANEW]["f1"] == 1.0
    assert found["old_wrapper_before"]["f1"] == 1.0
    assert ("clustered, unchecked" in found["methods"]) == (not more)
    assert "1 pairs of 1 sites, 2 new pages" in capsys.readouterr().out


def score(hits, extra, missed):
    return (PageScore(hits, extra, missed, 0, 0, 0, 0),)


def outcome_of(before, unchanged, together, strategy="", broken=True, repair=Outcome.NONE):
    methods = {UNCHANGED: unchanged, LEARNED_ANEW: unchanged, TOGETHER: together, AS_LIVE: together}
    return PairOutcome("s", "k", before, methods, {TOGETHER: 1.0}, {}, broken, strategy, repair)


def test_what_is_wrong_and_what_must_be_shown():
    fine, bad = score(98, 2, 0), score(97, 3, 0)
    outcomes = [
        outcome_of(score(100, 0, 0), score(0, 0, 100), fine, "clustered"),
        outcome_of(score(100, 0, 0), score(0, 0, 100), bad, "bigram"),
        outcome_of(score(100, 0, 0), score(0, 0, 100), bad, "bigram", broken=False),
        outcome_of(score(100, 0, 0), bad, bad),
    ]
    found = summarise(outcomes)
    assert (found["adapted"], found["wrong_adaptations"]) == (3, 2)
    assert found["wrong_share"] == pytest.approx(2 / 3)
    assert found["harmed_in_silence"] == 1
    assert found["share_of_f1_before"] == pytest.approx(found["f1"])
    good, bad, nothing = score(100, 0, 0), score(90, 10, 10), score(0, 0, 100)
    outcomes = [
        outcome_of(good, nothing, good, "clustered", repair=Outcome.LIVE),
        outcome_of(good, nothing, bad, "bigram", repair=Outcome.LIVE),
        outcome_of(good, nothing, nothing, "bigram", repair=Outcome.PROPOSED),
        outcome_of(good, nothing, nothing),
        outcome_of(good, nothing, nothing, broken=False),
        outcome_of(good, good, good, repair=Outcome.LIVE),
    ]
    shown = summarise(outcomes)["must_show"]
    assert (shown["silent_wrong"], shown["false_alarms"]) == (1, 1)
    assert (shown["harmed"], shown["mended"], shown["proposed"]) == (5, 1, 1)
    assert shown["mended_or_proposed"] == pytest.approx(2 / 5)
    assert (shown["live"], shown["live_wrong"], shown["live_wrong_share"]) == (2, 1, 0.5)
    assert shown["f1_of_before"] < 1


def test_figures_of_crawls_have_the_keys_that_others_read():
    whole = Crawl(
        name="site/class", half="", sample="/a", size=10, separable=True, precision=1.0, recall=0.5,
        downloads=20, reachable=30, allowed=165.0, confidence=0.5, reason="", seconds=1.0,
        offered=True,
    )  # fmt: skip
    figures = summary_of_crawls([whole])
    assert [figures[name] for name in ("precision", "recall", "f1", "perfect_pages")] == [
        *(1.0, 0.5, 0.6667, 0.0)
    ]
    assert (figures["classes_met"], figures["classes_offered"]) == (0, 1)
