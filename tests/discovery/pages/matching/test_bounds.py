"""Deep, wide and altogether hostile trees: bounded time and memory, no recursion limit."""

import random
import time
import tracemalloc

import pytest

from discovery.pages.matching.measures import (
    clustered_tree_matching,
    rtdm_distance,
    rtdm_similarity,
    simple_tree_matching,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
from discovery.pages.matching.top_down import Worth, _needed_pairs
from discovery.pages.matching.trees import JoinedTrees, LabeledTree
from tests.discovery.pages.matching.trees import tree

NODES = 20_000


def chain(labels: str, depth: int) -> LabeledTree:
    names = [labels[number % len(labels)] for number in range(depth)]
    return LabeledTree.from_classes(names, [[], *([number] for number in range(depth - 1))])


def jungle(seed: int) -> LabeledTree:
    """Return a tree of one label, wide and deep, in which hardly two subtrees are equal."""
    source = random.Random(seed)
    below: list[list[int]] = [[] for _ in range(NODES)]
    for number in range(1, NODES):
        below[source.randrange(max(0, number - 300), number)].append(number)
    numbers: dict[tuple[str, tuple[int, ...]], int] = {}
    classes = [0] * NODES
    for number in range(NODES - 1, -1, -1):
        key = ("div", tuple(classes[child] for child in below[number]))
        classes[number] = numbers.setdefault(key, len(numbers))
    labels, children = zip(*numbers, strict=True)
    return LabeledTree.from_classes(labels, children)


def test_500_levels():
    left, right = chain("ab", 500), chain("ab", 501)
    assert simple_tree_matching(left, left) == 500
    assert clustered_tree_matching(left, left) == 1.0
    # The roots, the last labels, differ.
    assert simple_tree_matching(left, right) == 0
    assert rtdm_distance(left, right) == 1 + 498 + 499 + 1


def test_20000_levels():
    left, right = chain("ab", NODES), chain("ab", NODES - 2)
    assert simple_tree_matching(left, right) == NODES - 2
    assert rtdm_distance(left, right) == 2


def is_exact(left: LabeledTree, right: LabeledTree) -> bool:
    """Tell whether the measures of two trees are exact, not bounded approximations."""
    return _needed_pairs(JoinedTrees.of(left, right), Worth(any_root=True)) is not None


@pytest.fixture(scope="module")
def jungles() -> tuple[LabeledTree, LabeledTree]:
    return jungle(1), jungle(2)


def test_20000_nodes_against_20000_in_bounded_time(jungles):
    assert [tree.size for tree in jungles] == [NODES, NODES]
    assert not is_exact(*jungles)
    started = time.process_time()
    for measure in (
        simple_tree_matching,
        clustered_tree_matching,
        rtdm_similarity,
        tree_bigram_similarity,
        tree_jaro_winkler,
    ):
        assert measure(*jungles) >= 0
    assert time.process_time() - started < 20


def test_20000_nodes_against_20000_in_bounded_memory(jungles):
    tracemalloc.start()
    assert rtdm_distance(*jungles) < 2 * NODES
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6


def test_wide_lists_without_equal_children_are_approximated():
    def wide(start: int) -> LabeledTree:
        rows = " ".join(f"tr(td(x{start + number}) y)" for number in range(1_500))
        return tree(f"table({rows})")

    left, right = wide(0), wide(1_000)
    assert not is_exact(left, right)
    # Table, rows, cells and y match; the bound from below is not far from the truth.
    assert simple_tree_matching(left, right) == pytest.approx(1 + 3 * 1_500, rel=0.1)
    assert simple_tree_matching(left, right) <= left.size
    assert rtdm_distance(left, right) == rtdm_distance(right, left)
    assert clustered_tree_matching(left, right) == clustered_tree_matching(right, left)


def test_approximations_are_bounds(monkeypatch):
    left = tree("a(b(d e) c(f) b(e d) c(g(h i j)))")
    right = tree("a(b(d e) c(g(h) f))")
    exact = simple_tree_matching(left, right), rtdm_distance(left, right)
    monkeypatch.setattr("discovery.pages.matching.top_down.MAX_CELLS", 0)
    assert simple_tree_matching(left, right) <= exact[0]
    assert rtdm_distance(left, right) >= exact[1]
