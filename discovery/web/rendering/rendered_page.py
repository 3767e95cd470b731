"""A rendered page, or why rendering gave nothing."""

from dataclasses import dataclass
from enum import StrEnum

from discovery.pages.layout import Box, Layout
from discovery.web.response import Response

# Pixels of a picture: longer pages are drawn to there. Guess: forty results of five lines. Pictures
# that are stored were drawn so: what lies on them is placed by these.
MAX_PICTURE_WIDTH = 1_600
MAX_PICTURE_HEIGHT = 8_000


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as a browser shows it.

    `picture` is a JPEG of it from the top left, None where the browser made none. `seconds` is the
    time it took, `memory` the most bytes that the browser's processes held meanwhile. `left_out`
    says in sentences what of the page was not loaded or not drawn.
    """

    layout: Layout
    picture: bytes | None
    seconds: float
    memory: int
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """What a page that runs its scripts showed to one visitor who searched on it.

    `opened` is the page before, `pages` are the results as they were shown: one, then further ones,
    each perhaps with those before. Empty where there was nothing to type, or nothing to type into.
    """

    opened: Response
    pages: tuple[Response, ...]


def picture_size(page: Box) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a page that takes the box `page`.

    >>> picture_size(Box(0, 0, 1024, 90_000))
    (1024, 8000)
    """
    return min(int(page.width), MAX_PICTURE_WIDTH), min(int(page.height), MAX_PICTURE_HEIGHT)


class RenderFailure(StrEnum):
    """The reasons for which a page is not rendered."""

    NO_BROWSER = "no_browser"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    # The browser ended, or broke off what it was told to do.
    BROKE_OFF = "broke_off"


class RenderingError(Exception):
    """A page was not rendered: `reason` for programs, `str(error)` a sentence that names it."""

    def __init__(self, reason: RenderFailure, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class PageBrokenOffError(Exception):
    """The browser ended, or did not do what it was told; the message is its own."""
