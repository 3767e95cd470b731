"""The pages read that are of the samples' class, by the model of it that fits best."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.class_model import (
    TRUSTED,
    ClassModel,
    Evidence,
    choice_of,
    choose_class,
    fit_class,
    fit_places,
)
from discovery.crawling.structural.crawled_site import CrawledSite, DownloadState
from discovery.crawling.structural.page_store import (
    LABELLED,
    VIEWS,
    Tokens,
    Vocabulary,
    learn_vocabulary,
    similarities,
)
from discovery.crawling.structural.readings import MAX_SECTION, WHOLE_QUALITY, beginnings
from discovery.crawling.traversal import (
    MAX_READINGS,
    Member,
    Reading,
    address_token,
)

# Pages of either side that others are compared with, and how many nearest of them are asked.
# Guesses, to bound the work.
MAX_COMPARED = 300
NEAREST = 3
# Fewer pages of a side tell nothing.
MIN_SIDE = 5
# A sample is unusual that is less like its class than this part of what the lowest tenth of it is,
# by so many of its pages. Measured on 24 sites.
MAX_USUAL, UNUSUAL_QUANTILE, UNUSUAL_SHARE = 50, 0.1, 0.8
# A page that links to so many of its class is their list, when most pages link to fewer than that.
# Measured on 36 sites.
LISTED_SHARE, USUAL_LISTED = 0.9, 0.3
# Pages compared at a time, to bound the memory.
_BATCH = 400

_Matrix = NDArray[np.float32]


def classify_by_neighbours(
    pages: Sequence[Tokens],
    core: Sequence[int],
    others: Sequence[int],
    asked: Sequence[int],
    tolerance: float,
) -> NDArray[np.bool_]:
    """Return which of the pages `asked` are nearer to the `core` of a class than to `others`.

    All are numbers of `pages`. A page is when it is `tolerance` times as near to the core. With too
    few pages on a side all asked are.
    """
    if len(core) < MIN_SIDE or len(others) < MIN_SIDE or not len(asked):
        return np.ones(len(asked), dtype=np.bool_)
    core, others = _spread(core), _spread(others)
    compared = np.array([*core, *others])
    counting = np.repeat([1 / len(core), 1 / len(others)], [len(core), len(others)])
    vocabulary = learn_vocabulary([pages[number] for number in compared], counting)
    weights = vocabulary.weights.astype(np.float32)
    reference = _rows(vocabulary, pages, compared) * weights
    sizes = reference.sum(axis=1)
    verdicts = []
    for start in range(0, len(asked), _BATCH):
        numbers = np.array(asked[start : start + _BATCH])
        rows = _rows(vocabulary, pages, numbers)
        common = rows @ reference.T
        union = (rows @ weights)[:, None] + sizes[None, :] - common
        alike = np.where(union > 0, common / np.maximum(union, 1e-9), 0.0)
        # A page is not compared with itself.
        alike[numbers[:, None] == compared[None, :]] = -1.0
        near, far = _nearest(alike[:, : len(core)]), _nearest(alike[:, len(core) :])
        verdicts.append(near >= tolerance * far)
    return np.concatenate(verdicts)


def is_unusual(vocabulary: Vocabulary, sample: Tokens, pages: Sequence[Tokens]) -> bool:
    """Tell whether a page is much less like `pages` than nearly all of them are like each other."""
    if len(pages) < MIN_SIDE:
        return False
    few = [pages[number] for number in _spread(range(len(pages)), MAX_USUAL)]
    usual = [similarities(vocabulary, page, few).mean() for page in few]
    own = float(similarities(vocabulary, sample, few).mean())
    return own < UNUSUAL_SHARE * float(np.quantile(usual, UNUSUAL_QUANTILE))


def is_list_of_all(pages: Sequence[Tokens], addresses: Tokens) -> NDArray[np.bool_]:
    """Tell which pages of a class link to nearly all the others, when few of them do.

    `addresses` are the tokens of the pages' own addresses, as pages that link there have them.
    """
    linked = np.array([np.count_nonzero(np.isin(page, addresses)) for page in pages])
    share = linked / max(1, len(pages))
    is_list: NDArray[np.bool_] = share >= LISTED_SHARE
    if len(pages) < MIN_SIDE or np.count_nonzero(is_list) > 1 or np.median(share) > USUAL_LISTED:
        is_list[:] = False
    return is_list


def _nearest(alike: NDArray[np.float64]) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = np.sort(alike, axis=1)[:, -NEAREST:].mean(axis=1)
    return mean


def _spread(numbers: Sequence[int], most: int = MAX_COMPARED) -> list[int]:
    """Return at most so many of the numbers, evenly taken."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[int(place)] for place in np.linspace(0, len(numbers) - 1, most)]


def _rows(vocabulary: Vocabulary, pages: Sequence[Tokens], numbers: NDArray[np.int64]) -> _Matrix:
    rows = np.zeros((len(numbers), len(vocabulary.tokens)), dtype=np.float32)
    for row, number in enumerate(numbers.tolist()):
        rows[row, vocabulary.places(pages[number])] = 1.0
    return rows


# Pages a class is learned from at most, evenly taken: bounds the work. Guess.
MAX_FITTED = 1_200
# A page whose address fits is left out when in both views it is not nearer to its class than to
# other pages by these factors. Measured on five sites: lists of a class (by labels 1.4 and more)
# and its plain pages (by paths .95 and more) stay, the chapters beside it (.6 and 1.0) go.
FAR = {0: 0.9, LABELLED: 1.2}
# If more than this share would be left out, the structure does not tell: pages that do not belong
# are few. Measured on three more sites: manuals of one template lose up to a sixth otherwise.
MAX_FAR = 0.05
# A site is read when no more addresses of it wait, of each page read. Guess.
MAX_UNREAD = 0.1
# Sets of pages are readings of their own when they share less than this; so many pages of each are
# shown. Guesses.
SAME, SHOWN_OF_READING = 0.8, 3
# Agreements, and of the crawls that ended at each the share that found their class (precision .98,
# recall .95); straight between them. Measured on 24 sites, 57 kinds of pages.
_AGREEMENTS = (0.4, 0.55, 0.65, 0.75, 0.85, 0.92, 0.96, 0.99)
_FOUND_SHARES = (0.05, 0.12, 0.35, 0.45, 0.5, 0.6, 0.75, 0.95)


class PageClassifier:
    """The classification of one site's pages.

    `fits` says of each address whether it fits the class's family, `member` of each page whether
    it is classified as one of the class. Both are empty before `fit`.
    """

    def __init__(self, site: CrawledSite) -> None:
        self._site = site
        self._model: ClassModel | None = None
        self._similarity = np.zeros(0)
        self.member = np.zeros(0, dtype=np.bool_)
        self.fits = np.zeros(0, dtype=np.bool_)

    @property
    def model(self) -> ClassModel:
        """The class as learned last."""
        assert self._model is not None, "learn first"
        return self._model

    @property
    def is_fitted(self) -> bool:
        """Whether there is a model of the class."""
        return self._model is not None

    def fit(self) -> None:
        """Learn the class anew from the pages read; `classify` has still to be called."""
        before = self._model.family if self._model is not None else None
        self._model = fit_class(self._evidence())
        if self._site.choice:
            self._model = choose_class(self._model, self._site.choice)
        if self._model.family is None or self._model.family != before:
            self.fits = np.zeros(0, dtype=np.bool_)
        self._similarity = np.zeros(0)

    def _evidence(self) -> Evidence:
        """Return the pages that a class is learned from."""
        site = self._site
        count = len(site.store)
        chosen = list(range(count))
        if count > MAX_FITTED:
            evenly = np.linspace(0, count - 1, MAX_FITTED).astype(int).tolist()
            chosen = sorted({*site.sample_pages, *evenly})
        place = {page: number for number, page in enumerate(chosen)}
        addresses = np.array([site.store.addresses[page] for page in chosen], dtype=np.int64)
        sample = site.store.addresses[site.sample_pages[0]]
        return Evidence(
            samples=[place[page] for page in site.sample_pages],
            views=[site.store.tokens(view, chosen) for view in range(VIEWS)],
            parts=[site.table.parts[number] for number in addresses.tolist()],
            link_sets=site.groups.link_sets(sample, addresses),
            is_read=site.table.count(DownloadState.WAITING) <= MAX_UNREAD * count,
        )

    def classify(self) -> None:
        """Classify the pages read, computing only what is missing since the last time."""
        site, model = self._site, self.model
        family = model.family
        new = site.table.parts[len(self.fits) :]
        fits = [family is not None and family.matches_parts(parts) for parts in new]
        self.fits = np.concatenate([self.fits, np.array(fits, dtype=np.bool_)])
        rest = site.store.tokens(model.view)[len(self._similarity) :]
        self._similarity = np.concatenate([self._similarity, model.similarity(rest)])
        self.member = model.members(self._similarity, self._page_fits())
        self.member[site.sample_pages] = True

    def _page_fits(self) -> NDArray[np.bool_]:
        fits: NDArray[np.bool_] = self.fits[self._site.page_addresses()]
        return fits

    def members(self) -> tuple[Member, ...]:
        """Return the members, each with how alike the samples it is."""
        site = self._site
        is_refined = self.model.is_trusted and not site.choice
        member = self._refine_members() if is_refined else self.member
        scores = np.clip(self._similarity / max(self.model.threshold, 1e-9), 0.0, 1.0)
        scores[site.sample_pages] = 1.0
        return tuple(
            Member(site.table.addresses[site.store.addresses[page]], round(float(scores[page]), 3))
            for page in np.flatnonzero(member).tolist()
        )

    def _refine_members(self) -> NDArray[np.bool_]:
        """Return which pages have an address that fits and no other class as nearest."""
        site, fits = self._site, self._page_fits()
        # An unusual page may be unlike the sample and yet nearest to pages of its class.
        asked = np.flatnonzero(fits).tolist()
        typical = np.flatnonzero(fits & (self._similarity >= self.model.threshold)).tolist()
        core = sorted({*typical, *site.sample_pages})
        others = np.flatnonzero(~fits).tolist()
        kept = np.logical_or.reduce(
            [
                classify_by_neighbours(site.store.tokens(view), core, others, asked, tolerance)
                for view, tolerance in FAR.items()
            ]
        )
        if np.count_nonzero(~kept) > MAX_FAR * len(asked):
            kept[:] = True
        refined = np.zeros(len(fits), dtype=np.bool_)
        refined[np.array(asked, dtype=np.int64)[kept]] = True
        members = np.flatnonzero(refined)
        own = (site.table.addresses[site.store.addresses[page]] for page in members.tolist())
        tokens = np.array([address_token(address) for address in own], dtype=np.uint32)
        lists = is_list_of_all(site.store.tokens(LABELLED, members.tolist()), tokens)
        refined[members[lists]] = False
        refined[site.sample_pages] = True
        return refined

    def readings(self) -> tuple[Reading, ...]:
        """Return what else the samples may stand for, by the pages classified last."""
        if self._model is None or not len(self.member):
            return ()
        site, model = self._site, self._model
        parts = [site.table.parts[number] for number in site.store.addresses]
        samples = [parts[page] for page in site.sample_pages]
        alike = self._similarity >= model.threshold
        others = [("pages built alike, wherever they are", alike, choice_of(None))]
        places = [(each.basis, each.family) for each in fit_places(self._evidence())]
        begun = [
            (f"the beginning of their addresses, {one}", one) for one in beginnings(samples, parts)
        ]
        for basis, family in (*places, *begun):
            fits = np.array([family.matches_parts(part) for part in parts])
            others.append((basis, fits, choice_of(family)))
        taken = [self.member]
        found: list[Reading] = []
        for basis, pages, choice in others:
            if all(_overlap(pages, other) < SAME for other in taken) and len(found) < MAX_READINGS:
                taken.append(pages)
                beyond = pages & ~self.member
                # A reading that is narrower than what was found is shown by its own pages.
                is_wider = np.count_nonzero(beyond) >= SHOWN_OF_READING
                shown = np.flatnonzero(beyond if is_wider else pages)
                evenly = shown[np.linspace(0, len(shown) - 1, SHOWN_OF_READING).astype(int)]
                examples = (
                    site.table.addresses[site.store.addresses[page]]
                    for page in dict.fromkeys(evenly.tolist())
                )
                found.append(Reading(basis, int(pages.sum()), tuple(examples), choice))
        return tuple(found)

    def _has_unusual_sample(self) -> bool:
        """Tell whether the first sample is unlike the pages of its class."""
        pages = self._site.store.tokens(self.model.view)
        members = [pages[page] for page in np.flatnonzero(self.member).tolist()]
        return is_unusual(self.model.vocabulary, pages[self._site.sample_pages[0]], members)

    @property
    def confidence(self) -> float:
        """How probably the class is the one meant, judged by how well structure and addresses
        agree; 0 before anything is learned."""
        if self._model is None:
            return 0.0
        agreement = self._model.quality
        if self._is_nearly_all:
            # With next to nothing outside, any two features agree.
            agreement = min(agreement, WHOLE_QUALITY)
        return float(np.interp(agreement, _AGREEMENTS, _FOUND_SHARES))

    @property
    def _is_nearly_all(self) -> bool:
        return bool(np.count_nonzero(self.member) > MAX_SECTION * len(self._site.store))

    @property
    def verdict(self) -> str:
        """What the confidence rests on, in words."""
        if self._site.choice:
            return f"chosen by a person: {self.model.basis}"
        agreement = "agree" if self.model.quality >= TRUSTED else "hardly agree"
        whole = "; they are nearly all of the site" if self._is_nearly_all else ""
        unusual = "; the sample is unlike most of these pages" if self._has_unusual_sample() else ""
        return f"{self.model.basis} {agreement} ({self.model.quality:.2f}){whole}{unusual}"


def _overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Return what share of the pages of either set is in both; 1 for two empty ones."""
    either = np.count_nonzero(one | other)
    return np.count_nonzero(one & other) / either if either else 1.0
