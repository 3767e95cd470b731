"""The own text of a page: what stands on it and on none of the engine's pages without results.

A site shows its messages (robot checks, logins, limits, outages, complaints about a query) within
its own header, menus and footer. These stand on the stored no-result and start pages as well:
what is left is the message.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from discovery.pages.messages import Message, find_message
from discovery.pages.page import Page
from wrappers.extraction.lines.page_lines import PageLines, comparable
from wrappers.extraction.lines.text_lines import MASK, lines_of, mask_query
from wrappers.extraction.no_result.signature import NoResultSignature

# A message has few lines, characters and links. Guesses, far above the messages seen; a page of
# results that is not read any more has more of all.
MAX_LINES = 25
MAX_LENGTH = 1_500
MAX_LINKS = 8
# Letters that a known line has besides the query's echo, to be found with another text there.
MIN_LETTERS = 8


@dataclass(frozen=True)
class OwnText:
    """The lines of a page that no known page has, and how many links it has beyond theirs.

    `lines` are as they are read, `masked` the same without the query.
    """

    lines: tuple[str, ...]
    masked: tuple[str, ...]
    links: int

    @property
    def is_short(self) -> bool:
        """Whether this may be a message: a page of results has more."""
        return (
            0 < len(self.lines) <= MAX_LINES
            and sum(map(len, self.lines)) <= MAX_LENGTH
            and self.links <= MAX_LINKS
        )

    @cached_property
    def message(self) -> Message | None:
        """What it says in known words, the query left out; None when it is long or says none."""
        return find_message(self.masked) if self.is_short else None


def own_text(page: Page, query: str | None, known: Iterable[NoResultSignature]) -> OwnText:
    """Return what of `page`, the answer to `query`, stands on none of the `known` pages."""
    pages = tuple(known)
    page_lines = PageLines.of(page, query)
    lines = frozenset(line for each in pages for line in each.lines)
    echoes = {
        text
        for line in lines
        if MASK in line and len(line.replace(MASK, "")) >= MIN_LETTERS
        for text in page_lines.echoes(line)
    }
    links: Counter[str] = Counter()
    for each in pages:
        links |= Counter(each.links)
    own = {
        text
        for text, masked in page_lines.masked.items()
        if not {text, masked} & lines and text not in echoes
    }
    shown = [line.text for line in lines_of(page) if comparable(line.text) in own]
    if page.title and comparable(page.title) in own:
        shown.append(page.title)
    shown = list(dict.fromkeys(shown))
    masked_lines = (mask_query(line, query) for line in shown)
    return OwnText(tuple(shown), tuple(masked_lines), (page_lines.links - links).total())
