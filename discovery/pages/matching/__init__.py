"""Matching tag trees: how alike two pages, or two parts of pages, are built."""
