"""The layout of a page: where everything stands, estimated from the markup."""

from discovery.pages.layout.estimate import estimate_layout
from discovery.pages.layout.layout import Box, Font, Layout, Piece, PieceKind, bounding_box

__all__ = ["Box", "Font", "Layout", "Piece", "PieceKind", "bounding_box", "estimate_layout"]
