"""Readings of a sample beside what its structure says: kinds that share a template.

Where structure tells nothing, a kind is told by its part of the site (`read_place`). Details ours;
the numbers are measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from discovery.crawling.structural.url_families import (
    AddressFamily,
    AddressParts,
    without_numbers,
)

# Pages that a part of a site has at least, and the share of those read that it has at most: the
# rest is other parts.
MIN_SECTION, MAX_SECTION = 5, 0.9
# What nothing but a part of the site, and nothing at all are worth beside an agreement.
SECTION_QUALITY, WHOLE_QUALITY = 0.65, 0.6


@dataclass(frozen=True, slots=True)
class PlaceReading:
    """A class told by its place in the site: `quality` is what that is worth beside an agreement of
    structure and addresses."""

    family: AddressFamily
    basis: str
    quality: float
    is_whole: bool = False


def read_place(
    samples: Sequence[AddressParts], parts: Sequence[AddressParts], whole: AddressFamily | None
) -> PlaceReading | None:
    """Return the class that the samples' place in the site speaks for: a part of the site, nearly
    the `whole` site."""
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
    levels = without_numbers(own.levels)
    for level in range(1, len(levels) + 1):
        section = AddressFamily(above=levels[:level])
        count = sum(map(section.matches_place, (each.place for each in parts)))
        if count <= MAX_SECTION * len(parts):
            return section if count >= MIN_SECTION else None
    return None
