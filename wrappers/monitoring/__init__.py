"""Watching over engines in use: what searches tell of them, and checks."""
