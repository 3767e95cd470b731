"""Imports of engines from files, and the learning of what was proposed."""
