"""Candidate rules: every regularity of a page that could be its records."""
