"""Measurement: how well wrappers are adapted to redesigned pages."""
