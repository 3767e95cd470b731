"""Connections as people give them."""
