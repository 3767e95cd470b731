"""Blocks of ViNTs (sections 3.2 and 3.3): the paper's shapes, distances and their properties."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.layout import Box
from wrappers.induction.vints.content_lines import (
    Block,
    ContentLine,
    LineType,
    position_distance,
    shape_distance,
    type_distance,
    visually_similar,
)

LINK, TEXT, BLANK = LineType.LINK, LineType.TEXT, LineType.BLANK


def block(*codes: tuple[LineType, int]) -> Block:
    lines = [
        ContentLine(type_, position, Box(position, 20 * number, 100, 20))
        for number, (type_, position) in enumerate(codes)
    ]
    return Block(tuple(lines))


FIGURE_3 = block((LINK, 8), (TEXT, 48), (TEXT, 48), (LINK, 48), (BLANK, 48))


def test_the_block_of_figure_3() -> None:
    assert FIGURE_3.shape == (8, 48, 48, 48, 48)
    assert FIGURE_3.modified_shape_code == (0, 40)
    assert FIGURE_3.type_code == (LINK, TEXT, LINK, BLANK)


@pytest.mark.parametrize(
    ("shape", "code"),
    [
        ((30, 30, 30), (0,)),
        ((30, 40, 40), (0, 10)),
        ((10, 20), (0, 10)),
        ((10, 20, 30), (0, 10, 20)),
        ((20, 20, 10), (10, 0)),
        ((10, 20, 10), (0, 10, 0)),
    ],
)
def test_the_shapes_of_figure_4(shape: tuple[int, ...], code: tuple[int, ...]) -> None:
    assert block(*((TEXT, position) for position in shape)).modified_shape_code == code


def test_type_distance_is_the_edit_distance_of_compressed_type_codes() -> None:
    longer_snippet = block((LINK, 8), *[(TEXT, 48)] * 7, (LINK, 48), (BLANK, 48))
    assert type_distance(FIGURE_3, longer_snippet) == 0
    assert type_distance(FIGURE_3, block((LINK, 8), (TEXT, 48), (BLANK, 48))) == 1
    assert type_distance(FIGURE_3, block((TEXT, 8))) == 3


def test_links_are_not_compressed() -> None:
    assert block((LINK, 8), (LINK, 8)).type_code == (LINK, LINK)


def test_shape_distance_pads_the_shorter_code_with_zeros() -> None:
    flat = block((LINK, 8), (TEXT, 8))
    assert shape_distance(FIGURE_3, flat) == 40
    assert shape_distance(FIGURE_3, block((LINK, 300), (TEXT, 340))) == 0


def test_position_distance_is_that_of_the_closest_points_to_the_left() -> None:
    assert position_distance(FIGURE_3, block((LINK, 300), (TEXT, 340))) == 292
    assert position_distance(FIGURE_3, block((LINK, 48), (TEXT, 8))) == 0


def test_records_of_another_column_are_not_similar() -> None:
    shifted = block((LINK, 700), (TEXT, 740), (LINK, 740), (BLANK, 740))
    assert visually_similar(FIGURE_3, block((LINK, 8), (TEXT, 48), (LINK, 48)))
    assert not visually_similar(FIGURE_3, shifted)


codes = st.tuples(st.sampled_from(LineType), st.integers(0, 200))
blocks = st.lists(codes, min_size=1, max_size=8).map(lambda found: block(*found))


@given(blocks, blocks)
@settings(max_examples=80, deadline=None)
def test_distances_are_symmetric_and_bounded(a: Block, b: Block) -> None:
    for distance in (type_distance, shape_distance, position_distance):
        assert distance(a, b) == distance(b, a) >= 0
        assert distance(a, a) == 0
    assert type_distance(a, b) <= max(len(a.type_code), len(b.type_code))
    assert shape_distance(a, b) <= max(*a.modified_shape_code, *b.modified_shape_code)
    assert visually_similar(a, b) == visually_similar(b, a)
    assert visually_similar(a, a)
