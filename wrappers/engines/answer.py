"""Engines as they are asked, what one of them answered, and why it gave no answer."""

from dataclasses import dataclass, field
from enum import StrEnum

from django.conf import settings

from discovery.connection.description import ConnectionDescription
from discovery.connection.login import AS_USUAL, Access
from discovery.engines.walls import PassedGate
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.pages.page import Page
from discovery.web.local_delay import LocalDelay, Stage
from discovery.web.response import Response
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.no_result import NoResultSignature, find_suggestion
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper

# The groups of whoever searches; None sees all engines.
Viewer = frozenset[str] | None
ANYBODY: Viewer = frozenset()


def sees(viewer: Viewer, groups: frozenset[str]) -> bool:
    """Tell whether a viewer sees an engine of these groups; of none: everybody does."""
    return not groups or viewer is None or not groups.isdisjoint(viewer)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownEngine:
    """What searches show of an engine; `version` tells when it is out of date.

    `categories` are the tabs it is asked under, `weight` what its results count for (1 is usual).
    `variant` names what was chosen in its form. `bang` is empty where people call it by its slug.
    `groups` are those whose accounts alone see it; none: everybody does.
    """

    slug: str
    name: str
    state: str
    home_url: str
    version: int
    categories: tuple[str, ...] = ()
    weight: float = 1.0
    variant: str = ""
    bang: str = ""
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyEngine(ShownEngine):
    """An engine with all that is needed to ask it.

    `others` read the further designs in which its site answers.
    """

    description: ConnectionDescription
    wrapper: Wrapper
    no_result: NoResultSignature | None
    constraints: IntegrityConstraints = NO_CONSTRAINTS
    start_pages: tuple[NoResultSignature, ...] = ()
    access: Access = AS_USUAL
    deadline: float | None = None
    others: tuple[AnswerReader, ...] = ()

    @property
    def seconds(self) -> float:
        """How many seconds a search waits for it."""
        in_browser = self.description.in_browser
        usual = settings.BROWSER_DEADLINE if in_browser else settings.ENGINE_DEADLINE
        return self.deadline or usual

    @property
    def reader(self) -> AnswerReader:
        return AnswerReader(self.wrapper, self.no_result, self.constraints, self.start_pages)

    @property
    def readers(self) -> tuple[AnswerReader, ...]:
        """What its answers are read by, one after the other until one understands them."""
        return self.reader, *self.others


class AnswerSource(StrEnum):
    ASKED = "asked"  # the engine, just now
    REMEMBERED = "remembered"  # the same question, asked a short while ago
    NOT_ASKED = "not_asked"  # the engine's wish to be left alone


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine answered: the reason always, records if any, and why in a plain sentence.

    `total` is the number of matches the engine claims, `seconds` the time it took, 0 unless the
    `source` is the engine itself. `left_out` counts the records of its page beyond `records`.
    `page` is None for one that is heavy to read; only then is `suggestion` known
    (`proposed_query`). In `retry_after` seconds it asks to be asked again. `entrance` is what it
    asked first, as passed, `design` the number of the engine's reader that understood it.
    """

    slug: str
    reason: AnswerReason
    seconds: float
    detail: str = ""
    records: tuple[ResultRecord, ...] = ()
    total: int | None = None
    suggestion: str | None = None
    url: str = ""
    retry_after: float | None = None
    left_out: int = 0
    design: int = 0
    source: AnswerSource = AnswerSource.ASKED
    entrance: PassedGate | None = field(default=None, repr=False, compare=False)
    page: Page | None = field(default=None, repr=False, compare=False)
    response: Response | None = field(default=None, repr=False, compare=False)

    @property
    def kind(self) -> AnswerKind:
        return self.reason.kind


def proposed_query(answer: Answer, query: str) -> str | None:
    """Return the query that an engine proposes instead; it takes as long as reading all records."""
    return answer.suggestion if answer.page is None else find_suggestion(answer.page, query)


def explain_delay(lost: LocalDelay) -> tuple[AnswerReason, str]:
    """Return why there is no answer when all the time is up: the engine is late, or we are."""
    if not lost.is_fair or lost.stage is Stage.TURN:
        return AnswerReason.OVERLOADED, "could not be asked in time: too much is under way here"
    seconds = f"{lost.deadline:g} seconds"
    match lost.stage:
        case Stage.READING:
            return AnswerReason.TOO_HEAVY, f"its page took more than {seconds} to read"
        case Stage.BODY:
            return AnswerReason.SLOW_BODY, f"did not send its page within {seconds}"
    return AnswerReason.NO_ANSWER, f"did not answer within {seconds}"
