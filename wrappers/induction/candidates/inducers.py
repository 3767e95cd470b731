"""The inducers by name: which of them propose candidates is a choice of the caller."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from wrappers.induction.candidates.candidate import Candidate, Inducer
from wrappers.induction.candidates.group_candidates import NAME as ELEMENT_GROUPS
from wrappers.induction.candidates.group_candidates import propose_element_groups
from wrappers.induction.candidates.tag_prefix import NAME as TAG_PREFIX
from wrappers.induction.candidates.tag_prefix import propose_tag_prefix
from wrappers.induction.candidates.vide_groups import NAME as VIDE
from wrappers.induction.candidates.vide_groups import propose_vide_groups
from wrappers.induction.candidates.vints_groups import NAME as VINTS
from wrappers.induction.candidates.vints_groups import propose_vints_groups
from wrappers.induction.features.page_features import PageFeatures


class InducerName(StrEnum):
    """The inducers that there are."""

    ELEMENT_GROUPS = ELEMENT_GROUPS
    TAG_PREFIX = TAG_PREFIX
    VINTS = VINTS
    VIDE = VIDE


def propose_candidates(
    pages: Sequence[PageFeatures],
    no_result: PageFeatures | None,
    inducers: Collection[InducerName],
) -> list[list[Candidate]]:
    """Return what the inducers of these names propose for each page."""
    proposed: list[list[Candidate]] = [[] for _ in pages]
    for name in InducerName:
        if name in inducers:
            for own, more in zip(proposed, _propose(name)(pages, no_result), strict=True):
                own.extend(more)
    return proposed


def _propose(name: InducerName) -> Inducer:
    """Return the inducer of that name."""
    match name:
        case InducerName.ELEMENT_GROUPS:
            return propose_element_groups
        case InducerName.TAG_PREFIX:
            return propose_tag_prefix
        case InducerName.VINTS:
            return propose_vints_groups
        case InducerName.VIDE:
            return propose_vide_groups
