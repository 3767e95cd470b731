"""Servers of our own, which need nothing but Python, in the envelopes that are met."""
