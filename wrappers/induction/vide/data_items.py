"""Data record segmentation: the items that a record consists of.

Liu et al. 2010, data item extraction. The leaf blocks of a record are its items. A *composite text*
holds several, divided by static text, which does not come from the database behind the page (*CF3*)
and recurs in the records: "Our Price:". An item has a position in its record, a size where it is an
image, a font where it is a text (*AF2*).
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from discovery.pages.layout import Font, PieceKind
from discovery.pages.segmentation.visual_block import VisualBlock

# A label before a colon is static text where it stands in this share of the records. Guess.
MIN_SHARE_WITH_LABEL = 0.4
_LABEL = re.compile(r"[^\d\W][^:]{0,29}:")
# Items of one record that are aligned: a bound. Guess: the longest real records have 30.
MAX_ITEMS = 40


@dataclass(frozen=True, slots=True)
class DataItem:
    """One item: its text (empty for an image), and pixels from the left side of its record.

    `size` is that of an image, `font` that of a text.
    """

    text: str
    left: int
    font: Font | None = None
    size: tuple[int, int] | None = None
    is_link: bool = False


def segment_records(records: Sequence[Sequence[VisualBlock]]) -> tuple[tuple[DataItem, ...], ...]:
    """Return the items of each record, in the order of its blocks."""
    items = [leaf_items(blocks) for blocks in records]
    labels = Counter(label for own in items for label in {label_of(item.text) for item in own})
    least = max(2, MIN_SHARE_WITH_LABEL * len(records))
    static = {label for label, count in labels.items() if label and count >= least}
    return tuple(tuple(_divided(own, static)[:MAX_ITEMS]) for own in items)


def leaf_items(blocks: Sequence[VisualBlock]) -> list[DataItem]:
    """Return the images and texts of a record's leaf blocks as items."""
    left = min((block.box.left for block in blocks), default=0.0)
    pieces = (piece for block in blocks for piece in block.pieces())
    found = []
    for piece in islice(pieces, MAX_ITEMS):
        place = round(piece.box.left - left)
        if piece.kind is PieceKind.TEXT:
            is_link = piece.link is not None
            found.append(DataItem(piece.text, place, piece.font, is_link=is_link))
        elif piece.kind is PieceKind.IMAGE:
            size = round(piece.box.width), round(piece.box.height)
            found.append(DataItem("", place, size=size))
    return found


def label_of(text: str) -> str:
    """Return the label that a text begins with, empty without one.

    >>> label_of("Our Price: $12"), label_of("12:30")
    ('Our Price:', '')
    """
    match = _LABEL.match(text)
    return match[0] if match else ""


def _divided(items: Sequence[DataItem], static: set[str]) -> list[DataItem]:
    """Return items with composite texts divided behind their static labels."""
    found = []
    for item in items:
        label = label_of(item.text)
        value = item.text[len(label) :].strip()
        if label in static and value:
            found.append(DataItem(label, item.left, item.font, is_link=item.is_link))
            # The label's width, whatever it is, is the same in all records.
            left = item.left + len(label)
            found.append(DataItem(value, left, item.font, is_link=item.is_link))
        else:
            found.append(item)
    return found
