"""Learning with pages that raise, steps that raise, and workers that die of a step."""

from typing import Any

import pytest

from discovery.engines.registration import register_engine
from discovery.models import EngineEvent, EngineState
from discovery.web.response import Response
from samples import SITES
from tests.faults import Killed, expire_leases
from wrappers.learning import steps
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.learning.step_context import StepContext, StepResult
from wrappers.learning.steps import STEPS
from wrappers.models import LearningJob, SamplePage, SampleRole

pytestmark = pytest.mark.django_db(transaction=True)
FAULTS = [RecursionError("too deep"), MemoryError(), UnicodeError("odd"), AssertionError("never")]


def job_of(samples: dict[str, str]) -> LearningJob:
    engine, _ = register_engine(samples[SITES[0].name])
    return plan_learning(engine, enqueue=False)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_an_answer_that_cannot_be_read_is_left_out(samples, monkeypatch, fault):
    real = Response.parse_answer
    seen = []

    def parse(response: Response) -> Any:
        if "?" in response.url:
            seen.append(response.url)
            if len(seen) == 5:
                raise fault
        return real(response)

    monkeypatch.setattr(Response, "parse_answer", parse)
    job = LEARNING.work_now(job_of(samples))
    assert job.engine.state == EngineState.ACTIVE, job.log
    told = [step["outcome"] for step in job.log if "could not be read" in step["outcome"]]
    assert len(told) == 1
    assert type(fault).__name__ in told[0]


@pytest.mark.parametrize("name", ["find_blockage", "add_words"])
def test_an_answer_that_cannot_be_judged_is_left_out(samples, monkeypatch, name):
    real = getattr(steps, name)
    calls: list[int] = []

    def judge(*args: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise RecursionError("too deep")
        return real(*args)

    monkeypatch.setattr(steps, name, judge)
    job = LEARNING.work_now(job_of(samples))
    assert job.engine.state == EngineState.ACTIVE, job.log
    (fault,) = job.state.left_out
    assert "RecursionError" in fault.fault
    assert any("RecursionError" in step["outcome"] for step in job.log)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_a_stored_page_that_makes_the_inducer_raise_is_left_out(samples, monkeypatch, fault):
    real = steps.learn_wrapper

    def learn(pages: Any, no_result: Any) -> Any:
        poison = SamplePage.objects.filter(role=SampleRole.RESULTS).order_by("pk")[1]
        if any(sample.query == poison.query for sample in pages):
            raise fault
        return real(pages, no_result)

    monkeypatch.setattr(steps, "learn_wrapper", learn)
    job = LEARNING.work_now(job_of(samples))
    assert job.engine.state == EngineState.ACTIVE, job.log
    (left_out,) = job.state.left_out
    assert left_out.url in next(step["outcome"] for step in job.log if step["name"] == "learn")
    assert type(fault).__name__ in left_out.fault


@pytest.mark.parametrize("name", ["find_form", "ask_impossible", "learn", "check"])
@pytest.mark.parametrize("fault", [RecursionError("too deep"), Killed()], ids=["raises", "kills"])
def test_a_step_that_fails_each_time_ends_the_job_by_name(samples, monkeypatch, name, fault):
    tried = []

    def failing(context: StepContext) -> StepResult:
        tried.append(name)
        raise fault

    job = job_of(samples)
    monkeypatch.setitem(STEPS, name, failing)
    for _ in range(10):
        expire_leases(LearningJob)
        try:
            job = LEARNING.work_slice(job.pk, 60)
        except Killed:
            continue
        if job.finished_at:
            break
    job.engine.refresh_from_db()
    assert job.engine.state == EngineState.FAILED
    assert name in job.reason
    said = "RecursionError: too deep" if isinstance(fault, Exception) else "killed, or out of"
    assert said in job.reason
    event = EngineEvent.objects.first()
    assert event
    assert event.evidence["step"] == name
    assert not LearningJob.objects.abandoned().exists()


def test_a_step_that_raises_once_is_tried_again(samples, monkeypatch):
    real, calls = STEPS["learn"], []

    def learn(context: StepContext) -> StepResult:
        calls.append(1)
        if len(calls) <= 1 + context.job.samples.count():
            raise MemoryError
        return real(context)

    monkeypatch.setitem(STEPS, "learn", learn)
    job = LEARNING.work_now(job_of(samples))
    assert job.engine.state == EngineState.ACTIVE, job.log
    assert job.failed_attempts == 0
    assert any("MemoryError" in step["outcome"] for step in job.log)
