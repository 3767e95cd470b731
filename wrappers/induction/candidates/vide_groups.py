"""The inducer of ViDE: its records as candidates for the wrapper that is stored and run.

Every page is segmented, and its record groups are tried; the visual wrapper of the page with the
likeliest group is applied to the others as well (Liu et al. 2010, visual wrapper generation). What
is found by looks is kept as keys of elements, so that searching needs no layout. Pages that no
browser has laid out have no candidates.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from discovery.pages.layout import Piece
from discovery.pages.segmentation.content_structure import segment_page
from discovery.pages.segmentation.visual_block import VisualBlock
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.candidates.group_candidates import read_groups
from wrappers.induction.candidates.keyed_starts import GroupNodes, groups_of_records, own_elements
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.vide.record_groups import VisualRecords, find_visual_records
from wrappers.induction.vide.visual_wrapper import (
    VisualWrapper,
    apply_visual_wrapper,
    make_visual_wrapper,
)

NAME = "vide"
# A page of more elements is left to the other inducers, as ViNTs does.
MAX_ELEMENTS = 30_000
# Pages whose visual wrapper is applied to the others: each is one more candidate a page. Guess.
MAX_WRAPPERS = 3

_Records = Sequence[Sequence[VisualBlock]]


def propose_vide_groups(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return the candidates that each page's visual blocks give."""
    roots = [_segmented(page) for page in pages]
    found = [find_visual_records(root) if root is not None else () for root in roots]
    wrappers = list(islice(_visual_wrappers(roots, found), MAX_WRAPPERS)) if len(pages) > 1 else []
    return [
        _candidates(page, root, groups, wrappers) if root is not None else ()
        for page, root, groups in zip(pages, roots, found, strict=True)
    ]


def _segmented(features: PageFeatures) -> VisualBlock | None:
    """Return the visual block tree of a page, None of one that is left to the other inducers."""
    layout = features.sample.layout
    if layout is None or len(features.index.elements) > MAX_ELEMENTS:
        return None
    return segment_page(layout)


def _visual_wrappers(
    roots: Sequence[VisualBlock | None], found: Sequence[Sequence[VisualRecords]]
) -> Iterator[VisualWrapper]:
    """Yield the visual wrapper of each page's likeliest records."""
    for root, groups in zip(roots, found, strict=True):
        wrapper = make_visual_wrapper(root, groups[0]) if root is not None and groups else None
        if wrapper is not None:
            yield wrapper


def _candidates(
    features: PageFeatures,
    root: VisualBlock,
    groups: Sequence[VisualRecords],
    wrappers: Sequence[VisualWrapper],
) -> Iterable[Candidate]:
    """Return the candidates of one page."""
    records: list[_Records] = [apply_visual_wrapper(wrapper, root) for wrapper in wrappers]
    for group in groups:
        records.append(group.records)
        if len(group.complete) < len(group.records):
            records.append(group.complete)
    nodes = [record_starts(each) for each in records]
    return read_groups(features, list(groups_of_records(features, nodes)), NAME)


def record_starts(records: _Records) -> GroupNodes:
    """Return for each record the highest element around its first link and no other record's."""
    firsts = [_first_link(record) for record in records]
    links = [piece.link for piece in firsts if piece is not None]
    return own_elements([link for link in links if link is not None])


def _first_link(record: Sequence[VisualBlock]) -> Piece | None:
    """Return the first piece of a record that is a link."""
    pieces = (piece for block in record for piece in block.pieces())
    return next((piece for piece in pieces if piece.link is not None), None)
