"""Segmentation: the visual blocks that a page consists of (VIPS, Cai, Yu, Wen, Ma 2003)."""
