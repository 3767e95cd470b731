"""The configuration of adaptation (Ferrara and Baumgartner 2011, section 4)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta, field

from discovery.documents.document import Document, Share
from discovery.pages.matching.label_options import LabelOptions
from wrappers.adaptation.adaptation import Strategy

# How like the tree-grams records must be, from 0 to 1. The paper sets 40 to 90 % by site.
DEFAULT_THRESHOLDS: Mapping[Strategy, float] = {
    Strategy.CLUSTERED: 0.6,
    Strategy.SIMPLE: 0.6,
    Strategy.BIGRAM: 0.6,
    Strategy.JARO_WINKLER: 0.75,
    Strategy.ATTRIBUTES: 0.5,
    Strategy.ORACLE: 0.5,
    Strategy.LEARN_ANEW: 0.0,
}
# Simple matching is there to be compared with: where it finds records, clustered matching does.
DEFAULT_ORDER = tuple(strategy for strategy in Strategy if strategy is not Strategy.SIMPLE)


class AdaptationSettings(Document, frozen=True, forbid_unknown_fields=True):
    """How a wrapper is adapted.

    `order` are the strategies in the order tried. `thresholds` are the similarity that each asks
    for (the default for those not named). `labels` are what tells elements of one tag apart when
    trees are matched. `top_down`: when the record is adapted its fields are, too; else the old
    rules for the title are kept. `bottom_up`: when a pattern cannot be adapted where it failed, the
    pattern above it is adapted first. `update_tree_grams`: those of the new pages take the place of
    the old.
    """

    VERSION: ClassVar = ("format", "metasearch-adaptation/1")

    order: Annotated[tuple[Strategy, ...], Meta(min_length=1)] = DEFAULT_ORDER
    thresholds: Mapping[Strategy, Share] = field(default_factory=dict)
    labels: LabelOptions = field(default_factory=LabelOptions)
    top_down: bool = True
    bottom_up: bool = True
    update_tree_grams: bool = True

    def __post_init__(self) -> None:
        """Raise `ValueError` for an order in which a strategy stands twice."""
        if len(set(self.order)) < len(self.order):
            raise ValueError("order is no list of different strategies")

    def threshold(self, strategy: Strategy) -> float:
        """Return the likeness that a strategy asks for."""
        return self.thresholds.get(strategy, DEFAULT_THRESHOLDS[strategy])
