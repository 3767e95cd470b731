"""The console's first page, and the groups of its accounts."""

from metasearch.console.groups import make_missing_groups

__all__ = ["make_missing_groups"]
