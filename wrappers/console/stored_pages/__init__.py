"""Stored pages in the console: as a browser's picture of them, or made harmless in a frame."""
