"""Versionary: what came with which Python, as rows of a table with dates."""
