"""Floats are laid out and placed beside what flows."""

from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Frame, Place, Steps
from discovery.pages.layout.items import Item
from discovery.pages.styles import used_length


def float_frame(
    engine: Engine,
    item: Item,
    frame: Frame,
    place: Place,
    room: tuple[float, float, float],
    before: float = 0.0,
) -> Steps:
    """Lay out and place a float; `room` is left, right and top, `before` what the line holds."""
    left, right, top = room
    style = item.style
    inner = yield engine.lay(item, right - left, Place(Floats()), None)
    whole = right - left
    sides = [
        used_length(margin, whole)
        for margin in (style.margin_left, style.margin_right, style.margin_top, style.margin_bottom)
    ]
    width = max(0.0, inner.width + sides[0] + sides[1])
    height = max(0.0, inner.height + sides[2] + sides[3])
    wanted = top + place.top
    begin, end = left + place.left, right + place.left
    if style.clear:
        wanted = place.floats.below(style.clear, wanted)
    if before:
        wanted = place.floats.fit(width + before, wanted, begin, end)[0]
    x, y = place.floats.put(style.floats, width, height, wanted, begin, end)
    inner.left, inner.top = x - place.left + sides[0], y - place.top + sides[2]
    frame.frames.append(inner)
    return inner
