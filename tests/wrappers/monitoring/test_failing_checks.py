"""Checks that raise or kill their worker: shown at the engine, and planned ever less often."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_q.models import OrmQ

from tests.wrappers.monitoring.test_monitoring import make_due, make_engine
from wrappers import tasks
from wrappers.models import EngineWatch
from wrappers.monitoring import checking
from wrappers.monitoring.checking import CheckFailedError

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """Stands for a worker's sudden end."""


def fail(monkeypatch: pytest.MonkeyPatch, fault: BaseException) -> None:
    """Have asking raise."""

    def failing(*args: Any) -> Any:
        raise fault

    monkeypatch.setattr(checking, "make_ready_engine", failing)


@pytest.mark.parametrize("fault", [RecursionError("too deep"), MemoryError(), AssertionError()])
def test_a_check_that_raises_is_shown_and_planned_ever_less_often(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    engine = make_engine()
    fail(monkeypatch, fault)
    delays = []
    for _ in range(6):
        make_due(engine)
        assert tasks.check_due_engines() == 1
        with pytest.raises(CheckFailedError):
            tasks.check(engine.pk)
        watch = EngineWatch.objects.get()
        delays.append(watch.next_check_at - timezone.now())
        assert tasks.check_due_engines() == 0
    assert delays[-1] > timedelta(hours=1) > delays[0] > timedelta(minutes=3)
    assert watch.last_kind == "ERROR"
    assert type(fault).__name__ in engine.events.first().reason
    OrmQ.objects.all().delete()


def test_a_check_that_kills_its_worker_is_planned_before_it_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = make_engine()
    fail(monkeypatch, Killed())
    for _ in range(2):
        make_due(engine)
        with pytest.raises(Killed):
            tasks.check(engine.pk)
        assert tasks.check_due_engines() == 0
    assert EngineWatch.objects.get().unfinished_checks == 2
    assert "did not end" in engine.events.first().reason


def test_the_command_names_the_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = make_engine()
    fail(monkeypatch, RecursionError("too deep"))
    with pytest.raises(CommandError, match="RecursionError: too deep"):
        call_command("check_engine", engine.slug)
