"""Adaptation: wrappers that find their records again after a redesign."""
