"""Integrity constraints: what every answer of an engine must keep to."""
