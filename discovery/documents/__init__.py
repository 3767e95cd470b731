"""Typed documents with a version: stored as JSON and read back."""
