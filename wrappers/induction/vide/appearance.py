"""How alike two blocks look: their images, and the fonts of their plain and link texts.

Liu et al. 2010, data record extraction, phase 2: data records look alike (*AF1*), in the sizes of
their images and in the fonts they use. sim(b1, b2) is the sum of simIMG, simPT and simLT, each
weighted by the share that images, plain texts and link texts have of the area of both blocks.

Changed: the paper compares the fonts by their number. Here simPT and simLT are the fonts that both
have over all fonts, so that two texts in different fonts are not alike. The area of a block is that
of what it shows, since boxes hold more or less blank.
"""

from dataclasses import dataclass

from discovery.pages.layout import Font, PieceKind
from discovery.pages.segmentation.visual_block import VisualBlock


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a block shows: areas in square pixels, and fonts."""

    image_area: float
    plain_area: float
    link_area: float
    plain_fonts: frozenset[Font]
    link_fonts: frozenset[Font]


def appearance_of(block: VisualBlock) -> Appearance:
    """Return what a block shows; rules and controls count for nothing."""
    images = plain = links = 0.0
    plain_fonts, link_fonts = set(), set()
    for piece in block.pieces():
        if piece.kind is PieceKind.IMAGE:
            images += piece.box.area
        elif piece.kind is PieceKind.TEXT and piece.link is None:
            plain += piece.box.area
            plain_fonts.add(piece.font)
        elif piece.kind is PieceKind.TEXT:
            links += piece.box.area
            link_fonts.add(piece.font)
    return Appearance(images, plain, links, frozenset(plain_fonts), frozenset(link_fonts))


def similarity(a: Appearance, b: Appearance) -> float:
    """Return sim(b1, b2), from 0 to 1; 0 where nothing is seen in either."""
    parts = (
        (a.image_area + b.image_area, _min_over_max(a.image_area, b.image_area)),
        (a.plain_area + b.plain_area, _shared_fonts(a.plain_fonts, b.plain_fonts)),
        (a.link_area + b.link_area, _shared_fonts(a.link_fonts, b.link_fonts)),
    )
    total = sum(area for area, _ in parts)
    return sum(area * alike for area, alike in parts) / total if total else 0.0


def _min_over_max(a: float, b: float) -> float:
    """Return simIMG.

    >>> _min_over_max(10, 40), _min_over_max(0, 0)
    (0.25, 0.0)
    """
    return min(a, b) / max(a, b) if a or b else 0.0


def _shared_fonts(a: frozenset[Font], b: frozenset[Font]) -> float:
    """Return simPT or simLT."""
    return len(a & b) / len(a | b) if a or b else 0.0
