"""What each part of the ranking is worth: the cross-validated figures without it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from evaluation.training.decision_lists import INDUCER_NAMES, DecisionList
from evaluation.training.softmax_fit import cross_validate, figures_of
from wrappers.induction.features.features import FEATURE_NAMES
from wrappers.induction.features.links import LINK_FEATURES
from wrappers.induction.features.record_features import Feature
from wrappers.induction.features.regions import REGION_FEATURES
from wrappers.induction.features.shapes import SHAPE_FEATURES
from wrappers.induction.features.texts import TEXT_FEATURES
from wrappers.induction.features.titles import TITLE_FEATURES
from wrappers.induction.ranking.candidate_ranking import ALL_FEATURE_NAMES
from wrappers.induction.ranking.evaluated_rule import CROSS_PAGE_FEATURE_NAMES

Names = Sequence[str]


def ablate(lists: Sequence[DecisionList], penalty: float, names: Mapping[str, Names]) -> None:
    """Print what is lost, cross-validated, without each of several inducers, kind of feature."""
    print(f"{'without':28}")
    _print_row("nothing", lists, penalty)
    proposing = sorted({int(number) for d in lists for number in d.inducers})
    for number in proposing if len(proposing) > 1 else ():
        others = [d for d in (_without_inducer(d, number) for d in lists) if d]
        _print_row(INDUCER_NAMES[number], others, penalty)
    for kind, members in names.items():
        places = [ALL_FEATURE_NAMES.index(name) for name in members]
        _print_row(kind, [_without_features(d, places) for d in lists], penalty)


def features_by_theme() -> dict[str, Names]:
    """Return the names of the features by the modules they stand in."""
    modules: dict[str, Sequence[Feature]] = {
        "text features": TEXT_FEATURES,
        "link features": LINK_FEATURES,
        "title features": TITLE_FEATURES,
        "shape features": SHAPE_FEATURES,
        "region features": REGION_FEATURES,
    }
    themes: dict[str, Sequence[str]] = {
        theme: [f.__name__ for f in functions] for theme, functions in modules.items()
    }
    known = {name for names in themes.values() for name in names}
    themes["compared on the page"] = [name for name in FEATURE_NAMES if name not in known]
    themes["over several pages"] = list(CROSS_PAGE_FEATURE_NAMES)
    return themes


def _without_inducer(decision: DecisionList, number: int) -> DecisionList | None:
    """Return a decision without the candidates of one inducer, None when none are left."""
    kept = decision.inducers != number
    if not (kept & decision.eligible).any():
        return None
    return replace(
        decision,
        inducers=decision.inducers[kept],
        features=decision.features[kept],
        counts=decision.counts[kept],
        measured=decision.measured[kept],
        eligible=decision.eligible[kept],
    )


def _without_features(decision: DecisionList, places: Sequence[int]) -> DecisionList:
    """Return a decision without some features."""
    features = decision.features.copy()
    features[:, places] = 0.0
    return replace(decision, features=features)


def _print_row(name: str, lists: Sequence[DecisionList], penalty: float) -> None:
    figures = figures_of((d, d.choose(weights)) for d, weights in cross_validate(lists, penalty))
    print(f"{name:28} " + "  ".join(f"{key} {figure:.4f}" for key, figure in figures.items()))
