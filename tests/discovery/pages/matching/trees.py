"""Trees to match: from short notations, and made up at random."""

from hypothesis import strategies as st
from lxml.html import HtmlElement, fromstring

from discovery.pages.matching.trees import LabeledTree

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


def element(markup: str) -> HtmlElement:
    return fromstring(markup)
