"""The pages read that are of the samples' class, by the model of it that fits best."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.class_model import (
    ALIKE,
    LISTED,
    TRUSTED,
    WHOLE_QUALITY,
    ClassModel,
    Evidence,
    choose_class,
    fit_class,
    overlap,
    possible_classes,
)
from discovery.crawling.structural.crawled_site import StructuralSite
from discovery.crawling.structural.url_families import MAX_SECTION
from discovery.crawling.traversal import (
    MAX_READINGS,
    SHOWN_OF_READING,
    DownloadState,
    Member,
    Reading,
)

# Pages a class is learned from at most, evenly taken: bounds the work. Guess.
MAX_FITTED = 1_200
# A site is read when no more addresses of it wait, of each page read. Guess.
MAX_UNREAD = 0.1
# Sets of pages are readings of their own when they share less than this: one page too many may be
# what is wrong with a class of forty. Measured: with .95 fewer of the classes meant are offered.
SAME = 0.98
# Agreements, and of the crawls that ended at each the share that found their class (precision .98,
# recall .95); straight between them. Measured.
_AGREEMENTS = (0.4, 0.55, 0.65, 0.75, 0.85, 0.92, 0.96, 0.99)
_FOUND_SHARES = (0.05, 0.12, 0.35, 0.45, 0.5, 0.6, 0.75, 0.95)


class PageClassifier:
    """`fits` says of each address whether it fits the class's family, `member` of each page whether
    it is of the class; both are empty before `fit`."""

    def __init__(self, site: StructuralSite) -> None:
        self._site = site
        self._model: ClassModel | None = None
        self._similarity = np.zeros(0)
        self.member = np.zeros(0, dtype=np.bool_)
        self.fits = np.zeros(0, dtype=np.bool_)

    @property
    def model(self) -> ClassModel:
        assert self._model is not None, "learn first"
        return self._model

    @property
    def is_fitted(self) -> bool:
        return self._model is not None

    def fit(self, *, is_last: bool) -> None:
        """Learn the class anew (see `fit_class`); `classify` has still to be called."""
        before = self._model.family if self._model is not None else None
        evidence = self._evidence()
        self._model = fit_class(evidence, is_last=is_last)
        if self._site.choice:
            self._model = choose_class(self._model, self._site.choice, evidence)
        if self._model.family is None or self._model.family != before:
            self.fits = np.zeros(0, dtype=np.bool_)
        self._similarity = np.zeros(0)

    def _evidence(self) -> Evidence:
        site = self._site
        count = len(site.pages)
        chosen = list(range(count))
        if count > MAX_FITTED:
            evenly = np.linspace(0, count - 1, MAX_FITTED).astype(int).tolist()
            chosen = sorted({*site.sample_pages, *evenly})
        place = {page: number for number, page in enumerate(chosen)}
        addresses = np.array([site.pages[page] for page in chosen], dtype=np.int64)
        sample = site.pages[site.sample_pages[0]]
        return Evidence(
            samples=[place[page] for page in site.sample_pages],
            views=[[view[page] for page in chosen] for view in site.views],
            parts=[site.parts[number] for number in addresses.tolist()],
            link_sets=site.links.link_sets(sample, addresses),
            is_read=site.table.count(DownloadState.WAITING) <= MAX_UNREAD * count,
        )

    def classify(self) -> None:
        site, model = self._site, self.model
        family = model.family
        new = site.parts[len(self.fits) :]
        fits = [family is not None and family.matches_parts(parts) for parts in new]
        self.fits = np.concatenate([self.fits, np.array(fits, dtype=np.bool_)])
        rest = site.views[model.view][len(self._similarity) :]
        self._similarity = np.concatenate([self._similarity, model.similarity(rest)])
        self.member = model.members(self._similarity, self.fits[site.page_addresses()])
        self.member[site.sample_pages] = True

    def members(self) -> tuple[Member, ...]:
        site = self._site
        scores = np.clip(self._similarity / max(self.model.threshold, 1e-9), 0.0, 1.0)
        scores[site.sample_pages] = 1.0
        return tuple(
            Member(site.table.addresses[site.pages[page]], round(float(scores[page]), 3))
            for page in np.flatnonzero(self._found()).tolist()
        )

    def _found(self) -> NDArray[np.bool_]:
        if not self.model.is_trusted:
            return self.member
        # An unusual page is of its class all the same.
        found = self.fits[self._site.page_addresses()]
        found[self._site.sample_pages] = True
        return found

    def readings(self) -> tuple[Reading, ...]:
        if self._model is None or not len(self.member):
            return ()
        taken, found = [self._found()], list[Reading]()
        for basis, pages, choice in self._page_sets(self._model):
            is_new = all(overlap(pages, other) < SAME for other in taken)
            if is_new and np.count_nonzero(pages) >= SHOWN_OF_READING:
                taken.append(pages)
                found.append(Reading(basis, int(pages.sum()), self._examples(pages), choice))
            if len(found) == MAX_READINGS:
                break
        return tuple(found)

    def _page_sets(self, model: ClassModel) -> Iterator[tuple[str, NDArray[np.bool_], str]]:
        alike = self._similarity >= model.threshold
        yield "pages built alike, wherever they are", alike, ALIKE
        listed, families = possible_classes(self._evidence())
        if listed is not None:
            alike = listed.similarity(self._site.views[listed.view]) >= listed.threshold
            yield "pages that one list leads to, and those built like them", alike, LISTED
        parts = [self._site.parts[number] for number in self._site.pages]
        for family in families:
            fits = np.array([family.matches_parts(part) for part in parts])
            yield f"the addresses {family}", fits, family.to_text()

    def _examples(self, pages: NDArray[np.bool_]) -> tuple[str, ...]:
        beyond = pages & ~self._found()
        # A reading that is narrower than what was found is shown by its own pages.
        is_wider = np.count_nonzero(beyond) >= SHOWN_OF_READING
        shown = np.flatnonzero(beyond if is_wider else pages)
        evenly = shown[np.linspace(0, len(shown) - 1, SHOWN_OF_READING).astype(int)].tolist()
        return tuple(self._site.table.addresses[self._site.pages[page]] for page in evenly)

    @property
    def confidence(self) -> float:
        """How probably the class is the one meant; 0 before anything is learned."""
        if self._model is None:
            return 0.0
        agreement = self._model.quality
        if self._is_nearly_all:
            # With next to nothing outside, any two features agree.
            agreement = min(agreement, WHOLE_QUALITY)
        return float(np.interp(agreement, _AGREEMENTS, _FOUND_SHARES))

    @property
    def _is_nearly_all(self) -> bool:
        return bool(np.count_nonzero(self.member) > MAX_SECTION * len(self._site.pages))

    @property
    def verdict(self) -> str:
        if self._site.choice:
            return f"chosen by a person: {self.model.basis}"
        agreement = "agree" if self.model.quality >= TRUSTED else "hardly agree"
        whole = "; they are nearly all of the site" if self._is_nearly_all else ""
        return f"{self.model.basis} {agreement} ({self.model.quality:.2f}){whole}"
