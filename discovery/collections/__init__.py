"""Crawls of collections: all pages of a site like a sample, downloaded and kept page by page."""
