"""Data items, measured: cells of the shared truth, and fields labelled by hand."""
