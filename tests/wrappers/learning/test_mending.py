"""Mending a redesigned engine: found out at once, adapted, connected anew or learned anew."""

from collections.abc import Callable

import pytest
from django_q.models import OrmQ

from discovery.jobs.leases import Lease
from discovery.models import Engine, EngineState
from tests.faults import Killed, expire_leases
from tests.wrappers.asking import answer_of
from tests.wrappers.redesigned_engine import ADJECTIVES, NOUNS, cards, search
from wrappers import tasks
from wrappers.extraction.answers.kinds import AnswerKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.constraints import learn_data_model
from wrappers.learning.jobs import LEARNING, plan_learning, plan_mending
from wrappers.learning.mending import MENDING_STEPS
from wrappers.learning.step_context import StepContext, StepResult
from wrappers.learning.steps import STEPS
from wrappers.models import EngineWatch, LearningJob, SamplePage, WrapperVersion
from wrappers.monitoring.checking import check_engine
from wrappers.monitoring.observation import Observation

pytestmark = pytest.mark.django_db(transaction=True)
NOTHING = "qzxwvkjhgf"


def assert_read_rightly(engine: Engine) -> None:
    for word in (ADJECTIVES[7], NOUNS[8], "candle"):
        titles = [record.title for record in answer_of(engine, word).records]
        assert titles == [document.title for document in search(word)[:10]], word
    assert answer_of(engine, NOTHING).kind is AnswerKind.NO_RESULTS


def test_an_engine_as_it_was_or_with_other_chrome_and_words_for_nothing_needs_no_person(
    engine, design
):
    report = check_engine(engine)
    assert (report.kind, report.mended, report.after) == ("RESULTS", False, "ACTIVE")
    assert WrapperVersion.objects.count() == 1
    assert EngineWatch.objects.get().failures == 0
    design.chrome = "<header><img src=/new.png><nav><a href=/shop>Shop</a></nav></header><hr>"
    assert_read_rightly(engine)
    assert not check_engine(engine).mended
    design.nothing = "<h2>Leer</h2><blockquote><a href=/tipps>Tipps</a></blockquote>"
    report = check_engine(engine)
    assert report.after == "ACTIVE"
    assert_read_rightly(engine)


def test_learning_again_keeps_the_data_model(engine):
    version = engine.wrapper_versions.in_use()
    assert version is not None
    model = learn_data_model([ResultRecord("http://a.example/", "A title")])
    version.constraints = {**(version.constraints or {}), "data_model": model}
    version.save()
    LEARNING.work_slice(plan_learning(engine, enqueue=False).pk, 100)
    again = engine.wrapper_versions.in_use()
    assert again is not None and again != version
    assert again.data_model == model


def test_a_redesign_is_found_out_and_mended(engine, design):
    design.records = cards
    assert answer_of(engine, "candle").kind is AnswerKind.BROKEN
    report = check_engine(engine)
    assert (report.before, report.kind, report.after) == ("ACTIVE", "BROKEN", "ACTIVE")
    assert report.mended
    assert report.strategy
    assert_read_rightly(engine)
    first, second = WrapperVersion.objects.order_by("number")
    assert (first.is_active, second.is_active) == (False, True)
    assert second.strategy == report.strategy
    assert second.tree_grams and second.constraints
    assert second.samples.exists()
    assert "mends version 1" in second.reason


def test_one_search_brings_the_mending_about(engine, design):
    design.records = cards
    answer = answer_of(engine, "candle")
    assert answer.kind is AnswerKind.BROKEN
    Observation().record("candle", [answer])
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE, "only the check says what it is"
    assert OrmQ.objects.count() == 1, "the check is queued"
    assert tasks.check(engine.pk) == "BROKEN"
    job = LearningJob.objects.unfinished().get()
    tasks.work_on_learning(job.pk)
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE
    states = list(engine.events.values_list("after", flat=True))
    assert states[:2] == [EngineState.ACTIVE, EngineState.BROKEN]
    assert_read_rightly(engine)


@pytest.mark.parametrize("moved", [{"parameter": "words"}, {"action": "/search"}])
def test_a_form_that_moved_is_followed(engine, design, moved):
    for name, value in moved.items():
        setattr(design, name, value)
    assert answer_of(engine, "candle").kind is not AnswerKind.NO_RESULTS
    report = check_engine(engine)
    assert (report.after, report.strategy) == ("ACTIVE", "process_flow")
    assert_read_rightly(engine)
    assert answer_of(engine, "basket", 2).kind is not AnswerKind.BROKEN


def test_form_and_records_changed_together(engine, design):
    design.parameter, design.action, design.records = "words", "/search", cards
    assert check_engine(engine).after == "ACTIVE"
    assert_read_rightly(engine)


def test_what_cannot_be_mended_stays_broken_and_is_tried_less_often(engine, design):
    design.records = lambda documents: "<p>We are being rebuilt. <a href=/news>News</a></p>"
    report = check_engine(engine)
    assert (report.after, report.mended) == (EngineState.BROKEN, False)
    assert WrapperVersion.objects.get().is_active
    assert EngineWatch.objects.get().failures == 1
    pages = SamplePage.objects.filter(version=None).count()
    check_engine(engine)
    assert SamplePage.objects.filter(version=None).count() == pages, "they do not pile up"
    assert WrapperVersion.objects.get().samples.exists()


def test_an_engine_out_of_reach_is_suspended_and_comes_back(engine, design):
    design.status = 503
    assert check_engine(engine).after == EngineState.SUSPENDED
    assert check_engine(engine).after == EngineState.SUSPENDED
    assert EngineWatch.objects.get().failures == 2
    design.status = 200
    assert check_engine(engine).after == EngineState.ACTIVE
    assert EngineWatch.objects.get().failures == 0
    assert WrapperVersion.objects.count() == 1


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_worker_killed_while_mending_loses_nothing(engine, design, monkeypatch, moment):
    design.records = cards
    version = WrapperVersion.objects.get()
    job = plan_mending(version, enqueue=False)
    for name in ("ask_again", "ask_impossible", "ask_nothing", "adapt", "check"):
        steps = MENDING_STEPS if name in MENDING_STEPS else STEPS

        def killed_step(
            context: StepContext, step: Callable[[StepContext], StepResult] = steps[name]
        ) -> StepResult:
            if moment == "after":
                step(context)
            raise Killed

        with monkeypatch.context() as patch, pytest.raises(Killed):
            patch.setitem(steps, name, killed_step)
            patch.setattr(Lease, "release", lambda lease: None)
            LEARNING.work_slice(job.pk, 60)
        assert WrapperVersion.objects.get(is_active=True) == version, "the old one still serves"
        expire_leases(LearningJob)
        assert LearningJob.objects.abandoned().get() == job
    job = LEARNING.work_slice(job.pk, 60)
    assert job.outcome == EngineState.ACTIVE, job.log
    assert_read_rightly(engine)
