"""Collections from the first page to the search: crawled, wrapped, indexed, published."""
