"""The picture of a record: the first that shows the thing found, not an ornament of the page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages import resolve_url

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


def thumbnails(
    records: Sequence[Sequence[HtmlElement]], base_url: str, most: int
) -> tuple[str, ...]:
    """Return for each record, a list of elements, the address of its picture, or nothing.

    `most` pictures of a record are looked at.
    """
    shown = [_addresses(elements, min(most, MAX_PICTURES)) for elements in records]
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


def _addresses(elements: Sequence[HtmlElement], most: int) -> list[str]:
    """Return the addresses, as they are written, of the first pictures that are no icons."""
    pictures = (picture for element in _pictured(elements) for picture in element.iter("img"))
    return [
        address
        for picture in islice(pictures, most)
        if not _is_tiny(picture)
        for address in [next((picture.get(name) for name in ADDRESSES if picture.get(name)), None)]
        if address
    ]


def _pictured(elements: Sequence[HtmlElement]) -> Sequence[HtmlElement]:
    """Return the elements in which a record's pictures stand: its own, or the box around it.

    A box that shows no words but the record's is its own: a record may be a figure's caption.
    """
    if len(elements) != 1 or next(elements[0].iter("img"), None) is not None:
        return elements
    box = elements[0].getparent()
    if box is None or len(box) > MAX_IN_BOX or next(box.iter("img"), None) is None:
        return elements
    return [box] if not any(map(str.strip, _texts_beside(elements[0], box))) else elements


def _texts_beside(element: HtmlElement, box: HtmlElement) -> Iterator[str]:
    """Yield the pieces of text in `box` that are not in `element`, one of its children."""
    yield box.text or ""
    for child in box:
        if child is not element:
            yield from child.itertext()
        yield child.tail or ""


def _is_tiny(picture: HtmlElement) -> bool:
    """Return whether a picture's markup declares a side of a few pixels.

    >>> from lxml.html import fromstring
    >>> _is_tiny(fromstring("<img width=1 height=1>")), _is_tiny(fromstring("<img width='90%'>"))
    (True, False)
    """
    for name in ("width", "height"):
        side = picture.get(name, "").strip().removesuffix("px")
        if side.isdecimal() and int(side[:4]) < MIN_SIDE:
            return True
    return False
