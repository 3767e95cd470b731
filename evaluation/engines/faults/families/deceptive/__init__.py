"""Families of pages that show a reader and a program different things, or are not the engine's."""
