"""Texts from the web as cells of a table that a spreadsheet may open."""

# With these a spreadsheet takes a text for a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> cell("=HYPERLINK(1)"), cell("plain")
    ("'=HYPERLINK(1)", 'plain')
    """
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
