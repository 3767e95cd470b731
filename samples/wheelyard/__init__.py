"""Wheelyard: the installed packages, as cards, with a choice of the period."""
