"""Search result records: their elements found, read, and told from what is none."""
