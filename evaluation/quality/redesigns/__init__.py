"""Realistic redesigns of saved result pages, to measure how wrappers are adapted.

`python -m evaluation.quality.redesigns DIR OUT` writes them. A redesign is made for a whole site,
by a seed: the same part of the template changes alike on all pages. No redesign alters a record's
words or links; only `reordered` and `everything` alter the order of its parts.
"""
