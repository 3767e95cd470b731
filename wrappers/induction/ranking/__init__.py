"""Ranking candidate rules against each other, on one page and on several."""
