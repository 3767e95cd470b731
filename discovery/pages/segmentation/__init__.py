"""Segmentation: the visual blocks that a page consists of (VIPS, Cai, Yu, Wen, Ma 2003)."""

from discovery.pages.segmentation.content_structure import segment_page
from discovery.pages.segmentation.visual_block import VisualBlock

__all__ = ["VisualBlock", "segment_page"]
