"""How a crawl of one site is driven, and what is kept of the pages it read."""
