"""The console's first page, and the groups of its accounts."""
