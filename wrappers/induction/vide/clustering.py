"""Blocks clustered by their appearance, in one pass.

Liu et al. 2010, data record extraction, phase 2. The first block forms a cluster. Each further
block joins the cluster that it is most similar to, if it is so by more than a threshold, else it
forms one itself.

Changed: the similarity with a cluster is the mean over all of its blocks in the paper, which takes
time in the square of their number. Here it is that over the first `BLOCKS_COMPARED`.
"""

from collections.abc import Sequence

from wrappers.induction.vide.appearance import Appearance, similarity

# The threshold that the literature gives.
THRESHOLD = 0.8
# Guess: of fifty blocks of one look the first few are as good as all.
BLOCKS_COMPARED = 3
# Clusters of a region: further looks, which come once each, are left out. Guess.
MAX_CLUSTERS = 60


def cluster_blocks(appearances: Sequence[Appearance]) -> tuple[tuple[int, ...], ...]:
    """Return the clusters of blocks, each the ascending places of its blocks."""
    clusters: list[list[int]] = []
    for place, appearance in enumerate(appearances):
        likeness = [
            _mean_similarity(appearance, [appearances[p] for p in cluster[:BLOCKS_COMPARED]])
            for cluster in clusters
        ]
        best = max(range(len(clusters)), key=likeness.__getitem__, default=None)
        if best is not None and likeness[best] > THRESHOLD:
            clusters[best].append(place)
        elif len(clusters) < MAX_CLUSTERS:
            clusters.append([place])
    return tuple(map(tuple, clusters))


def _mean_similarity(appearance: Appearance, others: Sequence[Appearance]) -> float:
    """Return how alike a block is to several."""
    return sum(similarity(appearance, other) for other in others) / len(others)
