"""The hits line: the line of a result page that says how many matches there are."""

from wrappers.extraction.hits_line.hits_line import (
    CONVINCING_IN_PLACE,
    MAX_PLACES,
    HitsLineRule,
    claimed_total,
    readable_lines,
)
from wrappers.extraction.hits_line.reading import (
    CONVINCING,
    HitsLine,
    HitsReading,
    counts_hits,
    read_line,
    says_no_results,
    says_nothing,
)

__all__ = [
    "CONVINCING",
    "CONVINCING_IN_PLACE",
    "MAX_PLACES",
    "HitsLine",
    "HitsLineRule",
    "HitsReading",
    "claimed_total",
    "counts_hits",
    "read_line",
    "readable_lines",
    "says_no_results",
    "says_nothing",
]
