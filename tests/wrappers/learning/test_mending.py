"""Mending a redesigned engine: used when it is right, proposed to a person when not."""

import json
from functools import partial
from typing import Any

import pytest
from django_q.models import OrmQ

from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from tests.faults import expire_leases, killed_in
from tests.programs import called
from tests.wrappers.learned_engine import answer_of, learn_once
from tests.wrappers.redesigned_engine import (
    ADJECTIVES,
    NOUNS,
    Design,
    cards,
    plain,
    search,
)
from tests.wrappers.wrong_redesigns import HARMLESS, WRONG, NewsDesk
from wrappers import tasks
from wrappers.adaptation.acceptance import choose_repair
from wrappers.adaptation.adaptation import Adaptation
from wrappers.engines.versions import accept_proposal, reject_proposal
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_data_model
from wrappers.induction.samples import InductionError
from wrappers.learning import mending, steps
from wrappers.learning.jobs import plan_learning, plan_mending
from wrappers.learning.work import LEARNING, STEPS, add_engine
from wrappers.models import EngineWatch, LearningJob, Proposal, SamplePage, WrapperVersion
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
    model = learn_data_model([ResultRecord("http://a.example/", "A title")])
    version.constraints = {**(version.constraints or {}), "data_model": model}
    version.save()
    LEARNING.work_slice(plan_learning(engine, enqueue=False).pk, 100)
    again = engine.wrapper_versions.in_use()
    assert again is not None and again != version
    assert again.data_model == model


def test_one_search_brings_the_mending_of_a_redesign_about(engine, design):
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
    first, second = WrapperVersion.objects.order_by("number")
    assert (first.is_active, second.is_active) == (False, True)
    assert second.strategy and second.tree_grams and second.constraints
    assert second.samples.exists()
    assert "mends version 1" in second.reason


@pytest.mark.parametrize(
    "moved",
    [
        {"parameter": "words"},
        {"action": "/search"},
        {"parameter": "words", "action": "/search", "records": cards},
    ],
)
def test_a_form_that_moved_is_followed(engine, design, moved):
    for name, value in moved.items():
        setattr(design, name, value)
    assert answer_of(engine, "candle").kind is not AnswerKind.NO_RESULTS
    report = check_engine(engine)
    assert report.after == "ACTIVE"
    assert report.strategy == "process_flow" or "records" in moved
    assert_read_rightly(engine)
    assert answer_of(engine, "basket", 2).kind is not AnswerKind.BROKEN


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
def test_a_worker_killed_while_mending_loses_nothing(engine, design, moment):
    design.records = cards
    version = WrapperVersion.objects.get()
    job = plan_mending(version, enqueue=False)
    for name in ("ask_again", "ask_impossible", "ask_nothing", "adapt", "check"):
        with killed_in(STEPS, name, moment):
            LEARNING.work_slice(job.pk, 60)
        assert WrapperVersion.objects.get(is_active=True) == version, "the old one still serves"
        expire_leases(LearningJob)
        assert LearningJob.objects.abandoned().get() == job
    job = LEARNING.work_slice(job.pk, 60)
    assert job.outcome == EngineState.ACTIVE, job.log
    assert_read_rightly(engine)


def titles_read(version: WrapperVersion) -> list[str]:
    page = version.samples.filter(role="RESULTS")[0].page()
    return [record.title for record in Wrapper.from_json(version.wrapper).records(page)]


@pytest.mark.parametrize("name", WRONG)
def test_what_reads_no_answers_is_proposed_and_not_used(engine, design, name):
    design.records = WRONG[name]
    report = check_engine(engine)
    assert (report.kind, report.after, report.mended) == ("BROKEN", "BROKEN", False)
    first, proposed = WrapperVersion.objects.order_by("number")
    assert (first.is_active, proposed.is_active) == (True, False)
    assert proposed.proposal == Proposal.OPEN
    assert proposed.proposed_because
    assert proposed.samples.exists()
    event = engine.events.first()
    assert event.reason.startswith(f"Repairing found version {proposed.number}, which waits")
    assert event.evidence["objections"]


def test_a_repair_that_cannot_be_proven_is_proposed_when_nothing_better_is_found(
    engine, design, monkeypatch
):
    def refuse(*arguments: Any) -> tuple[Adaptation | None, tuple[str, ...]]:
        return choose_repair(*arguments)[0], ("nobody knows",)

    def learn_nothing(*_: object) -> None:
        raise InductionError("nothing repeats")

    monkeypatch.setattr(mending, "choose_repair", refuse)
    monkeypatch.setattr(steps, "learn_wrapper", learn_nothing)
    design.records = HARMLESS["harmless"]
    report = check_engine(engine)
    assert (report.after, report.mended) == ("BROKEN", False)
    proposed = WrapperVersion.objects.proposed().get()
    assert proposed.proposed_because == "nobody knows"
    assert titles_read(proposed)
    known = set(WrapperVersion.objects.get(is_active=True).samples.values_list("query", flat=True))
    assert known & set(proposed.samples.filter(role="RESULTS").values_list("query", flat=True))
    accept_proposal(proposed, "somebody")
    engine.refresh_from_db()
    assert engine.state == EngineState.ACTIVE


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_redesign_goes_live(engine, design, name):
    design.records = partial(HARMLESS[name], host=design.address.split("/")[2])
    report = check_engine(engine)
    assert (report.after, report.mended) == ("ACTIVE", True)
    version = WrapperVersion.objects.get(is_active=True)
    query = version.samples.filter(role="RESULTS")[0].query
    assert titles_read(version) == [document.title for document in search(query)[:10]]
    assert not WrapperVersion.objects.proposed().exists()


def test_a_proposal_is_made_once_and_replaced_by_a_later_one_or_a_right_repair(engine, design):
    design.records = WRONG["javascript_links"]
    check_engine(engine)
    first = WrapperVersion.objects.proposed().get()
    check_engine(engine)
    assert WrapperVersion.objects.proposed().get() == first
    design.records = WRONG["swapped_texts"]
    check_engine(engine)
    second = WrapperVersion.objects.proposed().get()
    assert second.pk == first.pk
    assert second.proposed_because != first.proposed_because
    assert second.samples.exists()
    assert EngineWatch.objects.get().failures == 3
    design.records = HARMLESS["harmless"]
    assert check_engine(engine).mended
    assert not WrapperVersion.objects.proposed().exists()


def test_a_proposal_is_withdrawn_when_the_old_pages_are_back(engine, design):
    design.records = WRONG["javascript_links"]
    check_engine(engine)
    design.records = plain
    report = check_engine(engine)
    assert (report.before, report.after, report.mended) == ("BROKEN", "ACTIVE", False)
    assert WrapperVersion.objects.get().is_active
    assert "withdrawn" in engine.events.first().reason


def test_what_a_person_has_learned_anew_is_used_and_its_difference_told(engine, design):
    design.records = WRONG["other_site"]
    job = LEARNING.work_now(plan_learning(engine, enqueue=False))
    assert job.outcome == EngineState.ACTIVE, job.log
    assert WrapperVersion.objects.get(is_active=True).number == 2
    told = engine.events.first().reason
    assert "What differs from the version before" in told and "other.example" in told


def test_records_without_addresses_are_not_used_even_when_asked_for(engine, design):
    design.records = WRONG["fragment_links"]
    job = LEARNING.work_now(plan_learning(engine, enqueue=False))
    assert job.outcome == EngineState.NO_RECORDS
    assert WrapperVersion.objects.get().is_active


def test_an_engine_without_addresses_is_not_learned(design):
    design.records = WRONG["no_addresses"]
    job = add_engine(design.address)
    assert job.engine.state == EngineState.NO_RECORDS
    assert "0 have an address" in job.reason


@pytest.fixture
def news(design: Design) -> Engine:
    design.find = NewsDesk().find
    return learn_once(design.address, "news")


def test_an_engine_of_news_is_held_to_what_it_keeps(news, design):
    for _ in range(2):
        assert check_engine(news).after == "ACTIVE"
    measured = EngineWatch.objects.get().found_again
    assert measured and all(share <= 0.4 for _, share in measured)
    design.records = HARMLESS["harmless"]
    report = check_engine(news)
    assert (report.after, report.mended) == ("ACTIVE", True)


@pytest.mark.parametrize(
    "name", ["swapped_texts", "advertiser_links", "half_advertisements", "other_site"]
)
def test_an_engine_of_news_is_held_to_the_habits_of_its_records(news, design, name):
    check_engine(news)
    design.records = WRONG[name]
    report = check_engine(news)
    assert (report.after, report.mended) == ("BROKEN", False)


def test_what_was_rejected_is_not_proposed_again(engine, design):
    design.records = WRONG["javascript_links"]
    check_engine(engine)
    reject_proposal(WrapperVersion.objects.proposed().get(), "ada")
    assert check_engine(engine).after == "BROKEN"
    assert not WrapperVersion.objects.proposed().exists()
    assert "a person rejected" in engine.events.first().reason


def test_what_was_accepted_is_kept_by_the_next_check(engine, design):
    design.records = WRONG["other_site"]
    check_engine(engine)
    accept_proposal(WrapperVersion.objects.proposed().get(), "ada")
    report = check_engine(engine)
    assert (report.kind, report.after, report.mended) == ("RESULTS", "ACTIVE", False)


def test_the_command_says_what_waits_and_where(engine, design):
    design.records = WRONG["swapped_texts"]

    told, _ = called("check_engine", engine.slug, code=1)
    version = WrapperVersion.objects.proposed().get()
    assert f"/wrapperversion/{version.pk}/proposal/" in told
    document = json.loads(called("check_engine", engine.slug, "--json", code=1)[0])
    assert (document["kind"], document["after"], document["mended"]) == ("BROKEN", "BROKEN", False)
    assert document["strategy"] is None
