"""What a page can be instead of an answer."""

from dataclasses import dataclass
from enum import StrEnum


class BlockingKind(StrEnum):
    """What stands between the request and the page."""

    CAPTCHA = "a robot check"
    CONSENT = "a consent wall"
    LOGIN = "a login wall"
    JAVASCRIPT = "a page that only JavaScript fills"


@dataclass(frozen=True, slots=True)
class Blockage:
    """What a page is instead of an answer, and the mark it was known by."""

    kind: BlockingKind
    mark: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.mark})"
