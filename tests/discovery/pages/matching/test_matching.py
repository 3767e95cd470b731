"""Measures of trees: the paper's own example, then what must hold for all trees."""

import random
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import fromstring

from discovery.pages.matching.measures import (
    clustered_tree_matching,
    rtdm_distance,
    rtdm_similarity,
    simple_tree_matching,
    simple_tree_similarity,
    tree_bigram_similarity,
    tree_jaro_winkler,
)
from discovery.pages.matching.trees import MAX_NODES, LabeledTree, LabelOptions, TreeTooLargeError
from discovery.pages.page import parse_page
from tests.cases import cases
from tests.strategies import html_documents

CASES = cases(__file__)

MEASURES = (
    *(simple_tree_similarity, clustered_tree_matching, rtdm_similarity, tree_bigram_similarity),
    tree_jaro_winkler,
)
Nested = tuple[str, list["Nested"]]


def tree(notation: str) -> LabeledTree:
    """Return the tree of a notation such as `a(b c(d))`."""
    markup = notation.replace("(", " ( ").replace(")", " ) ").split()
    stack: list[list[Nested]] = [[]]
    for token in markup:
        if token == "(":
            stack.append(stack[-1][-1][1])
        elif token == ")":
            stack.pop()
        else:
            stack[-1].append((token, []))
    return from_nested(stack[0][0])


def from_nested(nested: Nested) -> LabeledTree:
    numbers: dict[tuple[str, tuple[int, ...]], int] = {}

    def add(node: Nested) -> int:
        key = (node[0], tuple(add(child) for child in node[1]))
        return numbers.setdefault(key, len(numbers))

    add(nested)
    labels, children = zip(*numbers, strict=True)
    return LabeledTree.from_classes(labels, children)


def trees() -> st.SearchStrategy[LabeledTree]:
    """Return random trees of few labels, so that much can be matched."""
    labels = st.sampled_from("abc")
    leaves = labels.map(lambda label: (label, []))
    nested = st.recursive(
        leaves, lambda below: st.tuples(labels, st.lists(below, max_size=5)), max_leaves=25
    )
    return nested.map(from_nested)


# Ferrara and Baumgartner 2011, Fig. 1.
FIGURE_1A = tree("a(b(d e) c(f) b(e d) c(g(h i j)))")
FIGURE_1B = tree("a(b(d e) c(g(h) f))")


def test_figure_1():
    assert simple_tree_matching(FIGURE_1A, FIGURE_1B) == 7
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
def test_matching_and_rtdm_are_what_the_recursions_give(left, right):
    assert simple_tree_matching(left, right) == plain_matching(left, right, left.root, right.root)
    expected = plain_distance(left, right, left.root, right.root, root=True)
    assert rtdm_distance(left, right) == expected
    assert (rtdm_distance(left, right) == 0) == (left == right)
    assert abs(left.size - right.size) <= rtdm_distance(left, right) <= left.size + right.size


@pytest.mark.parametrize("measure", MEASURES)
@given(same=trees())
def test_a_tree_is_wholly_like_itself(measure, same):
    assert measure(same, same) == pytest.approx(1.0)


@pytest.mark.parametrize("measure", MEASURES)
@given(left=trees(), right=trees())
def test_measures_lie_between_0_and_1_and_are_symmetric(measure, left, right):
    assert 0.0 <= measure(left, right) <= 1.0
    assert measure(left, right) == pytest.approx(measure(right, left))


def test_measures_by_hand():
    left, right = tree("a(b(d) c(e))"), tree("a(c(e) b(d))")
    assert tree_bigram_similarity(left, right) == 1.0
    assert simple_tree_similarity(left, right) < 1.0
    plain = tree("body(ul(li(a p) li(a p)))")
    wrapped = tree("body(div(ul(li(a p) li(a p))))")
    assert tree_jaro_winkler(plain, wrapped) > 0.9
    assert clustered_tree_matching(plain, wrapped) == 0.0
    assert rtdm_distance(tree("a(b c)"), tree("a(b d)")) == 1
    assert rtdm_distance(tree("a(b(x y))"), tree("a(c(x y))")) == 5
    assert rtdm_distance(tree("a(b c)"), tree("z(b c)")) == 1


LIST = "<ul>" + '<li class="r b" id="i" name="n"><a href="/">x</a></li>' * 3 + "</ul>"


@pytest.mark.parametrize(("markup", "label"), CASES["labels"])
def test_links_and_pictures_are_told_apart_by_the_form_of_their_address(markup, label):
    assert LabeledTree.of(fromstring(markup), LabelOptions(with_target=True)).labels[-1] == label
    assert LabeledTree.of(fromstring(markup)).labels[-1] == label.partition("(")[0]


def test_equal_subtrees_are_kept_once_and_trees_bounded():
    tree = LabeledTree.of(fromstring(LIST))
    assert tree.labels == ("a", "li", "ul")
    assert tree.children == ((), (0,), (1, 1, 1))
    assert tree.size == 7
    assert tree.occurrences() == [3, 3, 1]
    assert list(tree.labels_in_order()) == ["ul", "li", "a", "li", "a", "li", "a"]
    root = parse_page(b"<body>" + b"<p>" * (MAX_NODES + 10)).root
    assert LabeledTree.of(root).size == MAX_NODES
    labels = [f"t{number}" for number in range(40)]
    children = [[], *([number, number] for number in range(39))]
    with pytest.raises(TreeTooLargeError):
        LabeledTree.from_classes(labels, children)


@given(html_documents())
def test_every_element_is_counted(markup):
    root = parse_page(f"<body>{markup}".encode()).root
    tree = LabeledTree.of(root)
    assert list(tree.labels_in_order()) == [node.tag for node in root.iter()]
    assert LabeledTree.from_classes(tree.labels, tree.children) == tree


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


def test_deep_and_wide_trees_are_matched_or_approximated(monkeypatch):
    left, right = chain("ab", 500), chain("ab", 501)
    assert simple_tree_matching(left, left) == 500
    assert clustered_tree_matching(left, left) == 1.0
    # The roots, the last labels, differ.
    assert simple_tree_matching(left, right) == 0
    assert rtdm_distance(left, right) == 1 + 498 + 499 + 1
    left, right = chain("ab", NODES), chain("ab", NODES - 2)
    assert simple_tree_matching(left, right) == NODES - 2
    assert rtdm_distance(left, right) == 2

    def wide(start: int) -> LabeledTree:
        rows = " ".join(f"tr(td(x{start + number}) y)" for number in range(1_500))
        return tree(f"table({rows})")

    left, right = wide(0), wide(1_000)
    # Table, rows, cells and y match.
    assert simple_tree_matching(left, right) == 1 + 3 * 1_500
    assert rtdm_distance(left, right) == rtdm_distance(right, left)
    assert clustered_tree_matching(left, right) == clustered_tree_matching(right, left)
    left = tree("a(b(d e) c(f) b(e d) c(g(h i j)))")
    right = tree("a(b(d e) c(g(h) f))")
    for most in (0, 5, 10):
        monkeypatch.setattr("discovery.pages.matching.top_down.MAX_CELLS", most)
        assert simple_tree_matching(left, right) == pytest.approx(7, abs=2)


def test_20000_nodes_against_20000_in_bounded_time_and_memory():
    jungles = jungle(1), jungle(2)
    assert [tree.size for tree in jungles] == [NODES, NODES]
    started = time.process_time()
    for measure in (simple_tree_matching, *MEASURES):
        assert measure(*jungles) >= 0
    assert time.process_time() - started < 20
    tracemalloc.start()
    assert rtdm_distance(*jungles) < 2 * NODES
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6
