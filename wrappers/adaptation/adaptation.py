"""What adapting leads to: an adapted wrapper, what was tried for it, or why there is none."""

from dataclasses import dataclass
from enum import StrEnum

from wrappers.adaptation.tree_grams import TreeGrams
from wrappers.adaptation.triggers import Pattern
from wrappers.extraction.constraints.constraints import RecordField
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper


class Strategy(StrEnum):
    """How the records are found again on redesigned pages."""

    CLUSTERED = "clustered"  # clustered tree matching with the tree-grams
    SIMPLE = "simple"  # simple tree matching with them: what the paper compares clustered with
    BIGRAM = "bigram"  # bigrams of trees: parts of a record may have changed places
    JARO_WINKLER = "jaro_winkler"  # Jaro–Winkler over trees: levels may have come and gone
    ATTRIBUTES = "attributes"  # class names, ids and other names that are still in use
    ORACLE = "oracle"  # records that the same queries once gave, found in the new answers
    LEARN_ANEW = "learn_anew"  # nothing of the old structure is asked for


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a strategy found when a pattern was adapted.

    `similarity` is that of its best candidate to the old records, by the strategy's own measure.
    `found` tells whether it is above the threshold, `passed` whether it passed the check; `outcome`
    says so in words.
    """

    strategy: Strategy
    pattern: Pattern
    similarity: float
    outcome: str
    found: bool = False
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What adapting led to.

    `strategy` is the one whose candidate passed the check. It is None when the old wrapper still
    reads the pages as well as any: then it is `wrapper`, but for the rules of `fields`, which no
    longer came and were adapted alone. `lost` are those that were found nowhere. `score` is the
    likeness to the old records by the strategy's measure, from 0 to 1. `tree_grams` are those to
    keep from here on; `attempts` are the attempts in their order.
    """

    wrapper: Wrapper
    strategy: Strategy | None
    score: float
    tree_grams: TreeGrams
    attempts: tuple[Attempt, ...] = ()
    fields: tuple[RecordField, ...] = ()
    lost: tuple[RecordField, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A query, as it was sent, and the records of its answer before the redesign."""

    query: str
    records: tuple[ResultRecord, ...]


class Refusal(StrEnum):
    """The reasons, by name."""

    NO_PAGES = "no_pages"  # there is no page to adapt to, or none that can be analysed
    NO_RECORDS = "no_records"  # nothing on the pages looks like search results
    NOT_ALIKE = "not_alike"  # no strategy found records like the old ones
    UNSURE = "unsure"  # what was found did not pass the check


class NotAdaptedError(ValueError):
    """No adaptation passed; the message says why, `attempts` what was tried."""

    def __init__(self, reason: Refusal, message: str, attempts: tuple[Attempt, ...] = ()) -> None:
        """Keep the reason and what was tried."""
        super().__init__(message)
        self.reason = reason
        self.attempts = attempts
