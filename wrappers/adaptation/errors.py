"""Why a wrapper was not adapted."""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wrappers.adaptation.attempt import Attempt


class Refusal(StrEnum):
    """The reasons, by name."""

    NO_PAGES = "no_pages"  # there is no page to adapt to, or none that can be analysed
    NO_RECORDS = "no_records"  # nothing on the pages looks like search results
    NOT_ALIKE = "not_alike"  # no strategy found records like the old ones
    UNSURE = "unsure"  # what was found did not pass the check


class NotAdaptedError(ValueError):
    """No adaptation passed; the message says why, `tried` what was tried."""

    def __init__(self, reason: Refusal, message: str, tried: "tuple[Attempt, ...]" = ()) -> None:
        """Keep the reason and what was tried."""
        super().__init__(message)
        self.reason = reason
        self.tried = tried
