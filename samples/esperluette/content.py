"""The records of this site: the named character references of HTML."""

import unicodedata
from functools import cache
from html.entities import html5
from urllib.parse import quote

from samples.catalogue import Catalogue
from samples.records import Record

CATEGORIES = {
    "Lu": "lettre majuscule",
    "Ll": "lettre minuscule",
    "Lt": "lettre de titre",
    "Lm": "lettre modificative",
    "Lo": "autre lettre",
    "Mn": "signe diacritique",
    "Nd": "chiffre décimal",
    "No": "autre numéral",
    "Pc": "ponctuation de liaison",
    "Pd": "tiret",
    "Ps": "ponctuation ouvrante",
    "Pe": "ponctuation fermante",
    "Pi": "guillemet ouvrant",
    "Pf": "guillemet fermant",
    "Po": "autre ponctuation",
    "Sm": "symbole mathématique",
    "Sc": "symbole monétaire",
    "Sk": "symbole modificatif",
    "So": "autre symbole",
    "Zs": "espace",
    "Cc": "caractère de contrôle",
    "Cf": "caractère de format",
}


@cache
def catalogue() -> Catalogue:
    """Return the entities in the order of their names, capitals beside small letters."""
    names = sorted((name for name in html5 if name.endswith(";")), key=lambda n: (n.lower(), n))
    return Catalogue(_make_record(name.removesuffix(";"), html5[name]) for name in names)


def snippet(record: Record, query: str) -> str:
    """Return the text of a row's cells after the entity's."""
    return " ".join(record.fact(label) for label in ("Nom Unicode", "Point de code", "Catégorie"))


def _make_record(name: str, characters: str) -> Record:
    unicode_name = " + ".join(
        unicodedata.name(character, "CARACTÈRE SANS NOM") for character in characters
    )
    category = CATEGORIES.get(unicodedata.category(characters[0]), "caractère")
    code = " ".join(f"U+{ord(character):04X}" for character in characters)
    decimal = "".join(f"&#{ord(character)};" for character in characters)
    return Record(
        path=f"/fiche.php?entite={quote(name)}",
        title=f"&{name};",
        text=f"{unicode_name} {code} {category} {characters}",
        section=name[0].lower(),
        facts=(
            ("Caractère", characters),
            ("Nom Unicode", unicode_name),
            ("Point de code", code),
            ("Catégorie", category),
            ("Notation décimale", decimal),
            ("Notation hexadécimale", "".join(f"&#x{ord(c):x};" for c in characters)),
        ),
    )
