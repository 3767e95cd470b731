"""The picture of a family: generations of boxes, the class itself in the midst."""

import colorsys
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from samples.ahnengalerie.content import MAX_SIDE_BY_SIDE, Family, families, short_name
from samples.drawing import LETTER_HEIGHT, Canvas, Colour, text_width

WIDTH = 480
HEIGHT = 320
# Pictures kept, so that a page of results is not drawn at each visit; one has some 2 KB.
KEPT_PICTURES = 256
BOX_HEIGHT = 34
MARGIN = 14
INK = (45, 42, 38)
LINE = (160, 150, 138)
WHITE = (255, 255, 255)


@lru_cache(KEPT_PICTURES)
def family_picture(title: str) -> bytes:
    """Return a family's picture as a PNG file. Raises `KeyError` for a class without."""
    family = families()[title]
    canvas = Canvas(WIDTH, HEIGHT, _tint(title.rpartition(".")[0], 0.07, 0.98))
    rows = _rows(family)
    step = HEIGHT // len(rows)
    tops = [step * number + (step - BOX_HEIGHT) // 2 for number in range(len(rows))]
    for (parents, above), (row, below) in pairwise(zip(rows, tops, strict=True)):
        _connect(canvas, parents, above, row, below)
    for row, top in zip(rows, tops, strict=True):
        for number, name in enumerate(row):
            _draw_box(canvas, name, _centre(number, len(row)), top, name == title, len(row))
    return canvas.png()


def _rows(family: Family) -> list[tuple[str, ...]]:
    rows = [*family.generations, (family.title,)]
    below = family.children or tuple(f".{name}" for name in family.methods)
    if below:
        shown = below[:MAX_SIDE_BY_SIDE]
        rest = len(below) - len(shown)
        rows.append((*shown[:-1], f"+{rest + 1}") if rest else shown)
    return rows


def _centre(number: int, count: int) -> int:
    return WIDTH * (2 * number + 1) // (2 * count)


def _draw_box(canvas: Canvas, name: str, centre: int, top: int, is_self: bool, count: int) -> None:
    width = min(WIDTH // count - MARGIN, 300)
    module = name.rpartition(".")[0]
    fill = _tint(module, 0.62, 0.52) if is_self else _tint(module, 0.22, 0.94)
    canvas.fill(centre - width // 2, top, width, BOX_HEIGHT, INK if is_self else LINE)
    canvas.fill(centre - width // 2 + 2, top + 2, width - 4, BOX_HEIGHT - 4, fill)
    label = short_name(name)
    size = 2 if text_width(label, 2) <= width - 12 else 1
    fitting = label if text_width(label, size) <= width - 12 else f"{label[: width // 6 - 5]}..."
    left = centre - text_width(fitting, size) // 2
    height = (LETTER_HEIGHT - 1) * size
    canvas.write(left, top + (BOX_HEIGHT - height) // 2, fitting, WHITE if is_self else INK, size)


def _connect(
    canvas: Canvas, parents: tuple[str, ...], above: int, row: tuple[str, ...], below: int
) -> None:
    bottom = above + BOX_HEIGHT
    middle = (bottom + below) // 2
    upper = [_centre(number, len(parents)) for number in range(len(parents))]
    lower = [_centre(number, len(row)) for number in range(len(row))]
    for x in upper:
        canvas.fill(x - 1, bottom, 2, middle - bottom, LINE)
    for x in lower:
        canvas.fill(x - 1, middle, 2, below - middle, LINE)
    ends = upper + lower
    canvas.fill(min(ends) - 1, middle - 1, max(ends) - min(ends) + 2, 2, LINE)


def _tint(module: str, saturation: float, value: float) -> Colour:
    hue = crc32(module.encode()) % 360 / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)
