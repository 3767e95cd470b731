"""Merging: the ranked lists of many engines become one list without duplicates."""
