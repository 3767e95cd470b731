"""A page as a browser shows it, or why it shows nothing."""

from dataclasses import dataclass
from typing import NamedTuple

from discovery.pages.layout import Box, Layout
from discovery.web.fetch_error import FetchError
from discovery.web.response import Response

# Pixels of a picture: longer pages are drawn to there. Guess: forty results of five lines. Pictures
# that are stored were drawn so: what lies on them is placed by these.
MAX_PICTURE_WIDTH = 1_600
MAX_PICTURE_HEIGHT = 8_000


class RenderedPage(NamedTuple):
    """A page as a browser shows it; `picture` is a JPEG of it from the top left, if it made one."""

    layout: Layout
    picture: bytes | None


@dataclass(frozen=True, slots=True)
class BrowserAnswer:
    """What a page showed to one visitor: as it was `opened`, then `pages` of results.

    Further pages may show those before, too. There are none where nothing could be typed.
    """

    opened: Response
    pages: tuple[Response, ...]


def picture_size(page: Box) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a page that takes the box `page`.

    >>> picture_size(Box(0, 0, 1024, 90_000))
    (1024, 8000)
    """
    return min(int(page.width), MAX_PICTURE_WIDTH), min(int(page.height), MAX_PICTURE_HEIGHT)


class RenderingError(FetchError):
    """A page was not shown by the browser's fault or for its sake, not by the site's."""
