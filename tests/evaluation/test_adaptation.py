"""The benchmark's own arithmetic: what counts as harmed, adapted, wrong; and the files it reads."""

import json

import pytest

from evaluation.quality.adaptation.__main__ import main, summarise
from evaluation.quality.adaptation.pairs import (
    AS_LIVE,
    LEARNED_ANEW,
    TOGETHER,
    UNCHANGED,
    Outcome,
    PairOutcome,
)
from evaluation.quality.record_matching import PageScore

TOPICS = ("tides of the north sea", "a history of salt", "how bridges stand", "bread without haste")
PAGES = {"old-0": TOPICS, "old-1": TOPICS[::-1], "new-0": TOPICS[:3], "new-1": TOPICS[1:]}


def page_of(name, topics, record):
    rows = "".join(
        record.format(href=f"/{name}/{topic.replace(' ', '-')}", title=topic.capitalize())
        for topic in topics
    )
    return (
        f"<html><body><ul class=menu><li><a href=/>Home</a><li><a href=/help>Help</a></ul>"
        f"<p>{len(topics)} matches for {name}</p>{rows}<p>All rights reserved</p>"
    )


RECORDS = {
    "old": '<div class="hit"><h3><a href="{href}">{title}</a></h3><p>{title}, told in some words'
    " that fill more than one line of the page.</p></div>",
    "new": '<section class="card"><h2><a href="{href}">{title}</a></h2><div>{title}, told in some '
    "words that fill more than one line of the page.</div></section>",
}


def write_pages(folder, pages, records):
    lines = []
    for name, topics in pages.items():
        (folder / f"{name}.html").write_text(page_of(name, topics, records[name[:3]]), "utf-8")
        true = [
            {"url": f"/{name}/{topic.replace(' ', '-')}", "title": topic.capitalize()}
            for topic in topics
        ]
        case = {"id": name, "site": "s", "query": name, "url": "http://s.example/find"}
        lines.append(json.dumps({**case, "html": f"{name}.html", "records": true}))
    (folder / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")


def write_pairs(folder, *pairs):
    file = folder / "PAIRS.json"
    file.write_text(json.dumps(pairs), encoding="utf-8")
    return file


@pytest.mark.parametrize("more", [["--only-together"], []])
def test_a_redesigned_site_is_adapted_and_scored(tmp_path, capsys, more):
    write_pages(tmp_path, PAGES, RECORDS)
    pair = {"site": "s", "old": ["old-0", "old-1"], "new": ["new-0", "new-1"]}
    file = write_pairs(tmp_path, pair)
    figures = tmp_path / "figures.json"
    arguments = [str(tmp_path), str(file), "--jobs", "1", "--json", str(figures), *more]
    assert main(arguments) == 0
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert [found[name] for name in ("precision", "recall", "f1", "perfect_pages")] == [1.0] * 4
    assert (found["pairs"], found["pages"], found["adapted"]) == (1, 2, 1)
    assert (found["harmed"], found["harmed_after"], found["wrong_adaptations"]) == (1, 0, 0)
    assert found["methods"][UNCHANGED]["recall"] == 0.0
    assert found["methods"][LEARNED_ANEW]["f1"] == 1.0
    assert found["old_wrapper_before"]["f1"] == 1.0
    assert ("clustered" in found["methods"]) == (not more)
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
