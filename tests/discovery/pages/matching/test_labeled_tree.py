"""Trees of pages: labels, recurring subtrees kept once, bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.pages.matching.trees import MAX_NODES, LabeledTree, LabelOptions, TreeTooLargeError
from discovery.pages.page import parse_page
from tests.discovery.pages.matching.trees import element
from tests.strategies import html_documents

LIST = "<ul>" + '<li class="r b" id="i" name="n"><a href="/">x</a></li>' * 3 + "</ul>"


@pytest.mark.parametrize(
    ("options", "label"),
    [
        (LabelOptions(), "li"),
        (LabelOptions(with_id=True), "li#i"),
        (LabelOptions(with_class=True), "li.b.r"),
        (LabelOptions(with_name=True), "li[n]"),
        (LabelOptions(with_id=True, with_class=True, with_name=True), "li#i.b.r[n]"),
    ],
)
def test_labels(options, label):
    assert LabeledTree.of(element(LIST), options).labels[1] == label


@pytest.mark.parametrize(
    ("markup", "label"),
    [
        ('<a href="/book/17/moby-dick?lang=en&page=2">x</a>', "a(/book/#/?lang&page)"),
        ('<a href="/author/17/melville">x</a>', "a(/author/#/)"),
        ('<img src="https://pictures.example/2024/cover.png">', "img(pictures.example/#/)"),
        ("<a>x</a>", "a"),
        ('<a href="http://[broken">x</a>', "a"),
    ],
)
def test_links_and_pictures_are_told_apart_by_the_form_of_their_address(markup, label):
    assert LabeledTree.of(element(markup), LabelOptions(with_target=True)).labels[-1] == label
    assert LabeledTree.of(element(markup)).labels[-1] == label.partition("(")[0]


def test_equal_subtrees_are_kept_once():
    tree = LabeledTree.of(element(LIST))
    assert tree.labels == ("a", "li", "ul")
    assert tree.children == ((), (0,), (1, 1, 1))
    assert tree.size == 7
    assert tree.occurrences() == [3, 3, 1]
    assert list(tree.labels_in_order()) == ["ul", "li", "a", "li", "a", "li", "a"]


@given(html_documents())
def test_every_element_is_counted(markup):
    root = parse_page(f"<body>{markup}".encode()).root
    tree = LabeledTree.of(root)
    assert list(tree.labels_in_order()) == [node.tag for node in root.iter()]
    assert LabeledTree.from_classes(tree.labels, tree.children) == tree


def test_large_pages_are_cut():
    root = parse_page(b"<body>" + b"<p>" * (MAX_NODES + 10)).root
    assert LabeledTree.of(root).size == MAX_NODES


def test_a_few_stored_classes_cannot_mean_a_giant_tree():
    labels = [f"t{number}" for number in range(40)]
    children = [[], *([number, number] for number in range(39))]
    with pytest.raises(TreeTooLargeError):
        LabeledTree.from_classes(labels, children)


@given(
    st.lists(st.sampled_from("ab"), max_size=6),
    st.lists(st.lists(st.integers(-2, 6), max_size=3), max_size=6),
)
def test_stored_classes_are_a_tree_or_refused(labels, children):
    try:
        tree = LabeledTree.from_classes(labels, children)
    except ValueError:
        return
    assert tree.size >= len(labels)
