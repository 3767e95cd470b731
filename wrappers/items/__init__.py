"""Items: what the pages of collections say, read, indexed, searched, exported."""

from wrappers.items.exporting import EXPORTS, escape_cell
from wrappers.items.reading import read_items
from wrappers.items.searching import ItemHits, search_items

__all__ = ["EXPORTS", "ItemHits", "escape_cell", "read_items", "search_items"]
