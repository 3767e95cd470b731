"""Crawls for search engines: which pages first, and whether one is an engine's interface."""
