"""How wide texts are: by classes of characters, in em."""

from collections.abc import Mapping

# Widths as a share of the size, by classes: of DejaVu Sans, which Chromium falls back to on a plain
# Linux. Other fonts are narrower, most by a tenth (Arial), or as wide (Verdana).
CHARACTER_WIDTH = 0.61
WIDE_CHARACTER_WIDTH = 1.0
BOLD_FACTOR = 1.12
FIRST_WIDE_CHARACTER = "\u1100"
SPACE = 0.32
_CLASSES = {
    0.28: "ijlIJ'",
    0.34: " \xa0,.:;/\\|-f",
    0.4: '!()[]t"r`',
    0.53: "szc?_*L",
    0.69: "ABCKRVXZ$&",
    0.77: "DGHNOQU",
    0.84: "+<=>#~^Mw",
    0.98: "mW@%",
}
_WIDTHS: Mapping[str, float] = {
    character: width for width, characters in _CLASSES.items() for character in characters
}


def width_in_em(text: str, *, bold: bool = False) -> float:
    """Return the width of a text in em.

    >>> width_in_em("日本"), width_in_em("mm") > width_in_em("ll")
    (2.0, True)
    """
    known = _WIDTHS.get
    width = 0.0
    for character in text:
        each = known(character)
        if each is None:
            wide = character >= FIRST_WIDE_CHARACTER
            each = WIDE_CHARACTER_WIDTH if wide else CHARACTER_WIDTH
        width += each
    return width * BOLD_FACTOR if bold else width


def breakable(folded: str) -> list[tuple[str, str]]:
    """Return what a line may end behind: words, and the letters of scripts without blanks.

    Each with the blank before it.

    >>> breakable("to 日本")
    [('', 'to'), (' ', '日'), ('', '本')]
    """
    parts: list[tuple[str, str]] = []
    for count, word in enumerate(folded.split(" ")):
        blank = " " if count else ""
        if word.isascii() or max(word) < FIRST_WIDE_CHARACTER:
            parts.append((blank, word))
        else:
            parts.extend((blank if not place else "", each) for place, each in enumerate(word))
    return parts
