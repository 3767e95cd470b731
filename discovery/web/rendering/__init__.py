"""Rendering: what a browser shows of a page, every byte of which came through our own guard."""
