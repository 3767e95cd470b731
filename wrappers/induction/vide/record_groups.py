"""ViDE's records of a page: region → noise blocks → clusters → regrouping → items.

Liu et al. 2010, data record extraction and data item extraction.
"""

from dataclasses import dataclass

from discovery.pages.segmentation.visual_block import VisualBlock
from wrappers.induction.vide.alignment import Column, ItemType, align
from wrappers.induction.vide.appearance import appearance_of
from wrappers.induction.vide.clustering import cluster_blocks
from wrappers.induction.vide.data_items import segment_records
from wrappers.induction.vide.data_region import data_regions
from wrappers.induction.vide.noise_blocks import without_noise_blocks
from wrappers.induction.vide.regrouping import regroup, seed_clusters

# Blocks of a region that are clustered: a longer list is no result page. Guess.
MAX_BLOCKS = 3_000
# Records whose items are aligned; further ones show nothing new. Guess.
MAX_ALIGNED = 30
MIN_RECORDS = 2

Record = tuple[VisualBlock, ...]


@dataclass(frozen=True, slots=True)
class VisualRecords:
    """The records of a region, each its blocks in order, and the columns of the first ones."""

    region: VisualBlock
    records: tuple[Record, ...]
    columns: tuple[Column, ...]

    @property
    def complete(self) -> tuple[Record, ...]:
        """The records with all mandatory items; those that were not aligned count as complete.

        What lacks one is a heading or a box in the place of a record.
        """
        mandatory = [c.items for c in self.columns if c.type is ItemType.MANDATORY]
        return tuple(
            record
            for number, record in enumerate(self.records)
            if number >= MAX_ALIGNED or all(items[number] is not None for items in mandatory)
        )


def find_visual_records(root: VisualBlock) -> tuple[VisualRecords, ...]:
    """Return the record groups of a page's visual block tree, of the likeliest region first."""
    found: dict[tuple[Record, ...], VisualRecords] = {}
    for region in data_regions(root):
        blocks = without_noise_blocks(region.children[:MAX_BLOCKS])
        clusters = cluster_blocks([appearance_of(block) for block in blocks])
        for seeds in seed_clusters(clusters):
            groups = regroup(clusters, seeds)
            records = tuple(tuple(blocks[place] for place in group) for group in groups)
            if len(records) >= MIN_RECORDS and records not in found:
                columns = align(segment_records(records[:MAX_ALIGNED]))
                found[records] = VisualRecords(region, records, columns)
    return tuple(found.values())
