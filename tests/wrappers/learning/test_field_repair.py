"""A field that no longer comes: its rule alone is adapted, and no alarm is answered by silence."""

from collections.abc import Callable

import pytest

from discovery.models import Engine, EngineState
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import ADJECTIVES, Design, Document
from wrappers.models import LearningJob, WrapperVersion
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)
MONTHS = "January February March April May June July August September October".split()


def date_of(document: Document) -> str:
    return (
        f"{1 + len(document.title) % 28} {MONTHS[ADJECTIVES.index(document.title.split()[1])]} 2004"
    )


def dated(show: Callable[[str, str], str]) -> Callable[[list[Document]], str]:
    """Return how records with dates are shown: `show` is given the snippet and the date."""
    return lambda documents: "<ol class=hits>" + "".join(
        f"<li class=hit><h3><a href={d.url}>{d.title}</a></h3>{show(d.text, date_of(d))}</li>"
        for d in documents
    ) + "</ol>"  # fmt: skip


BEFORE = dated(lambda text, date: f"<div class=meta>{date}</div><p class=text>{text}</p>")
AFTER = dated(
    lambda text, date: f"<p class=text>{text}</p><footer><em class=w>{date}</em></footer>"
)
WITHOUT = dated(lambda text, _date: f"<p class=text>{text}</p>")


@pytest.fixture
def new_design() -> Design:
    return Design(records=BEFORE)


def rules_of(version: WrapperVersion) -> dict[str, object]:
    rules = dict(version.wrapper)
    columns = {column["label"]: column for column in rules.pop("items")["columns"]}
    return {**rules, **columns}


def in_use() -> WrapperVersion:
    return WrapperVersion.objects.get(is_active=True)


def test_the_rule_of_a_lost_date_alone_is_adapted(engine, design):
    before = rules_of(in_use())
    design.records = AFTER
    answer = answer_of(engine, "candle")
    assert len(answer.records) == 10, "the engine stays in use"
    assert not any(record.date for record in answer.records)
    report = check_engine(engine)
    assert (report.mended, report.strategy, report.after) == (True, "date", "ACTIVE")
    assert all(record.date for record in answer_of(engine, "candle").records)
    after = rules_of(in_use())
    assert {name for name in after if after[name] != before.get(name)} == {"date"}
    assert in_use().number == 2, "a version of its own, which can be undone"


def test_a_date_that_is_gone_is_looked_for_once(engine, design):
    design.records = WITHOUT
    for _ in range(2):
        report = check_engine(engine)
        assert (report.mended, report.after) == (False, "ACTIVE")
    assert LearningJob.objects.filter(progress__mending__only_fields=True).count() == 1
    design.records = BEFORE
    assert not check_engine(engine).mended


def test_an_alarm_is_not_answered_by_asking_for_less(engine, design):
    version = in_use()
    version.constraints["mandatory"] = [*version.constraints["mandatory"], "date"]
    version.save()
    Engine.objects.update(version=engine.version + 1)
    design.records = WITHOUT
    report = check_engine(engine)
    assert (report.kind, report.mended, report.after) == ("BROKEN", False, EngineState.BROKEN)
    assert WrapperVersion.objects.proposed().exists(), "a person decides"
    assert "date" in in_use().constraints["mandatory"]
    design.records = AFTER
    report = check_engine(engine)
    assert (report.mended, report.strategy, report.after) == (True, "date", "ACTIVE")
    assert "date" in in_use().constraints["mandatory"], "what was demanded still is"
