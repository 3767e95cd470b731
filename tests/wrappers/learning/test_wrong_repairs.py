"""What a mending finds after redesigns: used when it is right, proposed to a person when not."""

import json
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from discovery.models import Engine, EngineState
from tests.wrappers.learned_rows import learn_once
from tests.wrappers.redesigned_engine import DOCUMENTS, Design, Document, plain, search
from tests.wrappers.wrong_redesigns import (
    HARMLESS,
    WRONG,
    NewsDesk,
    popular_whatever,
    short_and_numbered,
)
from wrappers.adaptation.acceptance import choose_repair
from wrappers.adaptation.adaptation import Adaptation
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples import InductionError
from wrappers.learning import mending, steps
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.models import EngineWatch, Proposal, WrapperVersion
from wrappers.monitoring.checking import check_engine
from wrappers.operations.lifecycle import accept_proposal, add_engine, reject_proposal

pytestmark = pytest.mark.django_db(transaction=True)


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


def test_the_same_list_whatever_is_asked_is_never_used(engine, design):
    design.records = popular_whatever
    report = check_engine(engine)
    assert (report.after, report.mended) == ("BROKEN", False)
    assert WrapperVersion.objects.get(is_active=True).number == 1


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_redesign_goes_live(engine, design, name):
    design.records = partial(HARMLESS[name], host=design.address.split("/")[2])
    report = check_engine(engine)
    assert (report.after, report.mended) == ("ACTIVE", True)
    version = WrapperVersion.objects.get(is_active=True)
    query = version.samples.filter(role="RESULTS")[0].query
    assert titles_read(version) == [document.title for document in search(query)[:10]]
    assert not WrapperVersion.objects.proposed().exists()


def test_a_proposal_is_made_once_and_replaced_by_a_later_one(engine, design):
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
    watch = EngineWatch.objects.get()
    assert watch.failures == 3


def test_a_proposal_is_withdrawn_when_the_old_pages_are_back(engine, design):
    design.records = WRONG["javascript_links"]
    check_engine(engine)
    design.records = plain
    report = check_engine(engine)
    assert (report.before, report.after, report.mended) == ("BROKEN", "ACTIVE", False)
    assert WrapperVersion.objects.get().is_active
    assert "withdrawn" in engine.events.first().reason


def test_a_repair_that_is_right_replaces_the_proposal(engine, design):
    design.records = WRONG["javascript_links"]
    check_engine(engine)
    design.records = short_and_numbered
    assert check_engine(engine).mended, "with fewer records and shorter titles"
    assert not WrapperVersion.objects.proposed().exists()


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
    "name",
    [
        *("javascript_links", "swapped_texts", "advertiser_links", "half_advertisements"),
        "other_site",
    ],
)
def test_an_engine_of_news_is_held_to_the_habits_of_its_records(news, design, name):
    check_engine(news)
    design.records = WRONG[name]
    report = check_engine(news)
    assert (report.after, report.mended) == ("BROKEN", False)


def test_answers_that_stay_are_measured_as_such(engine, design):
    check_engine(engine)
    watch = EngineWatch.objects.get()
    assert [share for _, share in watch.found_again or []] == [1.0]
    other = [Document(f"{d.url}-new", f"{d.title} again", d.text) for d in DOCUMENTS]
    design.find = lambda query: [other[DOCUMENTS.index(d)] for d in search(query)]
    assert check_engine(engine).after == "ACTIVE"
    watch.refresh_from_db()
    assert [share for _, share in watch.found_again or []] == [1.0, 0.0]


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

    def said(*options: str) -> str:
        out = StringIO()
        with pytest.raises(SystemExit):
            call_command("check_engine", engine.slug, *options, stdout=out, stderr=StringIO())
        return out.getvalue()

    told = said()
    version = WrapperVersion.objects.proposed().get()
    assert f"/wrapperversion/{version.pk}/proposal/" in told
    document = json.loads(said("--json"))
    assert (document["kind"], document["after"], document["mended"]) == ("BROKEN", "BROKEN", False)
    assert document["strategy"] is None
