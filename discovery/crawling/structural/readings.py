"""Readings of a sample beside what its structure says: kinds that share a template.

Where structure tells nothing, a kind is told by a mark: a piece of its template that no other page
has, such as the link to its hub. Without one it is told by its part of the site (`read_place`).
Details ours; the numbers are measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.url_families import AddressFamily, AddressParts
from discovery.crawling.traversal import Tokens

# Agreement of a family with a mark from which on the mark tells its pages, and the least of these.
MARKED = 0.9
MIN_MARKED = 5
# Digits to which agreements with marks are compared: what differs less is chance. Guess.
MARK_DIGITS = 2
# Share of the pages read that a part of a site has at most: the rest is other parts.
MAX_SECTION = 0.9
# What a mark, nothing but a part of the site, and nothing at all are worth beside an agreement.
MARK_QUALITY, SECTION_QUALITY, WHOLE_QUALITY = 0.9, 0.65, 0.6
_EQUAL = 1e-12


@dataclass(frozen=True, slots=True)
class PlaceReading:
    """A class told by its place in the site: `quality` is what that is worth beside an agreement of
    structure and addresses."""

    family: AddressFamily
    basis: str
    quality: float
    is_whole: bool = False


def find_marks(sample: Tokens, pages: Sequence[Tokens]) -> NDArray[np.bool_]:
    """Return a row for each piece of the sample's page that several but not all `pages` have: on
    which of them it is."""
    marks = np.array([np.isin(sample, page, assume_unique=True) for page in pages]).T
    counts = marks.sum(axis=1)
    found: NDArray[np.bool_] = np.unique(
        marks[(counts >= MIN_MARKED) & (counts < len(pages))], axis=0
    )
    return found


def marked_family(
    families: Sequence[tuple[AddressFamily, NDArray[np.bool_]]],
    marks: NDArray[np.bool_],
    counting: NDArray[np.float64],
) -> AddressFamily | None:
    """Return the family (they are given with their pages) that a mark tells best, of those told as
    well the one of most pages."""
    known = np.array([mask for _, mask in families], dtype=np.bool_)
    if not len(known) or not len(marks):
        return None
    weights = counting / counting.sum()
    marked, fitting = marks @ weights, known @ weights
    both = (known * weights) @ marks.T
    spread = np.outer(fitting * (1 - fitting), marked * (1 - marked))
    agreement = (both - np.outer(fitting, marked)) / np.sqrt(np.maximum(spread, _EQUAL))
    best = agreement.max(axis=1)
    told = np.flatnonzero((best >= MARKED) & (known.sum(axis=1) >= MIN_MARKED)).tolist()
    told.sort(key=lambda row: (-round(float(best[row]), MARK_DIGITS), -known[row].sum()))
    return families[told[0]][0] if told else None


def read_place(
    marked: AddressFamily | None,
    samples: Sequence[AddressParts],
    parts: Sequence[AddressParts],
    whole: AddressFamily | None,
) -> PlaceReading | None:
    """Return the class that the samples' place in the site speaks for: the family `marked`, a part
    of the site, nearly the `whole` site."""
    if marked is not None:
        basis = f"a mark of these pages and the addresses {marked}"
        return PlaceReading(marked, basis, MARK_QUALITY)
    section = section_of(samples[0], parts)
    if section is not None and all(section.matches_parts(sample) for sample in samples):
        basis = f"the sample and no more than its part of the site, {section},"
        return PlaceReading(section, basis, SECTION_QUALITY)
    if whole is None:
        return None
    basis = f"the sample and nearly all of the site, {whole},"
    return PlaceReading(whole, basis, WHOLE_QUALITY, is_whole=True)


def section_of(own: AddressParts, parts: Sequence[AddressParts]) -> AddressFamily | None:
    """Return the highest directory of an address that is not the whole site's, if there is one."""
    for level in range(1, len(own.levels) + 1):
        count = sum(each.levels[:level] == own.levels[:level] for each in parts)
        if count <= MAX_SECTION * len(parts):
            return AddressFamily(above=own.levels[:level]) if count >= MIN_MARKED else None
    return None
