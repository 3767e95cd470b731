"""Alert rules and dashboard of deploy/ name figures, labels and values that there are."""

import json
import re
from collections import defaultdict

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from discovery.jobs.crawls import CrawlState
from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from metasearch.console import metrics
from metasearch.console.audit import BACKED_UP, note_command
from metasearch.processes.admission import Verdict
from metasearch.search import counters
from tests.metasearch.engines import crashes, gives, records
from tests.programs import ROOT
from wrappers.models import LearningJob

FIGURE = re.compile(r"(metasearch_\w+)(?:\{([^}]*)\})?")
CONDITION = re.compile(r'(\w+)(?:=~|!~|!=|=)"([^"]*)"')
GROUPED = re.compile(r"\bby \(([^)]*)\)|\{\{(\w+)\}\}")
VALUES = {*EngineState, *AnswerKind, *Verdict, *CrawlState, "unfinished", "found", "missing"}
RULES = "deploy/prometheus/alerts.yml"


def expressions() -> dict[str, str]:
    rules = yaml.safe_load((ROOT / RULES).read_text(encoding="utf-8"))["groups"][0]["rules"]
    board = json.loads((ROOT / "deploy/grafana/metasearch.json").read_text(encoding="utf-8"))
    told = {rule["alert"]: rule["expr"] for rule in rules}
    for panel in board["panels"]:
        for number, target in enumerate(panel["targets"]):
            told[f"{panel['title']} {number}"] = f"{target['expr']} {target['legendFormat']}"
    return told


@pytest.fixture
def known(client, engines, transactional_db) -> dict[str, set[str]]:
    """The labels of all series there are, by their names, after a search."""
    LearningJob.objects.create(
        engine=Engine.objects.create(slug="a", name="A", home_url="http://a.example/")
    )
    note_command(BACKED_UP)
    engines.add("one", gives("one", *records("a")))
    engines.add("two", crashes)
    client.get("/api/v1/search?q=x")
    counters.count_search(Verdict.ADMITTED)
    labels: defaultdict[str, set[str]] = defaultdict(set)
    for family in text_string_to_metric_families(metrics.expose().decode()):
        for sample in family.samples:
            labels[sample.name] |= set(sample.labels)
    return labels


def test_all_that_they_name_is_there(known):
    named = set()
    for what, expression in expressions().items():
        figures = FIGURE.findall(expression)
        assert figures or "up{" in expression, what
        labels = set()
        for name, conditions in figures:
            assert name in known, f"{what}: {name}"
            named.add(re.sub("_(total|bucket|count|sum)$", "", name))
            labels |= known[name]
            for label, values in CONDITION.findall(conditions):
                assert label in known[name], f"{what}: {label}"
                assert set(values.split("|")) <= VALUES, f"{what}: {values}"
        for grouped, shown in GROUPED.findall(expression):
            assert {each.strip() for each in (grouped or shown).split(",")} <= labels, what
    ours = {re.sub("_(total|bucket|count|sum|created)$", "", name) for name in known}
    unseen = {name for name in ours if name.startswith("metasearch_")} - named
    assert unseen == {"metasearch_loop_longest_delay_seconds"}


def test_figures_of_workers_are_left_out_while_the_cache_is_away(known, monkeypatch):
    def fail() -> int:
        raise ConnectionError

    assert "metasearch_task_workers" in known
    monkeypatch.setattr(metrics, "living_workers", fail)
    told = metrics.expose().decode()
    assert "metasearch_task_workers" not in told and "metasearch_disk_free_bytes" in told


def test_rules_say_how_bad_it_is_and_what_it_is():
    for rule in yaml.safe_load((ROOT / RULES).read_text(encoding="utf-8"))["groups"][0]["rules"]:
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert rule["annotations"]["summary"].endswith(".") and rule["for"]
