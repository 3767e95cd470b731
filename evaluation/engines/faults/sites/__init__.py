"""Made-up engines of unlike designs, languages and charsets, whose pages faults are made from."""

from collections.abc import Collection

from evaluation.engines.faults.sites.contents import (
    FoundPage,
    Record,
    decoys_of,
    find_page,
    make_records,
    vocabulary,
)
from evaluation.engines.faults.sites.design import EngineDesign, Wording
from evaluation.engines.faults.sites.eastern import Encyclopaedia, Market, News
from evaluation.engines.faults.sites.styled import Bookshop, Bulletin, Magazine, Portal
from evaluation.engines.faults.sites.western import Archive, Journal, Library

__all__ = [
    "DESIGNS",
    "EngineDesign",
    "FoundPage",
    "Record",
    "Wording",
    "decoys_of",
    "designs_named",
    "find_page",
    "make_records",
    "vocabulary",
]

DESIGNS: tuple[EngineDesign, ...] = (
    Library(),
    Archive(),
    Journal(),
    Encyclopaedia(),
    News(),
    Market(),
    Bookshop(),
    Portal(),
    Magazine(),
    Bulletin(),
)


def designs_named(names: Collection[str]) -> tuple[EngineDesign, ...]:
    """Return the designs of these names, all when none is named."""
    return tuple(design for design in DESIGNS if not names or design.name in names)
