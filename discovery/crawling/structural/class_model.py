"""The model of the sample's class: fitted by structure first, then by the place in the site.

Each pair of a threshold on the similarity and a family of addresses is a hypothesis about the pages
seen. The pair that agrees best is taken, and how well it agrees is how far it can be trusted.
Details ours. Measured with all pages known: mean F1 .76-.86, where the largest gap reaches .45-.58
and a fixed threshold .80.

Alike: Jaccard's coefficient of token sets, as in Blanco, Crescenzi and Merialdo (2005, section 2),
with weights. A token that all pages have (the site's frame) or hardly any has (a page's own number)
says nothing. So a token weighs its entropy over the pages seen. Measured: best F1 .84 unweighted,
.90 weighted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.url_families import (
    MAX_SECTION,
    NATURAL,
    PIECE_TRUST,
    AddressFamily,
    AddressParts,
    family_table,
    section_of,
)
from discovery.crawling.traversal import Tokens

# Tokens on fewer than this share of the pages, or on fewer than two, are a page's own. Measured.
MIN_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Vocabulary:
    tokens: Tokens
    weights: NDArray[np.float64]

    def places(self, tokens: Tokens) -> NDArray[np.intp]:
        if not len(self.tokens):
            return np.zeros(0, dtype=np.intp)
        found: NDArray[np.intp] = np.searchsorted(self.tokens, tokens)
        found[found == len(self.tokens)] = 0
        known: NDArray[np.intp] = found[self.tokens[found] == tokens]
        return known


def learn_vocabulary(pages: Sequence[Tokens], counting: NDArray[np.float64]) -> Vocabulary:
    """Return the tokens that recur; `counting` is how much each page counts."""
    if not pages:
        return Vocabulary(np.zeros(0, dtype=np.uint32), np.zeros(0))
    tokens, places, counts = np.unique(
        np.concatenate(pages), return_inverse=True, return_counts=True
    )
    weighed = np.bincount(places, weights=np.repeat(counting, [len(page) for page in pages]))
    recurring = (counts >= max(2, MIN_SHARE * len(pages))) & (counts < len(pages))
    share = weighed[recurring] / counting.sum()
    weights = -(share * np.log2(share) + (1 - share) * np.log2(1 - share))
    return Vocabulary(tokens[recurring], weights)


def similarities(
    vocabulary: Vocabulary, sample: Tokens, pages: Sequence[Tokens]
) -> NDArray[np.float64]:
    """Return the weighted Jaccard coefficient of `sample` with each of `pages`.

    >>> import numpy as np
    >>> sets = [np.array(tokens, dtype=np.uint32) for tokens in ([1, 2, 3], [1, 2, 4], [5, 6])]
    >>> similarities(Vocabulary(np.arange(1, 7, dtype=np.uint32), np.ones(6)), sets[0], sets)
    array([1. , 0.5, 0. ])
    """
    own = np.zeros(len(vocabulary.tokens), dtype=np.bool_)
    own[vocabulary.places(sample)] = True
    weight = float(vocabulary.weights[own].sum())
    result = np.zeros(len(pages))
    for number, tokens in enumerate(pages):
        places = vocabulary.places(tokens)
        weights = vocabulary.weights[places]
        common = float(weights[own[places]].sum())
        union = weight + float(weights.sum()) - common
        # Pages without a token that counts do not differ.
        result[number] = common / union if union > 0 else 1.0
    return result


# Pages less alike than this are not of one template, whatever agrees. Guess.
MIN_SIMILARITY = 0.1
# Few pages agree by chance: an agreement on n pages counts n / (n + this). Guess.
CAUTION = 2.0
# Pages counted in groups of like addresses weigh size ** -this: a class that is most of the pages
# seen would make its own tokens seem the site's frame. Measured: recall .89 without, .99 with.
BALANCE = 0.5
_EQUAL = 1e-9
_AFTER_LETTERS = re.compile(r"[^A-Za-z].*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The best threshold for each set of pages, and how well it agrees, from 0 to 1."""

    quality: NDArray[np.float64]
    threshold: NDArray[np.float64]


def agreements(
    similarity: NDArray[np.float64], page_sets: NDArray[np.bool_], counting: NDArray[np.float64]
) -> Agreement:
    """Return for each row of `page_sets` (sets of pages) how well a threshold can agree with it.

    The quality is Matthews' correlation of the two sides, lowered where few pages are in both.

    >>> import numpy as np
    >>> alike, rows = np.array([1.0, 0.9, 0.2, 0.1]), np.array([[True, True, False, False]])
    >>> found = agreements(alike, rows, np.ones(4))
    >>> found.quality, found.threshold
    (array([0.5]), array([0.9]))
    """
    order = np.argsort(-similarity, kind="stable")
    ranked = similarity[order]
    weights = counting[order] * (len(ranked) / counting.sum())
    in_set = page_sets[:, order]
    number = np.cumsum(in_set, axis=1)
    both = np.cumsum(in_set * weights, axis=1)
    alike = np.cumsum(weights)[None, :]
    total, size = alike[:, -1:], both[:, -1:]
    only_alike, only_set = alike - both, size - both
    neither = total - alike - only_set
    product = size * alike * (total - size) * (total - alike)
    correlation = np.where(
        product > _EQUAL,
        (both * neither - only_alike * only_set) / np.sqrt(np.maximum(product, _EQUAL)),
        0.0,
    )
    # A threshold can only stand between two pages that differ.
    cuts = np.append(ranked[1:] < ranked[:-1] - _EQUAL, True) & (ranked >= MIN_SIMILARITY)
    quality = np.where(cuts[None, :], correlation * number / (number + CAUTION), -1.0)
    best = np.argmax(quality, axis=1)
    rows = np.arange(len(quality))
    return Agreement(quality[rows, best], ranked[best])


def page_weights(parts: Sequence[AddressParts]) -> NDArray[np.float64]:
    """Return how much each page counts, so that groups of like addresses do not outweigh others."""
    groups: dict[tuple[tuple[str, ...], str], int] = {}
    alike = ((part.levels, _AFTER_LETTERS.sub("", part.file)) for part in parts)
    numbers = np.array([groups.setdefault(key, len(groups)) for key in alike])
    weights: NDArray[np.float64] = np.bincount(numbers)[numbers] ** -BALANCE
    return weights


# Agreement from which on addresses are used to choose pages. Measured: below, the prototype's
# thresholds were no better than chance.
TRUSTED = 0.45
# How much each view of a page's structure is believed: paths, contexts, paths with labels. Labels
# tell sub-classes from one another where the template is the same, and would choose them everywhere
# else too. Measured: .85 keeps whole classes where structure alone finds them.
VIEW_TRUST = (1.0, 1.0, 0.85)
# The views without labels: within most of a site these find topics rather than kinds.
PLAIN_VIEWS = 2
# Share of the pages from which on a class is most of them: agreement says little then.
MOST = 0.85
# A hypothesis that rests on nothing but a path of links, weighed like families in `NATURAL`.
LINK_SET_TRUST = 0.6
# Part of the threshold that a page needs whose address fits: optional blocks make pages differ.
FITTING_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class ClassModel:
    """A class of pages: its addresses, where some agree with the structure, and how alike to a
    sample its pages are in one view.

    `quality` says how well the two agree, from 0 to 1; `basis` says in words what agrees.
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
        return self.family is not None and self.quality >= TRUSTED

    def similarity(self, pages: Sequence[Tokens]) -> NDArray[np.float64]:
        """Return how alike pages are to the nearest sample, from 0 to 1."""
        each = [similarities(self.vocabulary, sample, pages) for sample in self.samples]
        return np.max(each, axis=0) if len(pages) else np.zeros(0)

    def members(
        self, similarity: NDArray[np.float64], fits: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        if self.is_trusted:
            return fits & (similarity >= FITTING_SHARE * self.threshold)
        return similarity >= self.threshold


class Evidence(NamedTuple):
    """What a class is learned from: all pages' tokens in each view, and their addresses.

    `samples` are numbers of pages, `link_sets` rows of pages that one path of links leads to.
    `is_read`: nearly all addresses known of the site have been asked for.
    """

    samples: Sequence[int]
    views: Sequence[Sequence[Tokens]]
    parts: Sequence[AddressParts]
    link_sets: NDArray[np.bool_]
    is_read: bool


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A class, and which pages have its addresses; `core` are the numbers of those built alike."""

    natural: float
    pages: NDArray[np.bool_]
    core: NDArray[np.int64]
    model: ClassModel


@dataclass(frozen=True, slots=True)
class PageSets:
    """Sets of pages that may be the class, a row of `known` for each: of the addresses of one
    family, or where that is None, the targets of one path of links.

    `trust` is the weight of each row, `counting` that of each page.
    """

    evidence: Evidence
    known: NDArray[np.bool_]
    families: tuple[AddressFamily | None, ...]
    trust: NDArray[np.float64]
    vocabularies: tuple[Vocabulary, ...]
    counting: NDArray[np.float64]

    def whole_site(self) -> AddressFamily | None:
        """Return the most natural family of nearly all pages, if they have a form in common."""
        sizes = np.count_nonzero(self.known, axis=1)
        rows = [
            row
            for row in np.flatnonzero(sizes >= MAX_SECTION * self.known.shape[1]).tolist()
            if self.families[row] is not None and self.trust[row] >= NATURAL["kind"]
        ]
        best = max(rows, key=lambda row: (self.trust[row], sizes[row]), default=None)
        return None if best is None else self.families[best]

    def _likeness(self, examples: Sequence[int]) -> list[NDArray[np.float64]]:
        return [
            np.max([similarities(vocabulary, tokens[one], tokens) for one in examples], axis=0)
            for tokens, vocabulary in zip(self.evidence.views, self.vocabularies, strict=True)
        ]

    def hypotheses(self, examples: Sequence[int]) -> Iterator[Hypothesis]:
        """Yield the class of each set in the view that it agrees with best, the best class first;
        of those as good the one of most pages."""
        likeness = self._likeness(examples)
        found = [agreements(alike, self.known, self.counting) for alike in likeness]
        scores = np.array([each.quality for each in found]) * self.trust
        scores *= np.array(VIEW_TRUST[: len(scores)])[:, None]
        views, best = np.argmax(scores, axis=0), scores.max(axis=0)
        alike = np.array(likeness)[views]
        thresholds = np.array([each.threshold for each in found])[views, np.arange(len(best))]
        cores = self.known & (alike >= thresholds[:, None])
        for row in np.lexsort((-cores.sum(axis=1), -best)).tolist():
            family, view = self.families[row], int(views[row])
            model = ClassModel(
                family=family,
                basis=describe_basis(family),
                view=view,
                threshold=float(thresholds[row]),
                quality=float(best[row]),
                vocabulary=self.vocabularies[view],
                samples=tuple(self.evidence.views[view][number] for number in examples),
            )
            yield Hypothesis(
                natural=float(self.trust[row]),
                pages=self.known[row],
                core=np.flatnonzero(cores[row]),
                model=model,
            )

    def best_hypothesis(self, examples: Sequence[int]) -> Hypothesis:
        return next(self.hypotheses(examples))

    def seen_from(self, page: int) -> NDArray[np.bool_]:
        """Return the pages of the class that another page is of, by its address and structure."""
        table = family_table(self.evidence.parts[page], self.evidence.parts)
        other = replace(self, known=table.matches, families=table.families, trust=table.natural)
        return other.best_hypothesis([page]).pages


def gather_page_sets(evidence: Evidence) -> PageSets:
    """Return the sets that hold all the samples; others are about other classes."""
    samples, views, parts, link_sets, _ = evidence
    counting = page_weights(parts)
    vocabularies = tuple(learn_vocabulary(tokens, counting) for tokens in views)
    table = family_table(parts[samples[0]], parts)
    known = np.concatenate([table.matches, link_sets])
    trust = np.concatenate([table.natural, np.full(len(link_sets), LINK_SET_TRUST)])
    families = [*table.families, *(None for _ in link_sets)]
    complete = np.flatnonzero(np.logical_and.reduce(known[:, list(samples)], axis=1))
    return PageSets(
        evidence=evidence,
        known=known[complete],
        families=tuple(families[row] for row in complete.tolist()),
        trust=trust[complete],
        vocabularies=vocabularies,
        counting=counting,
    )


def _worth(hypothesis: Hypothesis) -> tuple[float, int]:
    return hypothesis.model.quality, len(hypothesis.core)


def describe_basis(family: AddressFamily | None) -> str:
    told = "the links to the sample" if family is None else f"the addresses {family}"
    return f"structure and {told}"


# Agreement below which the place in the site is asked instead, unless addresses name the class.
# Measured.
DOUBTFUL = 0.65
DOUBTFUL_UNNAMED = 0.75
# What nothing but a part of the site, and nothing at all are worth beside an agreement. Measured.
SECTION_QUALITY, WHOLE_QUALITY = 0.65, 0.6
# Pages of the class that serve as further samples where structure and addresses then agree better:
# one sample may lack what most pages of its class have.
EXAMPLES = 3
# Once a class is most of the pages, a kind within it is looked for, of so many pages and such a
# share of them at least, and such a share at most: of large classes every part is set off a little.
# Measured.
MIN_WITHIN, LEAST_WITHIN, MAX_WITHIN = 5, 0.05, 0.85


def fit_class(evidence: Evidence, *, is_last: bool = True) -> ClassModel:
    """Return the class that fits best. Other pages are asked about it when the crawl is to end
    (`is_last`): before, too little has been read of the classes that are theirs."""
    page_sets = gather_page_sets(evidence)
    structural = _fit_structure(page_sets)
    if is_last:
        structural = _widen(structural, page_sets)
    structural = _fit_within(structural, page_sets)
    model = structural.model
    least = TRUSTED if structural.natural >= 1.0 else DOUBTFUL_UNNAMED
    if model.family is not None and model.quality >= least:
        return model
    parts = evidence.parts
    place = section_of([parts[one] for one in evidence.samples], parts)
    basis, quality = "the sample and no more than its part of the site", SECTION_QUALITY
    # That nearly all of a site is meant is the last thing to believe, and only of one that is read.
    if place is None and evidence.is_read and not model.is_trusted:
        place, quality = page_sets.whole_site(), WHOLE_QUALITY
        basis = "the sample and nearly all of the site"
    if place is None:
        return model
    return ClassModel(
        family=place,
        basis=f"{basis}, {place},",
        view=0,
        threshold=MIN_SIMILARITY,
        quality=quality,
        vocabulary=page_sets.vocabularies[0],
        samples=tuple(evidence.views[0][number] for number in evidence.samples),
    )


def _fit_structure(page_sets: PageSets) -> Hypothesis:
    samples = page_sets.evidence.samples
    first = page_sets.best_hypothesis(samples)
    if first.model.quality < TRUSTED:
        return first
    evenly = np.linspace(0, len(first.core) - 1, EXAMPLES + 2)[1:-1].astype(int)
    second = page_sets.best_hypothesis(
        list(dict.fromkeys([*samples, *first.core[evenly].tolist()]))
    )
    return max(first, second, key=_worth)


# Pages that are asked, and how many times as many pages a wider class has at least: a few odd pages
# have no class of their own, and so are of any. Measured.
ASKED, WIDER = 3, 1.1
# Wider classes that are tried, the best first. Bounds the work.
MAX_WIDER = 2
# Share of the pages that two sets have in common at least to be taken for one. Guess.
SAME_SET = 0.9


def _widen(narrow: Hypothesis, page_sets: PageSets) -> Hypothesis:
    """Return the wider class that the pages it adds take themselves to be of, if there is one.

    A class is the same from each of its pages. Where one sample's reading leaves others out, some
    of these are asked: those of another class name that one.
    """
    own = np.count_nonzero(narrow.pages)
    least = max(own + ASKED, WIDER * own)
    wider = (
        each
        for each in page_sets.hypotheses(page_sets.evidence.samples)
        if each.model.quality >= DOUBTFUL_UNNAMED
        and np.count_nonzero(each.pages) >= least
        and each.pages[narrow.pages].all()
    )
    for wide in islice(wider, MAX_WIDER):
        beyond = np.flatnonzero(wide.pages & ~narrow.pages)
        evenly = np.linspace(0, len(beyond) - 1, ASKED + 2)[1:-1].astype(int)
        said = [page_sets.seen_from(page) for page in beyond[evenly].tolist()]
        if all(overlap(pages, wide.pages) >= SAME_SET for pages in said):
            return wide
    return narrow


def overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Return what share of the pages of either set is in both; 1 for two empty ones."""
    either = np.count_nonzero(one | other)
    return np.count_nonzero(one & other) / either if either else 1.0


def _fit_within(whole: Hypothesis, page_sets: PageSets) -> Hypothesis:
    """Return the kind that is set off within a class that is most of the pages, comparing these.

    Beside a few pages that are quite different all others look the same; and beside those of
    another site on the same host, with which the sample has nothing in common.
    """
    evidence, count = page_sets.evidence, page_sets.known.shape[1]
    pages = sorted({*whole.core.tolist(), *evidence.samples})
    others = np.delete(np.arange(count), pages).tolist()
    if whole.model.quality < DOUBTFUL or not others:
        return whole
    sample = evidence.samples[0]
    alike = similarities(page_sets.vocabularies[0], evidence.views[0][sample], evidence.views[0])
    top = evidence.parts[sample].levels[:1]
    foreign = [
        page
        for page in others
        if evidence.parts[page].levels[:1] != top and alike[page] < MIN_SIMILARITY
    ]
    if len(pages) < MOST * count and len(foreign) < MAX_SECTION * len(others):
        return whole
    place = {page: number for number, page in enumerate(pages)}
    within = evidence._replace(
        samples=[place[page] for page in evidence.samples],
        views=[[view[page] for page in pages] for view in evidence.views[:PLAIN_VIEWS]],
        parts=[evidence.parts[page] for page in pages],
        link_sets=evidence.link_sets[:, pages],
    )
    inner = _fit_structure(gather_page_sets(within))
    own = inner.model.family
    is_set_off = inner.model.quality >= DOUBTFUL and inner.natural >= PIECE_TRUST
    least = max(MIN_WITHIN, LEAST_WITHIN * len(whole.core))
    is_part = least <= len(inner.core) <= MAX_WITHIN * len(whole.core)
    if own is None or not is_set_off or not is_part:
        return whole
    family = own.replace(within=whole.model.family)
    model = replace(inner.model, family=family, basis=describe_basis(family))
    return replace(inner, core=np.array(pages)[inner.core], model=model)


# The choice of the class that the best list names, and of pages built alike wherever they are;
# any other is a family of addresses.
LISTED, ALIKE = "links", "null"


def possible_classes(evidence: Evidence) -> tuple[ClassModel | None, list[AddressFamily]]:
    """Return what the sample may stand for, the best first: the class of pages built like those
    that one path of links leads to, if there is one, and families of addresses."""
    models = [each.model for each in gather_page_sets(evidence).hypotheses(evidence.samples)]
    listed = next((each for each in models if each.family is None), None)
    return listed, [each.family for each in models if each.family is not None]


def choose_class(model: ClassModel, choice: str, evidence: Evidence) -> ClassModel:
    """Return the class that a person chose: all pages with its addresses, whatever their structure,
    all that are built as `model` has it, or like those one list names. Raises `ValueError`."""
    if choice == LISTED:
        return possible_classes(evidence)[0] or model
    if choice == ALIKE:
        return replace(model, family=None, basis="the sample and pages built alike")
    family = AddressFamily.from_text(choice)
    return replace(model, family=family, basis=str(family), threshold=0.0, quality=1.0)
