"""ViNTs, step by step (sections 3.1 to 3.5): the paper's examples, and the cases it names."""

import re

import pytest
from lxml.html import document_fromstring, fromstring

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind
from discovery.pages.page import parse_page
from tests.boxes import boxes_of
from tests.cases import cases
from wrappers.induction.vints.content_lines import (
    Block,
    ContentLine,
    Direction,
    LineType,
    PathNode,
    TagPath,
    TagTree,
    alike_anywhere,
    content_lines,
    position_distance,
    shape_distance,
    type_distance,
)
from wrappers.induction.vints.initial_wrappers import (
    common_ending,
    differences,
    maximum_common_prefix,
    separations,
)

CASES = cases(__file__)
PATH_NODE = re.compile(r"<([^<>]{1,80})>\s{0,3}([CS])\s{0,3}")


def parse_path(text: str) -> TagPath:
    """Return a tag path written as in the paper."""
    return tuple(
        PathNode(tag.lower(), Direction(direction)) for tag, direction in PATH_NODE.findall(text)
    )


def format_path(path: TagPath) -> str:
    return "".join(f"<{node.tag.upper()}{node.structure}>{node.direction}" for node in path)


LINK, TEXT, BLANK = LineType.LINK, LineType.TEXT, LineType.BLANK
PREFIX = "<HTML>C<HEAD>S<BODY>C<IMG>S<CENTER>S<HR>S<B>S<HR>S"
# "The tag paths for the second, third and fourth records"
RUNNING_EXAMPLE = [parse_path(PREFIX + "<DL>S" * count) for count in (1, 2, 3)]


def block(*codes: tuple[LineType, int]) -> Block:
    lines = (
        ContentLine(type_, left, Box(left, 20 * n, 100, 20))
        for n, (type_, left) in enumerate(codes)
    )
    return Block(tuple(lines))


FIGURE_3_CODES = [(LINK, 8), (TEXT, 48), (TEXT, 48), (LINK, 48), (BLANK, 48)]
FIGURE_3 = block(*FIGURE_3_CODES)


def test_the_record_of_figure_3():
    # "The record in Figure 3 contains 5 content lines. The first is a LINK line, followed by two
    # TEXT lines, then another LINK line and the last (invisible) is a BLANK line." Its position
    # codes are 8, 48, 48, 48 and 48.
    anchor, paragraph = fromstring('<a href="/x">x</a>'), fromstring("<p>x</p>")
    pieces = tuple(
        Piece(PieceKind.TEXT, paragraph, 0, "a text", Box(left, top, 160, 18), Font(), link)
        for left, top, link in (
            (8, 0, anchor), (48, 18, None), (48, 36, None), (48, 54, anchor), (8, 90, anchor),
        )
    )  # fmt: skip
    lines = content_lines(Layout(Box(0, 0, 1024, 768), pieces, {}))
    assert Block(lines[:5]).shape == FIGURE_3.shape == (8, 48, 48, 48, 48)
    assert [line.code for line in lines[:5]] == [line.code for line in FIGURE_3.lines]
    assert FIGURE_3.modified_shape_code == (0, 40)
    assert FIGURE_3.type_code == (LINK, TEXT, LINK, BLANK)


@pytest.mark.parametrize(("shape", "code"), CASES["shapes"])
def test_the_shapes_of_figure_4(shape, code):
    assert block(*((TEXT, position) for position in shape)).modified_shape_code == tuple(code)


def test_distances_of_blocks():
    longer_snippet = block((LINK, 8), *[(TEXT, 48)] * 7, (LINK, 48), (BLANK, 48))
    right = block((LINK, 300), (TEXT, 340))
    assert type_distance(FIGURE_3, longer_snippet) == 0
    assert type_distance(FIGURE_3, block((LINK, 8), (TEXT, 48), (BLANK, 48))) == 1
    assert type_distance(block((LINK, 8)), block((LINK, 8), (LINK, 8))) == 1, "not compressed"
    assert (shape_distance(FIGURE_3, right), position_distance(FIGURE_3, right)) == (0, 292)
    assert shape_distance(FIGURE_3, block((LINK, 8), (TEXT, 8))) == 40, "padded with zeros"
    assert position_distance(FIGURE_3, block((LINK, 48), (TEXT, 8))) == 0, "of the left ends"
    assert alike_anywhere(FIGURE_3, block((LINK, 8), (TEXT, 48), (LINK, 48)))


@pytest.mark.parametrize(("markup", "types"), CASES["lines"])
def test_types_of_lines(markup, types):
    lines = content_lines(boxes_of(parse_page(markup.encode(), "http://a.example/")))
    assert [line.type.name for line in lines] == types.split()


def test_tag_paths_of_the_running_example():
    tree = TagTree(
        document_fromstring(
            "<html><head></head><body><img><center></center><hr><b>4 matches</b><hr>"
            + "".join(f"<dl><dt><a href=/{n}>{n}</a></dl>" for n in range(4))
        )
    )
    body = tree.root.find("body")
    links = [tree.place(link, 0) for link in tree.root.iter("a")]
    assert tree.minimal_subtree(links) is body
    assert [tree.child_place(body, place).child for place in links] == [5, 6, 7, 8]
    assert format_path(tree.path_to_inside(body)) == "<HTML>C<HEAD>S<BODY>C"


def test_prefix_diffs_and_separator_of_the_running_example():
    prefix = maximum_common_prefix(RUNNING_EXAMPLE)
    assert format_path(prefix) == PREFIX + "<DL>S"
    diffs = differences([path[len(prefix) :] for path in RUNNING_EXAMPLE])
    assert diffs == (parse_path("<DL>S"), parse_path("<DL>S"))
    # p_i is a suffix of p_(i+1): what leads down into the record is common to the ends.
    deep = [parse_path(PREFIX + "<DL>S" * count + "<DL>C<DT>C") for count in (0, 1, 2)]
    for paths in (RUNNING_EXAMPLE, deep):
        (separation,) = separations(paths)
        assert format_path(separation.prefix) == PREFIX
        assert separation.separators == {parse_path("<DL>S")}


@pytest.mark.parametrize(("rests", "inside", "expected"), CASES["separators"])
def test_what_separates_records(rests, inside, expected):
    found = separations([parse_path(PREFIX + rest) for rest in rests], lambda _: inside)
    written = []
    for each in found[:1]:
        prefix = format_path(each.prefix).removeprefix(PREFIX)
        written = [prefix, sorted(map(format_path, each.separators)), each.leads]
    assert written == expected


@pytest.mark.parametrize("diffs", [("<A>S<P>S", "<A>S<HR>S"), ("<TR>S<TR>S", "<TR>S<TR>S<TR>S")])
def test_cases_1_and_3_no_common_suffix_or_all_recur(diffs):
    assert common_ending([parse_path(diff) for diff in diffs]) is None
