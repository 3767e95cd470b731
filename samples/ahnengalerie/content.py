"""The records of this site: family trees of the classes that come with Python."""

from collections.abc import Sequence
from functools import cache

from samples.ahnengalerie.families import Family, families, short_name
from samples.catalogue import Catalogue
from samples.records import Record
from samples.standard_library import documented_objects

# Relatives named beside a picture.
NAMED_RELATIVES = 4


@cache
def catalogue() -> Catalogue:
    """Return the classes, module by module."""
    return Catalogue(map(_make_record, families().values()))


def snippet(record: Record, query: str) -> str:
    """Return the text below a picture's title."""
    return record.text


def _make_record(family: Family) -> Record:
    documented = documented_objects()[family.title]
    sentences = [f"Stammbaum einer Klasse aus dem Modul {documented.module}"]
    if family.ancestors:
        count = (
            "einen Vorfahren"
            if len(family.ancestors) == 1
            else f"{len(family.ancestors)} Vorfahren"
        )
        sentences.append(f"hat {count}: {_names(family.ancestors)}")
    if family.children:
        count = (
            "eine Nachfahrin"
            if len(family.children) == 1
            else f"{len(family.children)} Nachfahrinnen"
        )
        sentences.append(f"hat {count}: {_names(family.children)}")
    if family.methods:
        count = "eine Methode" if len(family.methods) == 1 else f"{len(family.methods)} Methoden"
        sentences.append(f"hat {count}: {_names(family.methods)}")
    return Record(
        path=documented.path,
        title=family.title,
        text=f"{'; '.join(sentences)}.",
        section=documented.module,
    )


def _names(titles: Sequence[str]) -> str:
    """Return a few names and how many more there are."""
    named = ", ".join(short_name(title) for title in titles[:NAMED_RELATIVES])
    rest = len(titles) - NAMED_RELATIVES
    return f"{named} und {rest} weitere" if rest > 0 else named
