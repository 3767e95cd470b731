"""Modulary: the standard library's documentation, in English, as an ordered list."""
