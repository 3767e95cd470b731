"""The steps of ViDE one by one: regions, noise, appearance, clusters, regrouping, items."""

from discovery.pages.layout import Box, Font
from discovery.pages.page import parse_page
from discovery.pages.segmentation import VisualBlock, segment_page
from tests.boxes import boxes_of
from wrappers.induction.vide import DataItem, ItemType, align, segment_records, without_noise_blocks

PLAIN, BOLD, SMALL = Font(), Font(weight=700), Font(size=10.0)


def block_at(left: float, top: float = 0.0) -> VisualBlock:
    piece = next(iter(blocks_of("<p>text</p>").pieces()))
    return VisualBlock(Box(left, top, 100, 20), 10, own=(piece,))


def blocks_of(markup: str) -> VisualBlock:
    return segment_page(boxes_of(parse_page(markup.encode(), "http://a.example/")))


def test_noise_at_the_top_and_the_bottom_is_left_out():
    records = [block_at(40, top) for top in range(100, 200, 20)]
    inside = [*records[:2], block_at(90, 110), *records[2:]]
    blocks = [block_at(300, 0), block_at(10, 20), *inside, block_at(500, 300)]
    assert without_noise_blocks(blocks) == tuple(inside)
    assert without_noise_blocks([]) == ()


def test_the_columns_of_a_grid_are_no_noise():
    grid = [block_at(left, top) for top in (0, 30, 60) for left in (0, 110, 220)]
    assert without_noise_blocks(grid) == tuple(grid)


def item(text: str, left: int = 0, font: Font = PLAIN) -> DataItem:
    return DataItem(text, left, font)


def books() -> list[list[DataItem]]:
    """Title, author, perhaps a date, a static label with the price."""
    return [
        [item("A", 0, BOLD), item("by X"), item("Price:", 0, SMALL), item("$1", 60, SMALL)],
        [
            *(item("B", 0, BOLD), item("by Y"), item("2001", 300)),
            *(item("Price:", 0, SMALL), item("$2", 60, SMALL)),
        ],
        [item("C", 0, BOLD), item("Price:", 0, SMALL), item("$3", 60, SMALL)],
    ]


def test_items_of_one_meaning_come_into_one_column():
    columns = align(books())
    assert [[i.text if i else None for i in column.items] for column in columns] == [
        ["A", "B", "C"],
        ["by X", "by Y", None],
        [None, "2001", None],
        ["Price:", "Price:", "Price:"],
        ["$1", "$2", "$3"],
    ]
    assert [column.type for column in columns] == [
        ItemType.MANDATORY,
        ItemType.OPTIONAL,
        ItemType.OPTIONAL,
        ItemType.STATIC,
        ItemType.MANDATORY,
    ]


def test_composite_texts_are_divided_at_static_text():
    records = [
        [blocks_of(f"<p>Our Price: ${n}</p>"), blocks_of(f"<p>Note {n}: nothing</p>")]
        for n in range(4)
    ]
    texts = [[item.text for item in record] for record in segment_records(records)]
    assert texts == [["Our Price:", f"${n}", f"Note {n}: nothing"] for n in range(4)]
