"""The flow of learning and mending: which step follows which, by what the one before came to.

Every step is short, reads what the steps before it stored in the job, and returns a `StepResult`,
which is stored with the move to the next step in one transaction.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from discovery.models import EngineState
from wrappers.models import SamplePage


class StepOutcome(Enum):
    """What a step came to, as far as others follow from it."""

    DONE = auto()
    # The step is to be done once more, on what comes next.
    AGAIN = auto()
    # Another way to ask is tried.
    ANOTHER_WAY = auto()
    # None of the ways that are known is left.
    NO_WAY_LEFT = auto()
    # Scripts fill the pages.
    BY_SCRIPTS = auto()
    MORE_PAGES = auto()
    # The page that was to check is the first that leads on to another.
    LEADS_ON = auto()
    # The version in use is to be mended, or only what it knows of the page without results.
    TO_ADAPT = auto()
    ONLY_NO_RESULT = auto()
    NOT_ADAPTED = auto()
    ENDED = auto()


_Outcome = StepOutcome
# In the order of learning, then that of mending.
FLOW = {
    "find_form": {_Outcome.ANOTHER_WAY: "connect"},
    "connect": {_Outcome.DONE: "recall"},
    "recall": {_Outcome.DONE: "ask_impossible"},
    "ask_impossible": {_Outcome.DONE: "ask_nothing"},
    "ask_nothing": {
        _Outcome.DONE: "ask_samples",
        _Outcome.TO_ADAPT: "adapt",
        _Outcome.ONLY_NO_RESULT: "learn_no_result",
    },
    "ask_samples": {_Outcome.DONE: "learn"},
    "learn": {_Outcome.DONE: "learn_paging"},
    "learn_paging": {_Outcome.DONE: "check"},
    "check": {_Outcome.DONE: "compare_with_known", _Outcome.LEADS_ON: "learn"},
    "compare_with_known": {},
    "ask_again": {_Outcome.DONE: "ask_impossible", _Outcome.ANOTHER_WAY: "ask_again"},
    "adapt": {_Outcome.DONE: "learn_paging", _Outcome.ANOTHER_WAY: "ask_again"},
    "repair_connection": {_Outcome.ANOTHER_WAY: "ask_again"},
    "learn_no_result": {_Outcome.DONE: "check"},
}
LEARNING_STEPS = tuple(FLOW)[: tuple(FLOW).index("check") + 1]
# The same after every step that comes to it.
_AFTER_ANY = {
    _Outcome.ANOTHER_WAY: "connect",
    _Outcome.NO_WAY_LEFT: "find_form",
    _Outcome.BY_SCRIPTS: "find_form",
    _Outcome.MORE_PAGES: "ask_samples",
    _Outcome.NOT_ADAPTED: "repair_connection",
}
# What the way tried before was answered is dropped.
BEGINS_ANEW = frozenset({_Outcome.ANOTHER_WAY, _Outcome.NO_WAY_LEFT})


def step_after(step: str, outcome: StepOutcome) -> str:
    if outcome in (StepOutcome.AGAIN, StepOutcome.ENDED):
        return step
    return FLOW[step].get(outcome) or _AFTER_ANY[outcome]


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """How a job ends: the engine's state, why, and the evidence.

    `objections` speak against using what was found; a person decides on it. `collection_id` is
    that of a collection of ours which the engine searches, instead of being asked.
    """

    state: EngineState
    reason: str
    evidence: dict[str, Any] = field(default_factory=dict)
    objections: tuple[str, ...] = ()
    collection_id: int | None = None


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a step came to, what is said of it in the job's log, and the pages that it fetched."""

    told: str
    outcome: StepOutcome = StepOutcome.ENDED
    samples: tuple[SamplePage, ...] = ()
    job_outcome: JobOutcome | None = None


def end_job(
    state: EngineState, reason: str, evidence: dict[str, Any] | None = None, **more: Any
) -> StepResult:
    return StepResult(reason, job_outcome=JobOutcome(state, reason, evidence or {}, **more))
