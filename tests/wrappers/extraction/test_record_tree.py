"""Records laid flat: what is told from a record's markup is what its tree says."""

from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import parse_page
from discovery.pages.tree import visible_text
from wrappers.extraction.record_tree import MAX_NODES, MAX_TAGS, RecordTree, record_trees

TAGS = (
    *("<div class=x>", "<a href='/1?a&b'>", "</a>", "<p>", "</div>", "<script>", "</script>"),
    *("<br>", "<svg/>", "<img src=x>", "<span style='display:none'>", "<td>", "<table>", "<li>"),
    *("<!-- c -->", "<a id=1 hidden>", "&lt;", "&amp;amp;", "&nbsp;", "text", " ", "\x01"),
    *("]]>", "<![CDATA["),
)
SIGNS = "<>/abpdiv =!-\"' \n&;x\r\t\x0c\x01\u00e9"
sources = st.lists(st.sampled_from(TAGS) | st.text(alphabet=SIGNS, max_size=12), max_size=30).map(
    "".join
)


@given(sources, st.integers(1, 400))
@settings(max_examples=250, deadline=None)
def test_markup_says_what_the_tree_says(source, most):
    page = parse_page(f"<html><body>{source}<p>a<b>c</b> d</p></body></html>".encode())
    elements = list(page.root.find("body"))
    tree = RecordTree(elements, most)
    assert tree.nodes == [node for element in elements for node in element.iter()][:most]
    assert tree.tags == [node.tag for node in tree.nodes]
    given_names = [dict(node.items()) for node in tree.nodes]
    assert tree.attributes == [
        {name: value for name, value in names.items() if "/" not in name} for names in given_names
    ]
    for node, above in zip(tree.nodes, tree.parents, strict=True):
        assert node in elements if above < 0 else node.getparent() is tree.nodes[above]
    for node, text, tail in zip(tree.nodes, tree.texts, tree.tails, strict=True):
        assert (node.text or None, node.tail or None) == (text, tail)
    for node, has_own_text in zip(tree.nodes, tree.has_own_text, strict=True):
        tails = [child.tail for child in node if child in tree.nodes]
        assert has_own_text == any(text and text.strip() for text in (node.text, *tails))
    for place, node in enumerate(tree.nodes):
        if len(tree.nodes) < most:
            assert tree.shown_in(place) == visible_text(node)
            assert tree.text_in(place) == "".join(node.itertext())


def test_the_skeletons_of_large_records_are_not_kept():
    odd = parse_page(b'<div><p a"=1 b=2>x</p></div>').root.find(".//div")
    large = parse_page(b"<div>" + b"<i>x</i>" * MAX_TAGS + b"</div>").root.find(".//div")
    assert [RecordTree([each], 1_000).skeleton.is_shared for each in (odd, large)] == [True, False]


def test_all_records_together_are_read_in_bounded_time():
    page = parse_page(f"<html><body><ul>{'<li>' * 900}</ul></body></html>".encode())
    records = [[element] for element in page.root.iter("li")]
    assert all(tree.most == MAX_NODES // 900 for tree in record_trees(records))
