"""Evidence of markup: how alike the records are, and what looks like them; within [-1, 1]."""

from collections import Counter
from itertools import pairwise

from wrappers.induction.features.record_features import (
    Evidence,
    Look,
    fmean,
    log_scale,
    name_of,
    share,
)

# Other elements compared with the records' markup. Guess.
MAX_OTHERS = 30
# Markup this similar (Jaccard) is that of a record. Guess.
TWIN_SIMILARITY = 0.7


def shape_agreement(look: Look) -> float:
    """Similarity (Jaccard) of the records' markup to the commonest markup among them."""
    common = look.common_shape
    return fmean(
        len(record.shape & common) / (len(record.shape | common) or 1) for record in look.records
    )


def missed_twins(look: Look) -> float:
    """Siblings, and elements of the same class names elsewhere, in the records' own markup."""
    index, facts = look.facts.index, look.facts
    others = set(look.sibling_candidates[:MAX_OTHERS])
    name = Counter(name_of(look, span.first) for span in look.instance.spans).most_common(1)[0][0]
    if name[1]:
        others.update(facts.namesakes.get(name, ())[: look.count + MAX_OTHERS])
    others.difference_update(span.first for span in look.instance.spans)
    base = look.common_shape
    twins = 0
    for number in sorted(others)[:MAX_OTHERS]:
        shape = facts.shape(number, index.end[number])
        twins += len(shape & base) >= TWIN_SIMILARITY * len(shape | base)
    return log_scale(twins, 5)


def missed_namesakes(look: Look) -> float:
    """Elements elsewhere with links, of the records' tag and class names, that are no records."""
    names = Counter(name_of(look, span.first) for span in look.instance.spans)
    name, inside = names.most_common(1)[0]
    if not name[1]:
        return 0.0
    missed = len(look.facts.namesakes.get(name, ())) - inside
    return max(0, missed) / (max(0, missed) + look.count)


def nested_records(look: Look) -> float:
    """Records that hold other records."""
    spans = look.spans
    return share([right.first < left.end for left, right in pairwise(spans)])


SHAPE_EVIDENCE: tuple[Evidence, ...] = (
    shape_agreement,
    missed_twins,
    missed_namesakes,
    nested_records,
)
