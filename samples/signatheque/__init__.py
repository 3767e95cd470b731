"""Signathèque: parameters of functions, in French and Latin-1, as paragraphs of the nineties."""
