"""The pages that a wrapper is adapted to: as it shows them, and no more than can be weighed."""

from collections.abc import Sequence
from dataclasses import replace

from discovery.pages.data.showing import is_shown_title
from discovery.pages.data.view import DataView
from discovery.pages.visibility import NO_STYLES
from wrappers.adaptation.adaptation import NotAdaptedError, Refusal
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples.sample import Sample, in_one_view
from wrappers.induction.samples.seen import as_seen

# Elements of all pages together that are adapted to. About 5,000 are weighed a second, and a result
# page has some hundreds to some thousands. Guess.
MAX_ELEMENTS = 40_000


def in_view_of(wrapper: Wrapper, samples: Sequence[Sample]) -> tuple[list[Sample], DataView | None]:
    """Return samples of answers that are no HTML as the wrapper shows them, if it reads any.

    Else as they show themselves: paths have other names. Addresses are built as before. What is
    seen of pages that say nothing of their style sheets is told by those known before.
    """
    samples = as_seen(samples, wrapper.styles or NO_STYLES)
    known = wrapper.view
    if known is not None:
        seen = [replace(sample, page=sample.page.seen_by(known)) for sample in samples]
        links = [nodes.title_link for each in seen for nodes in wrapper.record_nodes(each.page)]
        if sum(is_shown_title(link) for link in links) * 2 > len(links):
            return seen, known
    return in_one_view(samples, known)


def limit_size(samples: Sequence[Sample]) -> list[Sample]:
    """Return the samples that are not too large together. Raises `NotAdaptedError` when all are."""
    kept, left = [], MAX_ELEMENTS
    for sample in samples:
        size = sum(1 for _ in sample.page.root.iter())
        if size <= left:
            kept.append(sample)
            left -= size
    if samples and not kept:
        raise NotAdaptedError(
            Refusal.NO_PAGES, f"The pages have more than {MAX_ELEMENTS:,} elements each."
        )
    return kept
