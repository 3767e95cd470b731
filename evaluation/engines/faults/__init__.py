"""Faults of engines: what the product shows of each, and what each does to wrappers."""
