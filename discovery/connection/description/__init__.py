"""The connection description: all that is needed to ask a search engine, as data."""
