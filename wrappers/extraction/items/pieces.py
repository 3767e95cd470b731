"""A record cut into pieces: the texts that a reader sees as one, each with its place."""

from collections.abc import Collection, Sequence

from lxml.html import HtmlElement
from msgspec import Struct

from discovery.pages.tree import fold_space
from wrappers.extraction.items.outline import OutlinedPiece, RecordForm, outline_of
from wrappers.extraction.items.places import Places, hides
from wrappers.extraction.record_tree.record_tree import RecordTree

# Elements of one record that are read. Guess: real records have some hundred.
MAX_NODES = 2_000
MAX_PIECE_LENGTH = 2_000
# Outlines kept of one engine. Guess: real engines have a handful, or ever new ones.
MAX_OUTLINES = 200


class RecordPiece(Struct, frozen=True, eq=False):
    """One piece of a record: its text, the place in the record, the element it begins in.

    The place is the tags from the record's element on, then the classes of the last element and of
    the one around it: those classes alone that tell places of this engine apart. `link` is the link
    that the piece is, or stands in. A `bare` piece stands beside elements, in none of its own.
    Pieces of one `line` (counted from 0) have nothing between them that begins a line.
    """

    place: str
    text: str
    element: HtmlElement
    link: HtmlElement | None
    bare: bool
    line: int


class Outlines:
    """The outlines of one engine's records, each made once, by the `Places` of these names."""

    def __init__(self, classes: Collection[str], labels: Collection[str] = ()) -> None:
        self._places = Places(classes, labels)
        self._kept: dict[object, tuple[OutlinedPiece, ...]] = {}

    def of(self, tree: RecordTree) -> tuple[OutlinedPiece, ...]:
        """Return the outline of a record."""
        key = self.key_of(tree)
        outline = self._kept.get(key)
        if outline is None:
            outline = outline_of(tree, RecordForm.of(tree, self._places), self._places)
            if key is not None and len(self._kept) < MAX_OUTLINES:
                self._kept[key] = outline
        return outline

    def key_of(self, tree: RecordTree) -> object:
        """Return what all records of one outline have in common, None where it is not known."""
        skeleton = tree.skeleton
        if skeleton is None:
            return None
        values, names_in = tree.values, self._places.names_in
        names = [names_in(values[number]) for number in skeleton.classed]
        styles = [hides(values[number]) for number in skeleton.styled]
        return skeleton, tree.matter, tuple(names), tuple(styles)


def record_pieces(
    elements: Sequence[HtmlElement],
    classes: Collection[str],
    most: int = MAX_NODES,
    labels: Collection[str] = (),
) -> list[RecordPiece]:
    """Return the pieces of the record made of sibling `elements` with their tails, in order.

    `classes` are the names that tell places apart, `labels` the elements in title links that do.
    The first `most` elements are read.
    """
    return pieces_of(RecordTree(elements, most), Outlines(classes, labels))


def pieces_of(tree: RecordTree, outlines: Outlines) -> list[RecordPiece]:
    """Return the pieces of a record, in order; its outline is kept in those of its engine."""
    nodes, texts, tails = tree.nodes, tree.texts, tree.tails
    pieces = []
    for outlined in outlines.of(tree):
        parts = [(texts[at] if at >= 0 else tails[~at]) or "" for at in outlined.texts]
        text = fold_space(parts[0] if len(parts) == 1 else "".join(parts))[:MAX_PIECE_LENGTH]
        element, link = outlined.element, outlined.link
        pieces.append(
            RecordPiece(
                outlined.place,
                text,
                nodes[element] if element >= 0 else tree.elements[0].getparent(),
                nodes[link] if link >= 0 else None,
                outlined.bare,
                outlined.line,
            )
        )
    return pieces
