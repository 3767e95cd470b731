"""Whether sample pages come from one site: what is around the records is the same on all of them.

Ours: the papers take it for granted. People give wrong files, and an engine may answer a query by
leading to a page elsewhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.samples.sample import DifferentSitesError

# Elements of a page looked at: enough for its head and its menu.
MAX_ELEMENTS = 5_000
# Two pages of one site share at least this of markup, names and addresses together (0 to 3). Half
# of the least that any two pages of a site share, 1.22 on 60 real sites and 92 made-up engines; of
# the pairs of two real sites 1 % share more than 0.41.
MIN_SHARED = 0.6


@dataclass(frozen=True, slots=True)
class _PageTemplate:
    """What the pages of a site have in common: markup, names of its parts, addresses linked."""

    markup: frozenset[tuple[str, str, tuple[str, ...]]]
    names: frozenset[str]
    addresses: frozenset[str]

    @classmethod
    def of(cls, page: PageFeatures) -> Self:
        """Return what a page shows of its template."""
        index = page.index
        numbers = range(1, min(len(index.elements), MAX_ELEMENTS))
        parents = (index.parent[number] for number in numbers)
        ids = (index.elements[number].get("id") for number in numbers)
        classes = (name for number in numbers for name in index.classes[number])
        hrefs = (index.elements[link].get("href", "") for link in index.links[:MAX_ELEMENTS])
        return cls(
            markup=frozenset(
                (index.tags[parent], index.tags[number], index.classes[number])
                for number, parent in zip(numbers, parents, strict=True)
            ),
            names=frozenset((*(f"#{name}" for name in ids if name), *classes)),
            addresses=frozenset(href.partition("?")[0] for href in hrefs) - {""},
        )

    def similarity(self, other: Self) -> float:
        """Return how much two pages share, 0 to 3; of a page with more, only as much counts."""
        return (
            _share(self.markup, other.markup)
            + _share(self.names, other.names)
            + _share(self.addresses, other.addresses)
        )


def pages_of_one_site(pages: Sequence[PageFeatures]) -> list[PageFeatures]:
    """Return the largest group of pages that are similar to one of them: those of one site.

    Raises `DifferentSitesError` when no two of several pages are alike.
    """
    if len(pages) < 2:
        return list(pages)
    templates = [_PageTemplate.of(page) for page in pages]
    groups = [
        [template.similarity(other) >= MIN_SHARED for other in templates] for template in templates
    ]
    best = max(groups, key=sum)
    similar = [page for page, is_similar in zip(pages, best, strict=True) if is_similar]
    if len(similar) < 2:
        raise DifferentSitesError("The sample pages are not of one site: no two look alike.")
    return similar


def _share(left: frozenset[Any], right: frozenset[Any]) -> float:
    """Return how much of the smaller set is in the other."""
    smaller = min(len(left), len(right))
    return len(left & right) / smaller if smaller else 0.0
