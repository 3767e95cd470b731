"""The fitting of a class: what its structure says first, then what the place of its sample does."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from discovery.crawling.structural.agreement import MIN_SIMILARITY
from discovery.crawling.structural.class_model import (
    MOST,
    TRUSTED,
    ClassModel,
    Evidence,
    Hypothesis,
    PageSets,
    describe_basis,
    gather_page_sets,
)
from discovery.crawling.structural.family_table import PIECE_TRUST
from discovery.crawling.structural.readings import PlaceReading
from discovery.crawling.structural.url_families import AddressFamily

# Agreement below which the place in the site is asked instead, unless addresses name the class.
# Measured on 24 sites.
DOUBTFUL = 0.65
DOUBTFUL_UNNAMED = 0.75
# Pages of the class that serve as further samples where structure and addresses then agree better:
# one sample may lack what most pages of its class have.
EXAMPLES = 3
# Once a class is most of the pages, a kind within it is looked for, of so many pages at least and
# such a share of them at most. Measured on 33 sites.
MIN_WITHIN, MAX_WITHIN = 5, 0.85


def fit_class(evidence: Evidence) -> ClassModel:
    """Return the class of the samples."""
    samples, views, parts = evidence.samples, evidence.views, evidence.parts
    page_sets = gather_page_sets(evidence)
    structural = _fit_within(_fit_structure(page_sets, samples), evidence)
    model = structural.model
    least = TRUSTED if structural.natural >= 1.0 else DOUBTFUL_UNNAMED
    if model.family is not None and model.quality >= least:
        return model
    readings = page_sets.place_readings(samples, parts)
    # That nearly all of a site is meant is the last thing to believe, and only of one that is read.
    is_last = model.is_trusted or not evidence.is_read
    if not readings or (readings[0].is_whole and is_last):
        return model
    reading = readings[0]
    return ClassModel(
        family=reading.family,
        basis=reading.basis,
        view=0,
        threshold=MIN_SIMILARITY,
        quality=reading.quality,
        vocabulary=page_sets.vocabularies[0],
        samples=tuple(views[0][number] for number in samples),
    )


def _fit_structure(page_sets: PageSets, samples: Sequence[int]) -> Hypothesis:
    """Return the class where structure and another feature agree best."""
    first = page_sets.best_hypothesis(samples)
    if first.model.quality < TRUSTED:
        return first
    evenly = np.linspace(0, len(first.core) - 1, EXAMPLES + 2)[1:-1].astype(int)
    second = page_sets.best_hypothesis(
        list(dict.fromkeys([*samples, *first.core[evenly].tolist()]))
    )
    return page_sets.choose([first, second])


def _fit_within(whole: Hypothesis, evidence: Evidence) -> Hypothesis:
    """Return the kind that is set off within a class that is most of the pages, comparing these.

    Beside a few pages that are quite different all others look the same.
    """
    pages = sorted({*whole.core.tolist(), *evidence.samples})
    is_most = MOST * len(evidence.parts) <= len(pages) < len(evidence.parts)
    if whole.score < DOUBTFUL or not is_most:
        return whole
    place = {page: number for number, page in enumerate(pages)}
    samples = [place[page] for page in evidence.samples]
    page_sets = gather_page_sets(
        Evidence(
            samples,
            [[view[page] for page in pages] for view in evidence.views],
            [evidence.parts[page] for page in pages],
            evidence.link_sets[:, pages],
            evidence.listed[:, pages],
            evidence.is_read,
        )
    )
    inner = _fit_structure(page_sets, samples)
    own = inner.model.family
    is_set_off = inner.score >= DOUBTFUL and inner.natural >= PIECE_TRUST
    is_part = MIN_WITHIN <= len(inner.core) <= MAX_WITHIN * len(whole.core)
    if own is None or not is_set_off or not is_part:
        return whole
    family = replace(own, within=whole.model.family)
    model = replace(inner.model, family=family, basis=describe_basis(family, known=True))
    return replace(inner, core=np.array(pages)[inner.core], model=model)


def fit_places(evidence: Evidence) -> tuple[PlaceReading, ...]:
    """Return the classes that the samples' place in the site speaks for."""
    return gather_page_sets(evidence).place_readings(evidence.samples, evidence.parts)


def choice_of(family: AddressFamily | None) -> str:
    """Return the choice of a reading: its addresses, or with None how its pages are built."""
    return json.dumps(None if family is None else family.to_state())


def choose_class(model: ClassModel, choice: str) -> ClassModel:
    """Return the class that a person chose: all pages with its addresses, whatever their structure,
    or all that are built as `model` has it. Raises `ValueError`."""
    try:
        state = json.loads(choice)
        family = None if state is None else AddressFamily.from_state(state)
    except (KeyError, TypeError) as error:
        raise ValueError(f"no reading: {error}") from error
    if family is None:
        return replace(model, family=None, basis="the sample and pages built alike")
    return replace(model, family=family, basis=str(family), threshold=0.0, quality=1.0)
