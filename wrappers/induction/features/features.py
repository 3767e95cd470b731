"""The features for and against a candidate on one page: small functions, each within [-1, 1].

Bounded throughout: one unbounded ratio can outvote everything else. `RELATIVE` features are
compared among the candidates of a page: its value over the largest there. The functions stand by
theme in `links`, `titles`, `texts`, `shapes`, `regions`.
"""

from collections.abc import Callable, Sequence

from wrappers.induction.features.links import LINK_FEATURES
from wrappers.induction.features.page_features import Measures, PageFeatures
from wrappers.induction.features.record_features import CandidateFeatures, Feature
from wrappers.induction.features.regions import REGION_FEATURES
from wrappers.induction.features.rule_match import RuleMatch
from wrappers.induction.features.shapes import SHAPE_FEATURES
from wrappers.induction.features.texts import TEXT_FEATURES
from wrappers.induction.features.titles import TITLE_FEATURES

ABSOLUTE: tuple[Feature, ...] = (
    *TEXT_FEATURES,
    *LINK_FEATURES,
    *TITLE_FEATURES,
    *SHAPE_FEATURES,
    *REGION_FEATURES,
)
# Quantities compared with the largest among the page's candidates.
RELATIVE: tuple[tuple[str, Callable[[CandidateFeatures], float]], ...] = (
    ("relative_plain_text", lambda candidate: float(sum(candidate.plain_lengths))),
    (
        "relative_title_text",
        lambda candidate: float(sum(min(len(t), 150) for t in candidate.titles)),
    ),
    (
        "relative_query_records",
        lambda candidate: float(sum(r.asks_query for r in candidate.records)),
    ),
)
FEATURE_NAMES: tuple[str, ...] = (
    *(function.__name__ for function in ABSOLUTE),
    *(name for name, _ in RELATIVE),
)


def compute_features(features: PageFeatures, matches: Sequence[RuleMatch]) -> list[list[float]]:
    """Return the features of each of a page's candidates, in the order of `FEATURE_NAMES`."""
    measured = [_compute_measures(features, match) for match in matches]
    rows = [list(absolute) for absolute, _ in measured]
    columns = [[relative[place] for _, relative in measured] for place in range(len(RELATIVE))]
    for column in columns:
        top = max(column, default=0.0) or 1.0
        for row, value in zip(rows, column, strict=True):
            row.append(value / top)
    return rows


def _compute_measures(features: PageFeatures, match: RuleMatch) -> Measures:
    """Return the absolute features and the quantities to compare, worked out once."""
    key = (match.outcome, match.spans[-1].end)
    measures = features.measures.get(key)
    if measures is None:
        candidate = CandidateFeatures(features, match)
        measures = (
            tuple(function(candidate) for function in ABSOLUTE),
            tuple(function(candidate) for _, function in RELATIVE),
        )
        features.measures[key] = measures
    return measures
