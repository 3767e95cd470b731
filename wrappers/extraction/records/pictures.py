"""The picture of a record: the first that shows the thing found, not an ornament of the page."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.urls import resolve_url
from wrappers.extraction.record_tree.record_tree import RecordTree

# Pictures of one record that are looked at. Guess: ornaments before the thing itself are few.
MAX_PICTURES = 6
# Attributes in which pages keep the address of a picture that is loaded late, and the usual one.
ADDRESSES = ("data-src", "data-original", "data-lazy-src", "src")
# A picture in more of the records than this is an ornament: a label "new", an icon. Guess.
MAX_SHARE = 0.3
MAX_ALIKE = 2
# A picture declared smaller than this (pixels) is an icon or holds space. Guess.
MIN_SIDE = 17
# A box around a record and its picture has few parts: one with more is a list. Guess.
MAX_IN_BOX = 4


def thumbnails(records: Sequence[RecordTree], base_url: str) -> tuple[str, ...]:
    """Return for each record the address of its picture, or nothing."""
    shown = [_addresses(tree) for tree in records]
    if not any(shown):
        return ("",) * len(shown)
    counts = Counter(address for addresses in shown for address in set(addresses))
    often = max(MAX_ALIKE, MAX_SHARE * len(records))
    return tuple(
        next(
            (
                resolved
                for address in addresses
                if counts[address] <= often and (resolved := resolve_url(base_url, address))
            ),
            "",
        )
        for addresses in shown
    )


def _addresses(tree: RecordTree) -> list[str]:
    """Return the addresses, as they are written, of the first pictures that are no icons."""
    places = tree.places_of("img")[:MAX_PICTURES]
    pictures = [tree.attributes[place] for place in places] or _pictures_beside(tree)
    return [
        address
        for picture in pictures
        if not _is_tiny(picture)
        for address in [next((picture[name] for name in ADDRESSES if picture.get(name)), None)]
        if address
    ]


def _pictures_beside(tree: RecordTree) -> list[dict[str, str]]:
    """Return the attributes of the pictures that stand with a record in a box of its own.

    A box that shows no words but the record's is its own: a record may be a figure's caption.
    """
    if len(tree.elements) != 1:
        return []
    element = tree.elements[0]
    box = element.getparent()
    if box is None or len(box) > MAX_IN_BOX:
        return []
    pictures = [dict(picture.items()) for picture in islice(box.iter("img"), MAX_PICTURES)]
    return [] if pictures and any(map(str.strip, _texts_beside(element, box))) else pictures


def _texts_beside(element: HtmlElement, box: HtmlElement) -> Iterator[str]:
    """Yield the pieces of text in `box` that are not in `element`, one of its children."""
    yield box.text or ""
    for child in box:
        if child is not element:
            yield from child.itertext()
        yield child.tail or ""


def _is_tiny(picture: Mapping[str, str]) -> bool:
    """Return whether a picture's attributes declare a side of a few pixels.

    >>> _is_tiny({"width": "1", "height": "1"}), _is_tiny({"width": "90%"})
    (True, False)
    """
    for name in ("width", "height"):
        side = picture.get(name, "").strip().removesuffix("px")
        if side.isdecimal() and int(side[:4]) < MIN_SIDE:
            return True
    return False
