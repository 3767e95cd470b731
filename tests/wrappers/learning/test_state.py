"""The state of learning jobs: one typed document, and every form in which it was stored."""

import json
import logging
from pathlib import Path

import pytest
from msgspec import structs

from discovery.documents.document import DocumentError
from discovery.models import Engine, EngineState
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING
from wrappers.models import (
    Candidate,
    CheckedAnswer,
    FormFailure,
    FoundWrapper,
    LearningJob,
    LearningState,
    LeftOutPage,
    Mending,
)

# What a job held before states had a version: every key there was.
UNVERSIONED = json.loads(Path(__file__).with_name("unversioned_state.json").read_text("utf-8"))
FOUND = {field.name: UNVERSIONED[field.name] for field in structs.fields(FoundWrapper)}
STATE = LearningState(
    mending=Mending(7, adapting=False, repaired=True, only_no_result=True),
    given="<given/>",
    candidates=(Candidate("<a/>", ("type=search",)), Candidate("<b/>")),
    candidate=1,
    name="Shed",
    words=("amber", "lantern"),
    asked=("amber",),
    compared=("copper",),
    rounds=2,
    way_on=True,
    survey_left=True,
    failures=(FormFailure("FAILED", "no", {"status": 500}),),
    left_out=(LeftOutPage("f", query="x"), LeftOutPage("g", sample=3, url="http://a/")),
    found=FoundWrapper(**FOUND),
    checked=CheckedAnswer("good", {"query": "amber"}),
)


def test_a_state_is_read_as_it_was_written_in_every_form():
    assert LearningState.from_json(UNVERSIONED) == STATE
    for state in (STATE, LearningState(), LearningState(failures=())):
        assert LearningState.from_json(state.to_json()) == state
        assert LearningState.from_json({**state.to_json(), "unheard-of": 1}) == state
    assert LearningState.from_json({"version": 1, "other": FOUND}).others == (STATE.found,)
    # Figures count learning and mending apart by a key.
    assert "mending" in STATE.to_json()
    assert LearningState().to_json() == {"version": 1}
    told = LearningState(name=Odd("Shed"), checked=CheckedAnswer("good", {"url": Odd("a")}))
    assert type(told.to_json()["name"]) is str
    assert LearningState.from_json(told.to_json()) == told


@pytest.mark.parametrize(
    "data, state",
    [
        ({}, LearningState()),
        ({"given": "<given/>"}, LearningState(given="<given/>")),
        ({"wrapper": None, "asked": []}, LearningState()),
        ({"mending": 1}, LearningState(mending=Mending(1))),
        ({"failures": []}, LearningState(failures=())),
    ],
)
def test_what_a_young_job_held_is_read(data, state):
    assert LearningState.from_json(data) == state


class Odd(str):
    """A string as some libraries return them."""


@pytest.mark.parametrize(
    "data", [[], {"version": 99}, {"words": "amber"}, {"version": 1, "candidates": [{}]}]
)
def test_what_cannot_be_read_is_named(data):
    with pytest.raises(DocumentError):
        LearningState.from_json(data)


@pytest.mark.django_db
@pytest.mark.parametrize("data", [{"version": 99}, {"version": 99, "mending": {"version": 1}}])
def test_a_job_whose_state_cannot_be_read_ends_by_name(data, caplog):
    engine = Engine.objects.create(slug="a", name="A", home_url="https://a.example/")
    job = plan_learning(engine, enqueue=False)
    LearningJob.objects.update(progress=data)
    with caplog.at_level(logging.CRITICAL):
        job = LEARNING.work_now(job)
    assert job.outcome == EngineState.FAILED
    assert "99" in job.reason
    engine.refresh_from_db()
    assert engine.state == EngineState.FAILED
