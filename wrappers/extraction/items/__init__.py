"""Data items: what a record says, piece by piece, each with the column it belongs to."""
