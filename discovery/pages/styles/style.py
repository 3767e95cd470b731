"""The computed style of an element: what the layout reads, in pixels where they can be known."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from discovery.pages.styles.lengths import ZERO, Length

# What children get from their parents (CSS 2.2, appendix F).
INHERITED = (
    "visible", "size", "weight", "italic", "color", "family", "line_factor", "line_pixels",
    "wraps", "keeps_lines", "align", "aligns_blocks", "spacing", "variables",
)  # fmt: skip


class Style:
    """What the cascade says of an element; attributes that nothing sets have the values here.

    A `Length` of None is `auto` (of `max_*`: none). `line_pixels` counts where it is set, else
    `line_factor` times the font size.
    """

    display: str = "inline"
    position: str = "static"
    floats: str = ""
    clear: str = ""
    # Whether `::after` clears the floats inside: the "clearfix" of many pages.
    clears_inside: bool = False
    visible: bool = True
    clips: bool = False
    border_box: bool = False
    width: Length | None = None
    height: Length | None = None
    min_width: Length = ZERO
    max_width: Length | None = None
    min_height: Length = ZERO
    max_height: Length | None = None
    left: Length | None = None
    right: Length | None = None
    top: Length | None = None
    bottom: Length | None = None
    margin_top: Length | None = ZERO
    margin_right: Length | None = ZERO
    margin_bottom: Length | None = ZERO
    margin_left: Length | None = ZERO
    padding_top: Length = ZERO
    padding_right: Length = ZERO
    padding_bottom: Length = ZERO
    padding_left: Length = ZERO
    border_top: float = 0.0
    border_right: float = 0.0
    border_bottom: float = 0.0
    border_left: float = 0.0
    size: float = 16.0
    weight: int = 400
    italic: bool = False
    color: str = ""
    family: str = ""
    background: str = ""
    line_factor: float = 0.0
    line_pixels: float | None = None
    wraps: bool = True
    keeps_lines: bool = False
    align: str = ""
    # Whether `align` places blocks inside as well, as `<center>` does.
    aligns_blocks: bool = False
    vertical: str = ""
    spacing: float = 2.0
    fixed_columns: bool = False
    direction: str = "row"
    flex_wraps: bool = False
    grow: float = 0.0
    shrink: float = 1.0
    basis: Length | None = None
    justify: str = ""
    align_items: str = ""
    align_self: str = ""
    order: int = 0
    columns: int = 0
    column_width: float = 0.0
    column_gap: Length | None = None
    row_gap: Length = ZERO
    grid_columns: str = ""
    grid_start: str = ""
    grid_end: str = ""
    # Custom properties (`--name`) by name.
    variables: Mapping[str, str] = MappingProxyType({})

    def inside(self) -> "Style":
        """Return the style that a child starts from."""
        style = Style()
        own = self.__dict__
        style.__dict__.update({name: own[name] for name in INHERITED if name in own})
        return style


@dataclass(frozen=True, slots=True)
class Window:
    """What relative lengths are measured by besides the element itself."""

    width: float
    root_em: float = 16.0
