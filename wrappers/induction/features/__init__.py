"""Features of a candidate rule on one page: its records, links, titles, texts and shape."""
