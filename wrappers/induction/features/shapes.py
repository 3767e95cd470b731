"""Features of markup: how alike the records are, and what looks like them; within [-1, 1]."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from wrappers.induction.features.link_lines import line_place
from wrappers.induction.features.record_features import (
    CandidateFeatures,
    Feature,
    fmean,
    log_scale,
    name_of,
    share,
)

# Other elements compared with the records' markup. Guess.
MAX_OTHERS = 30
# Markup this similar (Jaccard) is that of a record. Guess.
TWIN_SIMILARITY = 0.7


def shape_agreement(candidate: CandidateFeatures) -> float:
    """Similarity (Jaccard) of the records' markup to the commonest markup among them."""
    common = candidate.common_shape
    return fmean(
        len(record.shape & common) / (len(record.shape | common) or 1)
        for record in candidate.records
    )


def missed_twins(candidate: CandidateFeatures) -> float:
    """Siblings, and elements of the same class names elsewhere, in the records' own markup."""
    index, features = candidate.features.index, candidate.features
    others = set(_alike_on_their_lines(candidate, candidate.sibling_candidates[:MAX_OTHERS]))
    name = Counter(name_of(candidate, span.first) for span in candidate.match.spans).most_common(1)[
        0
    ][0]
    if name[1]:
        others.update(features.elements_by_name.get(name, ())[: candidate.count + MAX_OTHERS])
    others.difference_update(span.first for span in candidate.match.spans)
    # Runs are compared by the elements that begin them: the others may begin none.
    shapes = (features.shape(span.first, index.end[span.first]) for span in candidate.spans)
    base = Counter(shapes).most_common(1)[0][0]
    twins = 0
    for number in sorted(others)[:MAX_OTHERS]:
        shape = features.shape(number, index.end[number])
        twins += len(shape & base) >= TWIN_SIMILARITY * len(shape | base)
    return log_scale(twins, 5)


def _alike_on_their_lines(candidate: CandidateFeatures, others: Sequence[int]) -> Sequence[int]:
    """Return those of other elements that stand on their lines of running text as records do."""
    places = [line_place(candidate.features, span.first) for span in candidate.spans]
    return [number for number in others if line_place(candidate.features, number) in places]


def missed_namesakes(candidate: CandidateFeatures) -> float:
    """Elements elsewhere with links, of the records' tag and class names, that are no records."""
    names = Counter(name_of(candidate, span.first) for span in candidate.match.spans)
    name, inside = names.most_common(1)[0]
    if not name[1]:
        return 0.0
    missed = len(candidate.features.elements_by_name.get(name, ())) - inside
    return max(0, missed) / (max(0, missed) + candidate.count)


def nested_records(candidate: CandidateFeatures) -> float:
    """Records that hold other records."""
    spans = candidate.spans
    return share([right.first < left.end for left, right in pairwise(spans)])


SHAPE_FEATURES: tuple[Feature, ...] = (
    shape_agreement,
    missed_twins,
    missed_namesakes,
    nested_records,
)
