"""Measures of trees: the paper's own example, then what must hold for all trees."""

from collections.abc import Callable

import pytest
from hypothesis import given

from discovery.pages.matching.measures import (
    clustered_tree_matching,
    rtdm_distance,
    rtdm_similarity,
    simple_tree_matching,
    simple_tree_similarity,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
from discovery.pages.matching.trees import LabeledTree
from tests.discovery.pages.matching.trees import tree, trees

Measure = Callable[[LabeledTree, LabeledTree], float]
MEASURES: tuple[Measure, ...] = (
    simple_tree_similarity,
    clustered_tree_matching,
    rtdm_similarity,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
# Ferrara and Baumgartner 2011, Fig. 1.
FIGURE_1A = tree("a(b(d e) c(f) b(e d) c(g(h i j)))")
FIGURE_1B = tree("a(b(d e) c(g(h) f))")


def test_figure_1_simple_matching():
    assert simple_tree_matching(FIGURE_1A, FIGURE_1B) == 7


def test_figure_1_clustered_matching():
    assert clustered_tree_matching(FIGURE_1A, FIGURE_1B) == pytest.approx(3 / 8)


def plain_matching(left: LabeledTree, right: LabeledTree, a: int, b: int) -> int:
    """Simple tree matching as its authors write it: recursive, nothing remembered."""
    if left.labels[a] != right.labels[b]:
        return 0
    first, second = left.children[a], right.children[b]
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, child in enumerate(first, start=1):
        for j, other in enumerate(second, start=1):
            pair = table[i - 1][j - 1] + plain_matching(left, right, child, other)
            table[i][j] = max(table[i][j - 1], table[i - 1][j], pair)
    return 1 + table[-1][-1]


def plain_distance(left: LabeledTree, right: LabeledTree, a: int, b: int, *, root: bool) -> int:
    """RTDM as a recursion over the least cost of the children."""
    unlike = left.labels[a] != right.labels[b]
    if unlike and not root:
        return 1 + (left.sizes[a] - 1) + (right.sizes[b] - 1)
    first, second = left.children[a], right.children[b]
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, child in enumerate(first, start=1):
        table[i][0] = table[i - 1][0] + left.sizes[child]
    for j, other in enumerate(second, start=1):
        table[0][j] = table[0][j - 1] + right.sizes[other]
    for i, child in enumerate(first, start=1):
        for j, other in enumerate(second, start=1):
            table[i][j] = min(
                table[i - 1][j] + left.sizes[child],
                table[i][j - 1] + right.sizes[other],
                table[i - 1][j - 1] + plain_distance(left, right, child, other, root=False),
            )
    return int(unlike) + table[-1][-1]


@given(trees(), trees())
def test_simple_matching_is_what_the_recursion_gives(left, right):
    assert simple_tree_matching(left, right) == plain_matching(left, right, left.root, right.root)


@given(trees(), trees())
def test_rtdm_is_what_the_recursion_gives(left, right):
    expected = plain_distance(left, right, left.root, right.root, root=True)
    assert rtdm_distance(left, right) == expected


@pytest.mark.parametrize("measure", MEASURES)
@given(same=trees())
def test_a_tree_is_wholly_like_itself(measure, same):
    assert measure(same, same) == pytest.approx(1.0)


@pytest.mark.parametrize("measure", MEASURES)
@given(left=trees(), right=trees())
def test_measures_lie_between_0_and_1_and_are_symmetric(measure, left, right):
    assert 0.0 <= measure(left, right) <= 1.0
    assert measure(left, right) == pytest.approx(measure(right, left))


@given(trees(), trees())
def test_rtdm_is_a_distance(left, right):
    assert (rtdm_distance(left, right) == 0) == (left == right)
    assert abs(left.size - right.size) <= rtdm_distance(left, right) <= left.size + right.size


def test_bigrams_do_not_mind_the_order():
    left, right = tree("a(b(d) c(e))"), tree("a(c(e) b(d))")
    assert tree_bigram_similarity(left, right) == 1.0
    assert simple_tree_similarity(left, right) < 1.0


def test_jaro_winkler_minds_an_added_level_less_than_matching_does():
    plain = tree("body(ul(li(a p) li(a p)))")
    wrapped = tree("body(div(ul(li(a p) li(a p))))")
    assert tree_jaro_winkler(plain, wrapped) > 0.9
    assert clustered_tree_matching(plain, wrapped) == 0.0


def test_a_replaced_leaf_costs_1_and_a_replaced_subtree_all_but_one():
    assert rtdm_distance(tree("a(b c)"), tree("a(b d)")) == 1
    assert rtdm_distance(tree("a(b(x y))"), tree("a(c(x y))")) == 5
    assert rtdm_distance(tree("a(b c)"), tree("z(b c)")) == 1
