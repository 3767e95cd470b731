"""Engines as they are asked, and what one of them answered."""

from dataclasses import dataclass, field
from enum import StrEnum

from discovery.connection.description.description import ConnectionDescription
from discovery.engines.walls import Entrance
from discovery.pages.page import Page
from discovery.web.response import Response
from wrappers.extraction.answers.answer_reader import AnswerReader
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.extraction.constraints.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.no_result.signature import NoResultSignature
from wrappers.extraction.no_result.suggestion import find_suggestion
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class ReadyEngine:
    """An engine with all that is needed to ask it; `version` tells when it is out of date.

    `categories` are the tabs it is asked under, `weight` what its results count for (1 is usual).
    `variant` names what was chosen in its form, empty for the form as it is. `bang` is what people
    call it by, empty where they call it by its slug. `secrets` are the values of placeholders that
    are shown nowhere.
    """

    slug: str
    name: str
    state: str
    home_url: str
    version: int
    description: ConnectionDescription
    wrapper: Wrapper
    no_result: NoResultSignature | None
    constraints: IntegrityConstraints = NO_CONSTRAINTS
    start_pages: tuple[NoResultSignature, ...] = ()
    categories: tuple[str, ...] = ()
    weight: float = 1.0
    variant: str = ""
    bang: str = ""
    secrets: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    @property
    def reader(self) -> AnswerReader:
        """All that reads its answers."""
        return AnswerReader(self.wrapper, self.no_result, self.constraints, self.start_pages)


class AnswerSource(StrEnum):
    """Where an answer comes from."""

    ASKED = "asked"  # the engine, just now
    REMEMBERED = "remembered"  # the same question, asked a short while ago
    NOT_ASKED = "not_asked"  # the engine's wish to be left alone


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine answered: the reason always, records if any, and why in a plain sentence.

    `total` is the number of matches the engine claims, `seconds` the time it took, 0 unless the
    `source` is the engine itself: other answers say nothing of it as it is now. `left_out`
    counts the records of its page beyond `records`: of an enormous page the first are kept. `page`
    is the parsed page it sent, None for one that is heavy to read. `suggestion` is known only of
    answers without their page (`proposed_query`). `retry_after` is in how many seconds the engine
    asks to be asked again. `entrance` is what the engine asked first this time, as it was passed.
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
    source: AnswerSource = AnswerSource.ASKED
    entrance: Entrance | None = field(default=None, repr=False, compare=False)
    page: Page | None = field(default=None, repr=False, compare=False)
    response: Response | None = field(default=None, repr=False, compare=False)

    @property
    def kind(self) -> AnswerKind:
        """The kind of answer that the reason belongs to."""
        return self.reason.kind


def proposed_query(answer: Answer, query: str) -> str | None:
    """Return the query that an engine proposes instead of `query`, None when it proposes none.

    Looked for only by those who show it: it takes as long as reading all the records.
    """
    return answer.suggestion if answer.page is None else find_suggestion(answer.page, query)
