"""Wrappers: what they are, how they read a page, how they are kept."""
