"""Blocks regrouped to records: every record has one block of the largest cluster.

Liu et al. 2010, data record extraction, phase 3. A cluster holds what means the same in different
records. The first item of a record is mandatory (*CF1*) and items follow in a fixed order (*CF2*).
So the blocks of the largest cluster are the seeds of the records. Every other block joins the seed
before it, or, where its cluster begins before the first seed, the one after it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

# Clusters tried as seeds: the largest, and (ours) others of at least this share of its blocks,
# since what stands twice in each record has more blocks than there are records.
MAX_SEED_CLUSTERS = 3
MIN_SHARE_OF_LARGEST = 0.3
MIN_SEEDS = 2


def seed_clusters(clusters: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the clusters whose blocks may be the seeds, the largest first.

    Of clusters of one size the one that begins first leads: what begins a record is mandatory.
    """
    if not clusters:
        return ()
    ordered = sorted(clusters, key=lambda cluster: (-len(cluster), cluster))
    least = max(MIN_SEEDS, MIN_SHARE_OF_LARGEST * len(ordered[0]))
    return tuple(cluster for cluster in ordered[:MAX_SEED_CLUSTERS] if len(cluster) >= least)


def regroup(
    clusters: Sequence[tuple[int, ...]], seeds: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the records, each the ascending places of its blocks.

    >>> regroup([(0, 3, 5), (1, 4), (2, 6)], (0, 3, 5))
    ((0, 1, 2), (3, 4), (5, 6))

    What stands before the first seed stands before each:

    >>> regroup([(0, 2, 4), (1, 3, 5)], (1, 3, 5))
    ((0, 1), (2, 3), (4, 5))
    """
    records: list[list[int]] = [[seed] for seed in seeds]
    for cluster in clusters:
        if cluster == seeds:
            continue
        leads = cluster[0] < seeds[0]
        for block in cluster:
            record = bisect_left(seeds, block) if leads else bisect_right(seeds, block) - 1
            if 0 <= record < len(seeds):
                records[record].append(block)
    return tuple(tuple(sorted(record)) for record in records)
