"""The model of the sample's class: which pages belong to it, and which addresses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.agreement import MIN_SIMILARITY, agreements
from discovery.crawling.structural.family_table import family_table
from discovery.crawling.structural.page_store import LABELLED
from discovery.crawling.structural.similarity import (
    Tokens,
    Vocabulary,
    learn_vocabulary,
    similarities,
)
from discovery.crawling.structural.url_families import AddressFamily, AddressParts

# Agreement from which on addresses are used to choose pages. Measured: below, the prototype's
# thresholds were no better than chance.
TRUSTED = 0.45
# How much each view of a page's structure is believed: paths, contexts, paths with labels. Labels
# tell sub-classes from one another where the template is the same, and would choose them everywhere
# else too. Measured on five sites: .85 keeps whole classes where structure alone finds them.
VIEW_TRUST = (1.0, 1.0, 0.85)
# What counts as nearly as good as the best hypothesis, and as many more pages. Measured like the
# above.
NEARLY = 0.9
MANY_MORE = 1.3
# Agreement from which on a class is set off well from the rest of its site. Measured on 28 sites.
SET_OFF = 0.9
# A hypothesis that rests on nothing but a path of links, weighed like families in `NATURAL`.
LINK_SET_TRUST = 0.6
# A hypothesis that rests on two views of the structure alone: used where addresses say nothing.
VIEWS_TRUST = 0.6
# How much of that depends on how far its pages are set off from the others. Guess.
GAP_SHARE = 0.2
# Sizes of the sets of most similar pages that structure is compared with: the smallest, and how
# each grows.
MIN_SET_SIZE, SIZE_GROWTH = 3, 1.1
# Pages counted in groups of like addresses weigh size ** -this: a class that is most of the pages
# seen would make its own tokens seem the site's frame. Measured: recall .89 without, .99 with.
BALANCE = 0.5
# Pages of the class that serve as further samples where structure and addresses then agree better:
# one sample may lack what most pages of its class have.
EXAMPLES = 3
# Part of the threshold that a page needs whose address fits: optional blocks make pages differ.
FITTING_SHARE = 0.5
_LETTERS = re.compile(r"[A-Za-z]*")


@dataclass(frozen=True, slots=True)
class ClassModel:
    """A class of pages.

    `family` are its addresses, None where no family agrees with the structure. `view` is the
    structure by which pages are compared, `threshold` the similarity to a sample from which on a
    page belongs to it. `quality` says how well structure and addresses agree, from 0 to 1; `basis`
    says in words what agrees.
    """

    family: AddressFamily | None
    basis: str
    view: int
    threshold: float
    quality: float
    vocabulary: Vocabulary
    samples: tuple[Tokens, ...]

    @property
    def is_trusted(self) -> bool:
        """Whether its addresses may choose pages."""
        return self.family is not None and self.quality >= TRUSTED

    def similarity(self, pages: Sequence[Tokens]) -> NDArray[np.float64]:
        """Return how alike pages are to the nearest sample, from 0 to 1."""
        each = [similarities(self.vocabulary, sample, pages) for sample in self.samples]
        return np.max(each, axis=0) if len(pages) else np.zeros(0)

    def members(
        self, similarity: NDArray[np.float64], fits: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Tell which pages are of the class by similarity and by whether their addresses fit."""
        if self.is_trusted:
            return fits & (similarity >= FITTING_SHARE * self.threshold)
        return similarity >= self.threshold


@dataclass(frozen=True, slots=True)
class _Hypothesis:
    """A class by one set of pages and one view."""

    score: float
    natural: float
    core: NDArray[np.int64]
    model: ClassModel


@dataclass(frozen=True, slots=True)
class _PageSets:
    """Sets of pages that may be the class, over the same pages in the same order.

    `known` has a row for each set. A set has the addresses of one family (`families`), or where
    that is None, the targets of one path of links. `trust` is the weight of each row, `counting`
    that of each page.
    """

    known: NDArray[np.bool_]
    families: tuple[AddressFamily | None, ...]
    trust: NDArray[np.float64]
    views: Sequence[Sequence[Tokens]]
    vocabularies: tuple[Vocabulary, ...]
    counting: NDArray[np.float64]

    def best_hypothesis(self, examples: Sequence[int]) -> _Hypothesis:
        """Return the best hypothesis when pages are compared with the nearest of `examples`."""
        likeness = [
            np.max([similarities(vocabulary, tokens[one], tokens) for one in examples], axis=0)
            for tokens, vocabulary in zip(self.views, self.vocabularies, strict=True)
        ]
        hypotheses: list[_Hypothesis] = []
        for view, alike in enumerate(likeness):
            others = [_most_similar_sets(other) for other in likeness if other is not alike]
            hypotheses.extend(self._hypotheses_in(view, alike, others, examples))
        return _choose_hypothesis(hypotheses)

    def _hypotheses_in(
        self,
        view: int,
        alike: NDArray[np.float64],
        others: Sequence[NDArray[np.bool_]],
        examples: Sequence[int],
    ) -> Iterator[_Hypothesis]:
        """Yield the best hypotheses of one view, in which pages are `alike` the examples."""
        page_sets = np.concatenate([self.known, *others])
        natural = np.append(self.trust, np.full(len(page_sets) - len(self.known), VIEWS_TRUST))
        found = agreements(alike, page_sets, self.counting)
        # Views agree on every set that is set off; the best set off is meant.
        own = len(self.known)
        natural[own:] *= 1 - GAP_SHARE * (1 - found.gap[own:])
        scores = found.quality * natural * VIEW_TRUST[view]
        best = float(scores.max())
        samples = tuple(self.views[view][number] for number in examples)
        for row in np.flatnonzero(scores >= min(best, NEARLY * best)).tolist():
            threshold = float(found.threshold[row])
            family = self.families[row] if row < own else None
            model = ClassModel(
                family=family,
                basis=_describe_basis(family, row < own),
                view=view,
                threshold=threshold,
                quality=float(scores[row]),
                vocabulary=self.vocabularies[view],
                samples=samples,
            )
            core = np.flatnonzero(page_sets[row] & (alike >= threshold))
            yield _Hypothesis(float(scores[row]), float(natural[row]), core, model)


def fit_class(
    samples: Sequence[int],
    views: Sequence[Sequence[Tokens]],
    parts: Sequence[AddressParts],
    link_sets: NDArray[np.bool_],
) -> ClassModel:
    """Return the class of the pages with the numbers `samples` among the pages given.

    `views` are the tokens of all pages in each view, `parts` their addresses, `link_sets` rows of
    pages that one path of links leads to.
    """
    page_sets = _gather_page_sets(samples, views, parts, link_sets)
    first = page_sets.best_hypothesis(samples)
    if first.model.quality < TRUSTED:
        return first.model
    evenly = np.linspace(0, len(first.core) - 1, EXAMPLES + 2)[1:-1].astype(int)
    second = page_sets.best_hypothesis(
        list(dict.fromkeys([*samples, *first.core[evenly].tolist()]))
    )
    return max(first, second, key=lambda hypothesis: hypothesis.score).model


def _gather_page_sets(
    samples: Sequence[int],
    views: Sequence[Sequence[Tokens]],
    parts: Sequence[AddressParts],
    link_sets: NDArray[np.bool_],
) -> _PageSets:
    """Return the sets that hold all the samples; others are about other classes."""
    table = family_table(parts[samples[0]], parts)
    known = np.concatenate([table.matches, link_sets])
    trust = np.concatenate([table.natural, np.full(len(link_sets), LINK_SET_TRUST)])
    families = [*table.families, *(None for _ in link_sets)]
    complete = np.flatnonzero(np.logical_and.reduce(known[:, list(samples)], axis=1))
    counting = _page_weights(parts)
    return _PageSets(
        known=known[complete],
        families=tuple(families[row] for row in complete.tolist()),
        trust=trust[complete],
        views=views,
        vocabularies=tuple(learn_vocabulary(tokens, counting) for tokens in views),
        counting=counting,
    )


def _choose_hypothesis(hypotheses: Sequence[_Hypothesis]) -> _Hypothesis:
    """Return the best hypothesis or one nearly as good.

    One of far fewer pages is taken where structure and addresses set it off well: a kind within a
    larger part of the site, which is the sample's. Where nothing is set off well, one of many more
    pages is: a class rather than a part of it. Neither may be less natural.
    """
    best = max(hypotheses, key=lambda hypothesis: (hypothesis.score, len(hypothesis.core)))
    near = [
        hypothesis
        for hypothesis in hypotheses
        if hypothesis.score >= NEARLY * best.score and hypothesis.natural >= 1.0
    ]
    if best.score >= SET_OFF:
        fewer = [
            hypothesis
            for hypothesis in near
            if hypothesis.score >= SET_OFF
            and hypothesis.model.view != LABELLED
            and MANY_MORE * len(hypothesis.core) <= len(best.core)
        ]
        return min(fewer, key=lambda each: (len(each.core), -each.score), default=best)
    wider = [each for each in near if len(each.core) >= MANY_MORE * len(best.core)]
    return max(wider, key=lambda each: (len(each.core), each.score), default=best)


def _describe_basis(family: AddressFamily | None, known: bool) -> str:
    """Return what a hypothesis rests on beside the structure, for a reader."""
    if family is not None:
        return f"the addresses {family}"
    return "the links to the sample" if known else "another view of it"


def _most_similar_sets(similarity: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return sets of the pages most alike to the samples, of growing size, a row for each."""
    ranked = np.sort(similarity)[::-1]
    # A set can only end where the next page is less alike.
    ends = np.flatnonzero((ranked[1:] < ranked[:-1]) & (ranked[:-1] >= MIN_SIMILARITY)) + 1
    sizes: list[int] = []
    for end in ends.tolist():
        if end >= MIN_SET_SIZE and (not sizes or end >= SIZE_GROWTH * sizes[-1]):
            sizes.append(end)
    rows = [similarity >= ranked[size - 1] for size in sizes]
    return np.array(rows, dtype=np.bool_).reshape(len(rows), len(similarity))


def _page_weights(parts: Sequence[AddressParts]) -> NDArray[np.float64]:
    """Return how much each page counts, so that groups of like addresses do not outweigh others."""
    groups: dict[tuple[tuple[str, ...], str], int] = {}
    numbers = np.array(
        [groups.setdefault((part.levels, _first_letters(part.file)), len(groups)) for part in parts]
    )
    weights: NDArray[np.float64] = np.bincount(numbers)[numbers] ** -BALANCE
    return weights


def _first_letters(file: str) -> str:
    found = _LETTERS.match(file)
    return found[0] if found else ""
