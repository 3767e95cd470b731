"""The model of the sample's class: which pages belong to it, and which addresses."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.agreement import (
    agreements,
    most_similar_sets,
    page_weights,
)
from discovery.crawling.structural.family_table import NATURAL, family_table
from discovery.crawling.structural.page_store import LABELLED
from discovery.crawling.structural.readings import (
    ALIKE_SHARE,
    MAX_SECTION,
    AddressPieces,
    PlaceReading,
    find_marks,
    marked_families,
    read_place,
    starts_told_apart,
)
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
# Share of the pages from which on a class is most of them: other than in what is set off, agreement
# says little then.
MOST = 0.85
# A hypothesis that rests on nothing but a path of links, weighed like families in `NATURAL`.
LINK_SET_TRUST = 0.6
# A hypothesis that rests on two views of the structure alone: used where addresses say nothing.
VIEWS_TRUST = 0.6
# How much of that depends on how far its pages are set off from the others. Guess.
GAP_SHARE = 0.2
# Part of the threshold that a page needs whose address fits: optional blocks make pages differ.
FITTING_SHARE = 0.5


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


class Evidence(NamedTuple):
    """What a class is learned from: pages, of which those with the numbers `samples` are samples.

    `views` are the tokens of all pages in each view, `parts` their addresses, `link_sets` rows of
    pages that one path of links leads to, `listed` where each page was first linked.
    `is_read` tells whether nearly all addresses known of the site have been asked for.
    """

    samples: Sequence[int]
    views: Sequence[Sequence[Tokens]]
    parts: Sequence[AddressParts]
    link_sets: NDArray[np.bool_]
    listed: NDArray[np.int64]
    is_read: bool


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A class by one set of pages and one view."""

    score: float
    natural: float
    core: NDArray[np.int64]
    model: ClassModel


@dataclass(frozen=True, slots=True)
class PageSets:
    """Sets of pages that may be the class, over the same pages in the same order.

    `known` has a row for each set. A set has the addresses of one family (`families`), or where
    that is None, the targets of one path of links. `trust` is the weight of each row, `counting`
    that of each page, `alike` its similarity to the first sample.
    """

    known: NDArray[np.bool_]
    families: tuple[AddressFamily | None, ...]
    trust: NDArray[np.float64]
    views: Sequence[Sequence[Tokens]]
    vocabularies: tuple[Vocabulary, ...]
    counting: NDArray[np.float64]
    alike: NDArray[np.float64]

    def place_readings(
        self, samples: Sequence[int], parts: Sequence[AddressParts]
    ) -> tuple[PlaceReading, ...]:
        """Return the classes that the place of `samples` speaks for."""
        natural = [
            (family, known)
            for family, known, trust in zip(self.families, self.known, self.trust, strict=True)
            if family is not None and trust >= 1.0
        ]
        labelled = self.views[LABELLED]
        marks = find_marks(labelled[samples[0]], labelled)
        marked = marked_families(natural, marks, self.counting)
        return read_place(marked, [parts[one] for one in samples], parts, self._whole_site())

    def _whole_site(self) -> AddressFamily | None:
        """Return the most natural family of nearly all pages, or a wider one whose further pages
        are built alike; None where the addresses have no form in common."""
        alike = self.alike
        sizes = np.count_nonzero(self.known, axis=1)
        covering = np.flatnonzero(sizes >= MAX_SECTION * len(alike))
        rows = [row for row in covering.tolist() if self.families[row] is not None]
        rows.sort(key=lambda row: (-self.trust[row], -sizes[row]))
        if not rows or self.trust[rows[0]] < NATURAL["kind"]:
            return None
        best = rows[0]
        for row in rows[1:]:
            further = self.known[row] & ~self.known[best]
            if sizes[row] > sizes[best] and np.median(alike[further]) >= ALIKE_SHARE * np.median(
                alike[self.known[best]]
            ):
                best = row
        return self.families[best]

    def best_hypothesis(self, examples: Sequence[int]) -> Hypothesis:
        """Return the best hypothesis when pages are compared with the nearest of `examples`."""
        likeness = [
            np.max([similarities(vocabulary, tokens[one], tokens) for one in examples], axis=0)
            for tokens, vocabulary in zip(self.views, self.vocabularies, strict=True)
        ]
        hypotheses: list[Hypothesis] = []
        for view, alike in enumerate(likeness):
            others = [most_similar_sets(other) for other in likeness if other is not alike]
            hypotheses.extend(self._hypotheses_in(view, alike, others, examples))
        return self.choose(hypotheses)

    def choose(self, hypotheses: Sequence[Hypothesis]) -> Hypothesis:
        """Return the best hypothesis or one nearly as good.

        One of far fewer pages is taken where structure and addresses set it off well: a kind within
        a larger part of the site, which is the sample's. So is a directory's where the best is
        most pages. Where nothing is set off well, one of many more pages is: a class rather than a
        part of it. None may be less natural.
        """
        best = max(hypotheses, key=lambda hypothesis: (hypothesis.score, len(hypothesis.core)))
        near = [
            hypothesis
            for hypothesis in hypotheses
            if hypothesis.score >= NEARLY * best.score and hypothesis.natural >= 1.0
        ]
        if best.score >= SET_OFF:
            is_most = len(best.core) >= MOST * len(self.alike)
            fewer = [
                hypothesis
                for hypothesis in near
                if (hypothesis.score >= SET_OFF or (is_most and _is_directory(hypothesis)))
                and hypothesis.model.view != LABELLED
                and MANY_MORE * len(hypothesis.core) <= len(best.core)
            ]
            return min(fewer, key=lambda each: (len(each.core), -each.score), default=best)
        wider = [each for each in near if len(each.core) >= MANY_MORE * len(best.core)]
        return max(wider, key=lambda each: (len(each.core), each.score), default=best)

    def _hypotheses_in(
        self,
        view: int,
        alike: NDArray[np.float64],
        others: Sequence[NDArray[np.bool_]],
        examples: Sequence[int],
    ) -> Iterator[Hypothesis]:
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
                basis=describe_basis(family, row < own),
                view=view,
                threshold=threshold,
                quality=float(scores[row]),
                vocabulary=self.vocabularies[view],
                samples=samples,
            )
            core = np.flatnonzero(page_sets[row] & (alike >= threshold))
            yield Hypothesis(float(scores[row]), float(natural[row]), core, model)


def gather_page_sets(evidence: Evidence) -> PageSets:
    """Return the sets that hold all the samples; others are about other classes."""
    samples, views, parts, link_sets, listed, _ = evidence
    own = parts[samples[0]]
    counting = page_weights(parts)
    vocabularies = tuple(learn_vocabulary(tokens, counting) for tokens in views)
    alike = similarities(vocabularies[0], views[0][samples[0]], views[0])
    table = family_table(own, parts, alike, listed)
    pieces = AddressPieces(own, parts, alike)
    natural = table.natural * [pieces.trust(family) for family in table.families]
    known = np.concatenate([table.matches, link_sets])
    trust = np.concatenate([natural, np.full(len(link_sets), LINK_SET_TRUST)])
    families = [*table.families, *(None for _ in link_sets)]
    labelled = views[LABELLED]
    marks = find_marks(labelled[samples[0]], labelled)
    trust[starts_told_apart(table.families, table.matches, marks, counting)] = 0.0
    complete = np.flatnonzero(np.logical_and.reduce(known[:, list(samples)], axis=1))
    return PageSets(
        known=known[complete],
        families=tuple(families[row] for row in complete.tolist()),
        trust=trust[complete],
        views=views,
        vocabularies=vocabularies,
        counting=counting,
        alike=alike,
    )


def _is_directory(hypothesis: Hypothesis) -> bool:
    family = hypothesis.model.family
    return family is not None and not family.names_file


def describe_basis(family: AddressFamily | None, known: bool) -> str:
    """Return what a hypothesis rests on, for a reader."""
    if family is not None:
        return f"structure and the addresses {family}"
    return f"structure and {'the links to the sample' if known else 'another view of it'}"
