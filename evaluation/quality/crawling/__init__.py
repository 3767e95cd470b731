"""Crawls for the classes of known sites, held against the truth; a command of its own."""
