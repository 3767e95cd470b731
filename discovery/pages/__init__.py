"""Pages: bytes to a parsed page, its tag tree, its addresses."""
