"""Beds: folders of cases (a page, what was asked, the truth), packed, and how they are opened."""
