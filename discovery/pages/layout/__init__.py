"""The layout of a page: where everything stands, estimated from the markup."""

from discovery.pages.layout.estimate import WINDOW_WIDTH, estimate_layout, wanted_style_sheets
from discovery.pages.layout.layout import Box, Font, Layout, Piece, PieceKind, bounding_box
from discovery.pages.layout.stored_layout import StoredLayout

__all__ = [
    "WINDOW_WIDTH",
    "Box",
    "Font",
    "Layout",
    "Piece",
    "PieceKind",
    "StoredLayout",
    "bounding_box",
    "estimate_layout",
    "wanted_style_sheets",
]
