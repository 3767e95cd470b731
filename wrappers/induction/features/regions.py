"""Features of the region of the page that the records fill; each within [-1, 1]."""

from wrappers.induction.features.record_features import CandidateFeatures, Feature

CHROME_TAGS = frozenset("nav header footer aside".split())


def region_filled(candidate: CandidateFeatures) -> float:
    """Share of their region's text that the records hold."""
    return min(
        1.0, candidate.characters / (candidate.features.index.text_length(candidate.region) + 1)
    )


def one_parent(candidate: CandidateFeatures) -> float:
    """Records that are siblings: 1 for all of one parent, near 0 for each its own."""
    parents = {candidate.features.index.parent[span.first] for span in candidate.match.spans}
    return 1.0 - (len(parents) - 1) / candidate.count


def in_chrome(candidate: CandidateFeatures) -> float:
    """Records inside navigation, header, footer or side bar."""
    index = candidate.features.index
    node, depth = candidate.spans[0].first, 0
    while node >= 0 and depth < 40:
        element = index.elements[node]
        if element.tag in CHROME_TAGS or element.get("role") in {
            "navigation",
            "banner",
            "contentinfo",
            "complementary",
        }:
            return 1.0
        node, depth = index.parent[node], depth + 1
    return 0.0


REGION_FEATURES: tuple[Feature, ...] = (
    region_filled,
    one_parent,
    in_chrome,
)
