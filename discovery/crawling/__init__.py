"""Crawling: which pages of the web are looked at, in which order, and what they tell."""
