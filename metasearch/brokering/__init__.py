"""Brokering: which of many engines to ask, and what they are about, by the words they use."""
