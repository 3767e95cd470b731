"""The heading above a record: it names what follows, not the record that it comes after."""

from collections import Counter
from collections.abc import Sequence

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS

# Tags whose elements name what stands after them.
NAMING_TAGS = HEADING_TAGS | {"dt"}
# Records that have a heading each: fewer may stand below those of days. Guess.
NEARLY_ALL = 0.9
MIN_RECORDS = 2


def heading_above(first: HtmlElement, tag: str | None) -> tuple[HtmlElement, ...]:
    """Return the heading of this tag directly before a record's first element, if it stands there.

    One that holds a link may be a record itself.
    """
    before = None if tag is None else first.getprevious()
    if before is None or before.tag != tag or (before.tail and before.tail.strip()):
        return ()
    return () if next(before.iter("a"), None) is not None else (before,)


def common_heading(firsts: Sequence[HtmlElement]) -> str | None:
    """Return the tag of the heading directly above nearly all records, given their first elements.

    None where they have no heading of their own.
    """
    tags = Counter(
        str(before.tag)
        for first in firsts
        if (before := first.getprevious()) is not None
        and before.tag in NAMING_TAGS
        and heading_above(first, str(before.tag))
    )
    tag, count = next(iter(tags.most_common(1)), ("", 0))
    return tag if count >= max(MIN_RECORDS, NEARLY_ALL * len(firsts)) else None
