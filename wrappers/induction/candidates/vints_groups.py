"""The inducer of ViNTs: its record groups as candidates for the wrapper that is stored and run.

Content lines that also stand on the no-result page are left out (Zhao et al. 2005, section 3.2). On
each page the likeliest groups are tried, and what the wrapper integrated over the pages extracts
from it (section 3.8). Pages that no browser has laid out have none.
"""

from collections.abc import Iterable, Sequence

from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.candidates.group_candidates import read_groups
from wrappers.induction.candidates.keyed_starts import GroupNodes, groups_of_records
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.vints.content_lines import content_lines
from wrappers.induction.vints.initial_wrappers import VintsWrapper
from wrappers.induction.vints.integration import integrate_wrappers
from wrappers.induction.vints.selection import select_groups
from wrappers.induction.vints.vints import RecordGroup, apply_wrapper, find_record_groups

NAME = "vints"
# Record groups of a page that become candidates, the likeliest first. Guess: on the shared pages
# the right one was among the first five wherever it was found.
MAX_GROUPS = 12
# A page of more elements is left to the other inducers: the paper's way to read one takes seconds,
# and no page of its kind has a tenth of them.
MAX_ELEMENTS = 30_000


def propose_vints_groups(
    pages: Sequence[PageFeatures], no_result: PageFeatures | None
) -> list[Iterable[Candidate]]:
    """Return the candidates that each page's likeliest record groups give."""
    known = no_result_lines(no_result)
    found = [_likeliest_groups(page, known) for page in pages]
    wrapper = integrated_wrapper(found)
    return [_candidates(page, groups, wrapper) for page, groups in zip(pages, found, strict=True)]


def no_result_lines(no_result: PageFeatures | None) -> frozenset[str]:
    """Return the texts of the content lines of the no-result page."""
    layout = None if no_result is None else no_result.sample.layout
    if no_result is None or layout is None or _is_large(no_result):
        return frozenset()
    return frozenset(line.text for line in content_lines(layout) if line.text)


def integrated_wrapper(found: Sequence[Sequence[RecordGroup]]) -> VintsWrapper | None:
    """Return the wrapper integrated out of those selected on the pages, None of a single page's."""
    wrapper = integrate_wrappers([groups[0].wrapper for groups in found if groups])
    return wrapper if wrapper is not None and wrapper.support > 1 else None


def _likeliest_groups(features: PageFeatures, known: frozenset[str]) -> tuple[RecordGroup, ...]:
    """Return a page's record groups, the likeliest search results first."""
    layout = features.sample.layout
    if layout is None or _is_large(features):
        return ()
    found = find_record_groups(features.sample.page, layout, known)
    return select_groups(found, layout.page)[:MAX_GROUPS]


def _candidates(
    features: PageFeatures, groups: Sequence[RecordGroup], wrapper: VintsWrapper | None
) -> Iterable[Candidate]:
    """Return the candidates of one page."""
    records: list[GroupNodes] = [group.nodes for group in groups]
    if wrapper is not None and not _is_large(features):
        records.insert(0, apply_wrapper(wrapper, features.sample.page))
    return read_groups(features, list(groups_of_records(features, records)), NAME)


def _is_large(features: PageFeatures) -> bool:
    """Return whether a page is left to the other inducers."""
    return len(features.index.elements) > MAX_ELEMENTS
