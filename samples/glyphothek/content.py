"""The records of this site: the characters of Unicode that have a name."""

import unicodedata
from functools import cache

from samples.catalogue import Catalogue
from samples.records import Record

# Blocks of the Unicode standard (Blocks.txt): name, first and last code point.
BLOCKS = (
    ("Basic Latin", 0x0020, 0x007F),
    ("Latin-1 Supplement", 0x0080, 0x00FF),
    ("Latin Extended-A", 0x0100, 0x017F),
    ("Latin Extended-B", 0x0180, 0x024F),
    ("IPA Extensions", 0x0250, 0x02AF),
    ("Spacing Modifier Letters", 0x02B0, 0x02FF),
    ("Combining Diacritical Marks", 0x0300, 0x036F),
    ("Greek and Coptic", 0x0370, 0x03FF),
    ("Cyrillic", 0x0400, 0x04FF),
    ("Armenian", 0x0530, 0x058F),
    ("Hebrew", 0x0590, 0x05FF),
    ("Georgian", 0x10A0, 0x10FF),
    ("Cherokee", 0x13A0, 0x13FF),
    ("Runic", 0x16A0, 0x16FF),
    ("Latin Extended Additional", 0x1E00, 0x1EFF),
    ("Greek Extended", 0x1F00, 0x1FFF),
    ("General Punctuation", 0x2000, 0x206F),
    ("Superscripts and Subscripts", 0x2070, 0x209F),
    ("Currency Symbols", 0x20A0, 0x20CF),
    ("Letterlike Symbols", 0x2100, 0x214F),
    ("Number Forms", 0x2150, 0x218F),
    ("Arrows", 0x2190, 0x21FF),
    ("Mathematical Operators", 0x2200, 0x22FF),
    ("Miscellaneous Technical", 0x2300, 0x23FF),
    ("Enclosed Alphanumerics", 0x2460, 0x24FF),
    ("Box Drawing", 0x2500, 0x257F),
    ("Block Elements", 0x2580, 0x259F),
    ("Geometric Shapes", 0x25A0, 0x25FF),
    ("Miscellaneous Symbols", 0x2600, 0x26FF),
    ("Dingbats", 0x2700, 0x27BF),
    ("Supplemental Arrows-A", 0x27F0, 0x27FF),
    ("Braille Patterns", 0x2800, 0x28FF),
    ("Supplemental Arrows-B", 0x2900, 0x297F),
    ("Supplemental Mathematical Operators", 0x2A00, 0x2AFF),
    ("Miscellaneous Symbols and Arrows", 0x2B00, 0x2BFF),
    ("Hiragana", 0x3040, 0x309F),
    ("Katakana", 0x30A0, 0x30FF),
    ("Musical Symbols", 0x1D100, 0x1D1FF),
    ("Playing Cards", 0x1F0A0, 0x1F0FF),
    ("Miscellaneous Symbols and Pictographs", 0x1F300, 0x1F5FF),
    ("Emoticons", 0x1F600, 0x1F64F),
    ("Transport and Map Symbols", 0x1F680, 0x1F6FF),
)
CATEGORIES = {
    "Lu": "Großbuchstabe",
    "Ll": "Kleinbuchstabe",
    "Lt": "Titelbuchstabe",
    "Lm": "Modifikatorbuchstabe",
    "Lo": "Buchstabe ohne Groß- und Kleinschreibung",
    "Mn": "kombinierendes Zeichen",
    "Mc": "kombinierendes Zeichen mit Breite",
    "Me": "umschließendes Zeichen",
    "Nd": "Dezimalziffer",
    "Nl": "Zahlbuchstabe",
    "No": "anderes Zahlzeichen",
    "Pc": "verbindendes Satzzeichen",
    "Pd": "Strich",
    "Ps": "öffnende Klammer",
    "Pe": "schließende Klammer",
    "Pi": "öffnendes Anführungszeichen",
    "Pf": "schließendes Anführungszeichen",
    "Po": "anderes Satzzeichen",
    "Sm": "mathematisches Symbol",
    "Sc": "Währungssymbol",
    "Sk": "modifizierendes Symbol",
    "So": "anderes Symbol",
    "Zs": "Leerzeichen",
    "Cf": "Formatierungszeichen",
}
# What the form's choice of a kind narrows the answer to: first letters of general categories.
KINDS = {"alle": "LMNPSZC", "buchstaben": "L", "ziffern": "N", "symbole": "PS"}
DOTTED_CIRCLE = "\u25cc"


@cache
def catalogue() -> Catalogue:
    """Return the characters block by block, in the order of their code points."""
    return Catalogue(
        _make_record(chr(code), block)
        for block, first, last in BLOCKS
        for code in range(first, last + 1)
        if unicodedata.name(chr(code), "")
    )


def snippet(record: Record, query: str) -> str:
    """Return the text of a result's card below its title."""
    return record.text


def is_of_kind(record: Record, kind: str) -> bool:
    """Return whether a record belongs to one of `KINDS`."""
    return record.fact("Kategorie")[:1] in KINDS[kind]


def _make_record(character: str, block: str) -> Record:
    code = f"{ord(character):04X}"
    category = unicodedata.category(character)
    label = CATEGORIES.get(category, "Zeichen")
    sentences = [f"{label[0].upper()}{label[1:]} aus dem Block {block}, dezimal {ord(character)}"]
    decomposition = unicodedata.decomposition(character)
    if decomposition:
        sentences.append(f"zerlegbar in {decomposition}")
    numeric = unicodedata.numeric(character, None)
    if numeric is not None:
        sentences.append(f"Zahlenwert {numeric:g}")
    if unicodedata.mirrored(character):
        sentences.append("gespiegelt in Schrift von rechts nach links")
    encoded = " ".join(f"{byte:02X}" for byte in character.encode())
    return Record(
        path=f"/zeichen/{code}",
        title=unicodedata.name(character),
        text=f"{', '.join(sentences)}. U+{code}, UTF-8: {encoded}",
        section=block,
        facts=(
            ("Zeichen", _printable(character, category)),
            ("Codepunkt", f"U+{code}"),
            ("Kategorie", f"{category} ({label})"),
            ("Block", block),
            ("Bidirektionale Klasse", unicodedata.bidirectional(character)),
            ("Zerlegung", decomposition or "keine"),
            ("UTF-8", encoded),
            ("HTML", f"&#x{code};"),
        ),
    )


def _printable(character: str, category: str) -> str:
    """Return a character so that it can be seen: marks on a circle, invisible ones not at all."""
    if category.startswith("M"):
        return DOTTED_CIRCLE + character
    return "" if category[0] in "CZ" else character
