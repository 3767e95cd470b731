"""The lines of text of a page, and where they stand in its template."""
