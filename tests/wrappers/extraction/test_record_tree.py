"""Records laid flat: what the lists say of each element is what its tree says."""

from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages import parse_page
from wrappers.extraction.record_tree import RecordTree, record_trees
from wrappers.extraction.record_tree.record_tree import MAX_NODES


@given(st.text(alphabet="<>/abpdiv =!-\"' \n&;x", max_size=300), st.integers(1, 40))
@settings(max_examples=150, deadline=None)
def test_lists_say_what_the_tree_says(source: str, most: int) -> None:
    page = parse_page(f"<html><body>{source}<p>a<b>c</b> d</p></body></html>".encode())
    elements = list(page.root.find("body"))
    tree = RecordTree(elements, most)
    assert tree.nodes == [node for element in elements for node in element.iter()][:most]
    assert tree.tags == [node.tag for node in tree.nodes]
    assert tree.attributes == [dict(node.attrib) for node in tree.nodes]
    for node, above in zip(tree.nodes, tree.parents, strict=True):
        assert node in elements if above < 0 else node.getparent() is tree.nodes[above]
    for node, text, tail in zip(tree.nodes, tree.texts, tree.tails, strict=True):
        assert (node.text, node.tail) == (text, tail)
    for node, speaks in zip(tree.nodes, tree.speaks, strict=True):
        tails = [child.tail for child in node if child in tree.nodes]
        assert speaks == any(text and text.strip() for text in (node.text, *tails))


def test_all_records_together_are_read_in_bounded_time() -> None:
    page = parse_page(f"<html><body><ul>{'<li>' * 900}</ul></body></html>".encode())
    records = [[element] for element in page.root.iter("li")]
    assert all(tree.most == MAX_NODES // 900 for tree in record_trees(records))
