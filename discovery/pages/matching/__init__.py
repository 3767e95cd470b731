"""Matching tag trees: how alike two pages, or two parts of pages, are built."""

from discovery.pages.matching.bigrams import tree_bigram_similarity
from discovery.pages.matching.clustered_matching import clustered_tree_matching
from discovery.pages.matching.jaro_winkler import tree_jaro_winkler
from discovery.pages.matching.label_options import LabelOptions, make_label, target_form
from discovery.pages.matching.labeled_tree import MAX_NODES, LabeledTree, TreeTooLargeError
from discovery.pages.matching.mapping import map_node
from discovery.pages.matching.rtdm import rtdm_distance, rtdm_similarity
from discovery.pages.matching.simple_matching import simple_tree_matching, simple_tree_similarity
from discovery.pages.matching.text_similarity import text_similarity

__all__ = [
    "MAX_NODES",
    "LabelOptions",
    "LabeledTree",
    "TreeTooLargeError",
    "clustered_tree_matching",
    "make_label",
    "map_node",
    "rtdm_distance",
    "rtdm_similarity",
    "simple_tree_matching",
    "simple_tree_similarity",
    "target_form",
    "text_similarity",
    "tree_bigram_similarity",
    "tree_jaro_winkler",
]
