"""Figures of quality: how well forms, records, redesigns and pages are found."""
