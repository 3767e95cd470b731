"""How well data items are read: cells of the shared truth, and fields labelled by hand."""
