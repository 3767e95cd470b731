"""Learning engines: the sample sites, from their home addresses alone."""

import asyncio
import time
from typing import Any

import pytest

from discovery.engines.registration import register_engine
from discovery.jobs.leases import Lease, LeaseLostError
from discovery.models import Engine, EngineState
from discovery.web.fetch_error import FetchError, FetchFailure
from samples import SITES
from tests.faults import Killed, expire_leases
from tests.wrappers.asking import answer_of
from wrappers.engines.registry import ready_engine
from wrappers.extraction.answers.kinds import AnswerKind
from wrappers.learning import connecting, failures, jobs
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.learning.step_context import JobOutcome, StepContext, StepResult, ask_for_page
from wrappers.learning.steps import STEPS
from wrappers.models import LearningJob, SampleRole, WrapperVersion
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)
QUERIES = ("letter", "string", "error", "file", "value", "arrow", "greek")


@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
def test_a_sample_site_is_learned_and_read_rightly(site, samples):
    job = add_engine(samples[site.name])
    assert job.engine.state == EngineState.ACTIVE, job.log
    compared = 0
    for query in QUERIES:
        truth = [record.title for record in site.search(query)]
        if not truth:
            continue
        first = answer_of(job.engine, query)
        titles = [record.title for record in first.records]
        assert titles == truth[: len(titles)], query
        compared += 1
        if len(truth) > len(titles):
            second = [record.title for record in answer_of(job.engine, query, 2).records]
            assert second
            assert titles + second == truth[: len(titles + second)], query
    assert compared >= 2
    assert answer_of(job.engine, "qzxwvkjhgf").kind is AnswerKind.NO_RESULTS


def learn_site(samples: dict[str, str], number: int = 0) -> LearningJob:
    return add_engine(samples[SITES[number].name])


def test_pages_learned_from_and_the_old_version_are_kept(learned, samples):
    version = learned.wrapper_versions.get()
    roles = [sample.role for sample in version.samples.all()]
    assert roles.count(SampleRole.RESULTS) >= 3
    assert roles.count(SampleRole.NO_RESULT) >= 1
    assert roles.count(SampleRole.CHECK) == 1
    for sample in version.samples.all():
        assert sample.query or sample.role == SampleRole.START
        assert sample.page().root.tag == "html"
    again = learn_site(samples).engine
    assert again == learned
    versions = list(WrapperVersion.objects.order_by("number"))
    assert [(version.number, version.is_active) for version in versions] == [(1, False), (2, True)]
    assert again.version > learned.version


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_worker_killed_at_each_step_loses_nothing(samples, monkeypatch, moment):
    engine, _ = register_engine(samples[SITES[0].name])
    job = plan_learning(engine, enqueue=False)
    for name, real_step in tuple(STEPS.items()):

        def killed_step(context: StepContext, step: Any = real_step) -> StepResult:
            if moment == "after":
                step(context)
            raise Killed

        with monkeypatch.context() as patch, pytest.raises(Killed):
            patch.setitem(STEPS, name, killed_step)
            # A killed worker releases nothing.
            patch.setattr(Lease, "release", lambda lease: None)
            LEARNING.work_slice(job.pk, 60)
        engine.refresh_from_db()
        assert engine.state == EngineState.LEARNING
        assert not WrapperVersion.objects.exists()
        assert LEARNING.work_slice(job.pk, 60).finished_at is None, "the lease still holds"
        expire_leases(LearningJob)
        assert LearningJob.objects.abandoned().get() == job
    job = LEARNING.work_slice(job.pk, 60)
    assert job.outcome == EngineState.ACTIVE, job.log
    assert job.attempts == 1 + len(STEPS)
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE
    assert WrapperVersion.objects.get().is_active


def test_an_engine_in_use_survives_failed_learning(learned, samples, monkeypatch):
    def failing(context: StepContext) -> StepResult:
        return StepResult("no", job_outcome=JobOutcome(EngineState.NO_FORM, "no form any more"))

    monkeypatch.setitem(STEPS, "find_form", failing)
    job = jobs.LEARNING.work_now(plan_learning(learned, enqueue=False))
    learned.refresh_from_db()
    assert job.outcome == EngineState.NO_FORM
    assert learned.state == EngineState.ACTIVE
    assert "what is in use stays" in learned.events.first().reason
    assert ready_engine(learned.slug).wrapper


@pytest.mark.parametrize(
    ("limit", "told"), [("LEARNING_LIMIT", "Learning took"), ("STEP_LIMIT", "A step took")]
)
def test_time_runs_out_in_the_midst_of_a_step(samples, monkeypatch, limit, told):
    def endless_step(context: StepContext) -> StepResult:
        context.run(asyncio.sleep(60))
        raise AssertionError("the step was not cut off")

    monkeypatch.setattr(jobs, limit, 1.0)
    monkeypatch.setitem(STEPS, "connect", endless_step)
    started = time.monotonic()
    job = learn_site(samples)
    assert time.monotonic() - started < 10
    assert job.engine.state == EngineState.FAILED
    assert job.reason == f"{told} longer than 1 seconds; it had come to connect."
    assert job.engine.events.first().evidence == {"url": job.engine.home_url}


def test_every_failure_has_evidence(samples, monkeypatch):
    job_outcome = JobOutcome(EngineState.FAILED, "no reason of its own")
    monkeypatch.setitem(
        STEPS, "learn", lambda context: StepResult("failed", job_outcome=job_outcome)
    )
    evidence = learn_site(samples).engine.events.first().evidence
    assert evidence["status"] == 200
    assert evidence["query"]
    assert evidence["excerpt"]


def test_one_job_at_a_time_and_a_lost_lease_stores_nothing(samples):
    engine, _ = register_engine(samples[SITES[0].name])
    assert plan_learning(engine) == plan_learning(engine)
    job = plan_learning(engine, enqueue=False)
    lease = Lease.claim(LearningJob, job.pk)
    assert lease
    assert Lease.claim(LearningJob, job.pk) is None
    expire_leases(LearningJob)
    assert Lease.claim(LearningJob, job.pk)
    with pytest.raises(LeaseLostError):
        lease.update(step="check")
    assert LearningJob.objects.get().step == "find_form"


def test_private_addresses_and_those_without_a_server_are_unreachable(settings):
    job = add_engine("http://169.254.169.254/")
    assert job.engine.state == EngineState.UNREACHABLE
    assert Engine.objects.get().reason
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.1:1"]
    job = add_engine("http://127.0.0.1:1/")
    assert job.engine.state == EngineState.UNREACHABLE
    assert job.engine.events.first().evidence["url"] == "http://127.0.0.1:1/"
    assert job.engine.reason.count("127.0.0.1:1") == 1


def test_an_engine_that_sleeps_is_asked_again(samples, monkeypatch):
    asked = []

    async def ask_late(context: StepContext, query: str) -> Any:
        asked.append(query)
        if len(asked) == 1:
            raise FetchError(FetchFailure.TIMEOUT, "it slept")
        return await ask_for_page(context, query)

    monkeypatch.setattr(connecting, "ask_for_page", ask_late)
    assert learn_site(samples).engine.state == EngineState.ACTIVE
    assert asked[0] == asked[1]


def test_slowness_alone_refuses_no_engine(samples, monkeypatch):
    monkeypatch.setattr(failures, "REFUSAL_SECONDS", 0.0)
    job = learn_site(samples)
    assert job.engine.state == EngineState.ACTIVE, job.log
