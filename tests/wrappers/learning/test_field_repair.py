"""A field that no longer comes: its rule alone is adapted, and no alarm is answered by silence."""

import pytest

from discovery.models import Engine, EngineState
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import Design, Layout, laid_out
from wrappers.models import LearningJob, WrapperVersion
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)


def dated(shown: str) -> Layout:
    record = f"<li class=hit><h3><a href={{d.url}}>{{d.title}}</a></h3>{shown}</li>"
    return laid_out("<ol class=hits>", record, "</ol>")


BEFORE = dated("<div class=meta>{n} May 2004</div><p class=text>{d.text}</p>")
AFTER = dated("<p class=text>{d.text}</p><footer><em class=w>{n} May 2004</em></footer>")
WITHOUT = dated("<p class=text>{d.text}</p>")


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
