"""A criterion in words: it tells apart kinds of pages that share one template.

*Further*: "the combination of the content-driven and structure-driven approaches" (Vidal et al.
2006, section 6), which its authors plan. Structure says what pages are built like the sample, the
words of a person which of these are meant. Looked at is what a page says of itself: its title and
its first heading.
"""

import re
from collections.abc import Iterator

from discovery.pages.page import Page
from discovery.pages.tree import visible_text

WORD = re.compile(r"[^\W_]+")
HEADINGS = ("h1", "h2", "h3")
# Characters of a title or heading that are read: what is longer is none.
MAX_HEADING = 2_000


def meets_criterion(page: Page, criterion: str) -> bool:
    """Tell whether the title and the first heading of a page hold every word of a criterion.

    Case does not count. A word of a script without cases may be part of a longer one, since many
    of these do not part words.
    """
    said = " ".join(_own_names(page)).casefold()
    words = set(WORD.findall(said))
    wanted = WORD.findall(criterion.casefold())
    return all(word in words or (word == word.upper() and word in said) for word in wanted)


def _own_names(page: Page) -> Iterator[str]:
    """Yield what a page calls itself: its title, its first heading."""
    title = page.root.find(".//title")
    if title is not None:
        yield str(title.text_content())[:MAX_HEADING]
    heading = next(page.root.iter(*HEADINGS), None)
    if heading is not None:
        yield visible_text(heading)[:MAX_HEADING]
