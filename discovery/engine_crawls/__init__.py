"""Crawls for search engines: many sites at once, each engine found becomes a proposal."""
