"""Tag paths: the paper's running example, and that every path leads back to its place."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import document_fromstring

from discovery.pages.page import NotHtmlError, parse_page
from tests.strategies import html_documents
from tests.wrappers.induction.vints.tag_paths import parse_path
from wrappers.induction.vints.content_lines import TagTree, TreePosition, format_path

RUNNING_EXAMPLE = (
    "<html><head></head><body><img><center></center><hr><b>4 matches</b><hr>"
    "<dl><dt><a href=/1>one</a></dl><dl><dt><a href=/2>two</a></dl>"
    "<dl><dt><a href=/3>three</a></dl><dl><dt><a href=/4>four</a></dl></body></html>"
)


def test_the_path_of_the_running_example() -> None:
    tree = TagTree(document_fromstring(RUNNING_EXAMPLE))
    second = tree.root.findall(".//dl")[1]
    body = second.getparent()
    place = TreePosition(body, list(body).index(second))
    written = "<HTML>C<HEAD>S<BODY>C<IMG>S<CENTER>S<HR>S<B>S<HR>S<DL>S"
    assert format_path(tree.path(place)) == written
    assert tree.path(place) == parse_path(written)
    assert tree.follow(parse_path(written)) == place


def test_a_path_of_another_page_leads_nowhere() -> None:
    tree = TagTree(document_fromstring(RUNNING_EXAMPLE))
    assert tree.follow(parse_path("<HTML>C<HEAD>S<BODY>C<P>S")) is None
    assert tree.follow(parse_path("<HTML>C<HEAD>C<BODY>C<P>C")) is None
    assert tree.follow(parse_path("<HTML>S")) is None


def test_scripts_are_no_nodes() -> None:
    tree = TagTree(document_fromstring("<body><script>1</script><p>a<style></style>b<i>c</i>"))
    paragraph = tree.root.find(".//p")
    assert format_path(tree.path_to_inside(paragraph)) == "<HTML>C<BODY>C<P>C"
    assert tree.place(paragraph, 1) == TreePosition(paragraph, 0)


def test_the_minimal_subtree_and_its_children() -> None:
    tree = TagTree(document_fromstring(RUNNING_EXAMPLE))
    links = [tree.place(link, 0) for link in tree.root.iter("a")]
    body = tree.root.find("body")
    assert tree.minimal_subtree(links) is body
    assert [tree.child_place(body, place).child for place in links] == [5, 6, 7, 8]
    assert tree.minimal_subtree(links[:1]) is links[0].parent


@given(html_documents(), st.integers(0, 1000), st.integers(0, 1000))
@settings(max_examples=80, deadline=None)
def test_a_path_leads_back_to_its_place(markup: str, which: int, child: int) -> None:
    try:
        tree = TagTree(parse_page(f"<p>{markup}".encode()).root)
    except NotHtmlError:
        return
    elements = [element for element in tree.number if element.tag != "script"]
    parent = elements[which % len(elements)]
    place = TreePosition(parent, child % (len(tree.children(parent)) + 1))
    assert tree.follow(tree.path(place)) == place


def test_deep_pages_are_no_recursion() -> None:
    tree = TagTree(parse_page(b"<div>" * 1_500 + b"<p>x").root)
    deepest = list(tree.number)[-1]
    assert tree.follow(tree.path_to_inside(deepest)) == TreePosition(deepest, 0)
