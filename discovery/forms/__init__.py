"""Forms of a page: found, classified, ranked."""
