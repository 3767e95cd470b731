"""Learning engines: the sample sites, from their home addresses alone."""

import asyncio
import time
from itertools import chain, repeat
from typing import Any
from unittest.mock import DEFAULT, AsyncMock, Mock

import pytest

from discovery.engines.registration import register_engine
from discovery.jobs.leases import Lease, LeaseLostError
from discovery.models import Engine, EngineEvent, EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.response import Response
from samples import SITES
from tests.faults import FAULTS, Killed, expire_leases, killed_in, work_with_mortals
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import DOCUMENTS, PAGE_SIZE, Design, Document, search
from wrappers.engines.registry import ready_engine
from wrappers.learning import connecting, failures, steps, work
from wrappers.learning.flow import LEARNING_STEPS, JobOutcome, StepResult
from wrappers.learning.jobs import plan_learning
from wrappers.learning.step_context import StepContext, ask_for_page
from wrappers.learning.steps import in_one_place
from wrappers.learning.work import LEARNING, STEPS, add_engine
from wrappers.models import LearningJob, SamplePage, SampleRole, WrapperVersion

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


def learn_site(samples: dict[str, str]) -> LearningJob:
    return add_engine(samples[SITES[0].name])


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
def test_a_worker_killed_at_each_step_loses_nothing(samples, moment):
    job = job_of(samples)
    engine = job.engine
    for name in LEARNING_STEPS:
        with killed_in(STEPS, name, moment):
            LEARNING.work_slice(job.pk, 60)
        engine.refresh_from_db()
        assert engine.state == EngineState.LEARNING
        assert not WrapperVersion.objects.exists()
        assert LEARNING.work_slice(job.pk, 60).finished_at is None, "the lease still holds"
        expire_leases(LearningJob)
        assert LearningJob.objects.abandoned().get() == job
    job = LEARNING.work_slice(job.pk, 60)
    assert job.outcome == EngineState.ACTIVE, job.log
    assert job.attempts == 1 + len(LEARNING_STEPS)
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE
    assert WrapperVersion.objects.get().is_active


def test_an_engine_in_use_survives_failed_learning(learned, samples, monkeypatch):
    found = StepResult("no", job_outcome=JobOutcome(EngineState.NO_FORM, "no form any more"))
    monkeypatch.setitem(STEPS, "find_form", Mock(return_value=found))
    job = LEARNING.work_now(plan_learning(learned, enqueue=False))
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
        context.run(asyncio.sleep(600))
        raise AssertionError("the step was not cut off")

    monkeypatch.setattr(work, limit, 1.0)
    monkeypatch.setitem(STEPS, "connect", endless_step)
    started = time.monotonic()
    job = learn_site(samples)
    assert time.monotonic() - started < 120
    assert job.engine.state == EngineState.FAILED
    assert job.reason == f"{told} longer than 1 seconds; it had come to connect."
    assert job.engine.events.first().evidence == {"url": job.engine.home_url}


def test_every_failure_has_evidence(samples, monkeypatch):
    failed = StepResult("failed", job_outcome=JobOutcome(EngineState.FAILED, "no reason"))
    monkeypatch.setitem(STEPS, "learn", Mock(return_value=failed))
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
    late = chain([FetchError(AnswerReason.NO_ANSWER, "it slept")], repeat(DEFAULT))
    asking = AsyncMock(wraps=ask_for_page, side_effect=late)
    monkeypatch.setattr(connecting, "ask_for_page", asking)
    assert learn_site(samples).engine.state == EngineState.ACTIVE
    first, second, *_ = asking.call_args_list
    assert first.args[1] == second.args[1]


def test_slowness_alone_refuses_no_engine(samples, monkeypatch):
    monkeypatch.setattr(failures, "REFUSAL_SECONDS", 0.0)
    job = learn_site(samples)
    assert job.engine.state == EngineState.ACTIVE, job.log


# Queries that learning asks before its check.
EARLY = 8


def test_the_first_answer_that_leads_on_teaches_the_way(served):
    asked: list[str] = []

    def find(query: str) -> list[Document]:
        """What is asked early finds a page full at most."""
        found = search(query)
        if query not in asked:
            asked.append(query)
        if not found or asked.index(query) < EARLY:
            return found
        return [*found, *(document for document in DOCUMENTS if document not in found)]

    job = add_engine(served(Design(find=find)))
    steps = [step["name"] for step in job.log]
    assert job.engine.state == EngineState.ACTIVE, job.log
    assert steps[-6:] == ["learn", "learn_paging", "check", "learn", "learn_paging", "check"]
    answer = answer_of(job.engine, "thing", 2)
    expected = find("thing")[PAGE_SIZE : 2 * PAGE_SIZE]
    assert [record.title for record in answer.records] == [d.title for d in expected]


def pages(*paths: str) -> list[SamplePage]:
    return [SamplePage(url=f"http://wiki.example{path}") for path in paths]


def test_answers_of_one_kind_are_those_of_one_place():
    asked = pages("/WikiHome", "/Search?q=time", "/Search?q=tea", "/Search?q=sea")
    assert in_one_place(asked) == asked[1:]
    asked = pages("/find/time", "/find/tea", "/find/sea")
    assert in_one_place(asked) == asked
    assert in_one_place([]) == []


def job_of(samples: dict[str, str]) -> LearningJob:
    engine, _ = register_engine(samples[SITES[0].name])
    return plan_learning(engine, enqueue=False)


# Of the faults, which all are caught alike, two: each has an engine learned.
some_faults = pytest.mark.parametrize("fault", FAULTS[:2], ids=lambda fault: type(fault).__name__)


@some_faults
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
    assert len(told) == 1 and type(fault).__name__ in told[0]


@pytest.mark.parametrize("name", ["find_blockage", "add_words"])
def test_an_answer_that_cannot_be_judged_is_left_out(samples, monkeypatch, name):
    calls = chain([DEFAULT, RecursionError("too deep")], repeat(DEFAULT))
    monkeypatch.setattr(steps, name, Mock(wraps=getattr(steps, name), side_effect=calls))
    job = LEARNING.work_now(job_of(samples))
    assert job.engine.state == EngineState.ACTIVE, job.log
    (fault,) = job.state.left_out
    assert "RecursionError" in fault.fault
    assert any("RecursionError" in step["outcome"] for step in job.log)


@some_faults
def test_a_stored_page_that_makes_the_inducer_raise_is_left_out(samples, monkeypatch, fault):
    real = steps.learn_wrapper

    def learn(pages: Any, *others: Any) -> Any:
        poison = SamplePage.objects.filter(role=SampleRole.RESULTS).order_by("pk")[1]
        if any(sample.query == poison.query for sample in pages):
            raise fault
        return real(pages, *others)

    monkeypatch.setattr(steps, "learn_wrapper", learn)
    job = LEARNING.work_now(job_of(samples))
    assert job.engine.state == EngineState.ACTIVE, job.log
    (left_out,) = job.state.left_out
    assert left_out.url in next(step["outcome"] for step in job.log if step["name"] == "learn")
    assert type(fault).__name__ in left_out.fault


@pytest.mark.parametrize("name", ["find_form", "learn", "check"])
@pytest.mark.parametrize("fault", [RecursionError("too deep"), Killed()], ids=["raises", "kills"])
def test_a_step_that_fails_each_time_ends_the_job_by_name(samples, monkeypatch, name, fault):
    job = job_of(samples)
    monkeypatch.setitem(STEPS, name, Mock(side_effect=fault))
    work_with_mortals(LearningJob, lambda: bool(LEARNING.work_slice(job.pk, 60).finished_at))
    job = LearningJob.objects.get()
    assert job.engine.state == EngineState.FAILED
    said = "RecursionError: too deep" if isinstance(fault, Exception) else "killed, or out of"
    assert name in job.reason and said in job.reason
    assert EngineEvent.objects.first().evidence["step"] == name
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
