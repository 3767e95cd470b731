"""Results for reference managers: BibTeX (by pybtex) and RIS (by rispy)."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse

from metasearch.api.search_json import DataOptions, as_file
from metasearch.merging.duplicates import MergedResult
from metasearch.search.dates import published
from metasearch.search.highlighting import clean_text
from metasearch.search.results import SearchOutcome
from wrappers.extraction.items.pieces import ItemKind

# Characters of one field. Guess: longer than titles, shorter than hostile ones.
MAX_LENGTH = 500
_BETWEEN_AUTHORS = re.compile(r"\s*(?:;|&|\band\b)\s*")
_BRACES = re.compile(r"[{}]")


def authors_of(result: MergedResult) -> list[str]:
    """Return the authors of a result, each by itself.

    >>> from wrappers.extraction.items.pieces import RecordItem
    >>> def written(by): return MergedResult(items=(RecordItem("a", ItemKind.AUTHOR, by),))
    >>> authors_of(written("Ada Lovelace, Alan Turing")), authors_of(written("Knuth, D.; Liu, B."))
    (['Ada Lovelace', 'Alan Turing'], ['Knuth, D.', 'Liu, B.'])
    """
    written = clean_text(result.first(ItemKind.AUTHOR), MAX_LENGTH)
    parts = [part for part in _BETWEEN_AUTHORS.split(written) if part]
    names = [name.strip() for name in written.split(",")]
    # Names of two words with commas between them: a list; else the comma stands within a name.
    if len(parts) == 1 and all(" " in name for name in names):
        return names
    return parts


def _fields(result: MergedResult) -> Iterator[tuple[str, str]]:
    """Yield what both formats say of a result, by BibTeX's names."""
    day = published(result.date)
    yield "title", clean_text(result.title, MAX_LENGTH) or result.url[:MAX_LENGTH]
    yield "year", str(day.year) if day is not None else ""
    yield "url", result.url
    yield "urldate", date.today().isoformat() if result.url else ""
    yield "abstract", clean_text(result.snippet, MAX_LENGTH)


def as_bibtex(outcome: SearchOutcome, request: HttpRequest, options: DataOptions) -> HttpResponse:
    from pybtex.database import BibliographyData, Entry, Person

    entries = {}
    for number, result in enumerate(options.cut(outcome).results, start=1):
        # Braces that have no match would break the file.
        fields = [(name, _BRACES.sub("", text)) for name, text in _fields(result) if text]
        people = [Person(_BRACES.sub("", name)) for name in authors_of(result)]
        persons = {"author": people} if people else {}
        entries[f"result{number}"] = Entry("misc", fields, persons)
    text = BibliographyData(entries).to_string("bibtex")
    return as_file(text, "application/x-bibtex", "results.bib")


def _unnumbered() -> type[Any]:
    from rispy import RisWriter

    # The format knows no lines of numbers before its records.
    return type("Writer", (RisWriter,), {"set_header": lambda writer, count: ""})


def as_ris(outcome: SearchOutcome, request: HttpRequest, options: DataOptions) -> HttpResponse:
    import rispy

    names = {"urldate": "access_date", "url": "urls"}
    entries = []
    for result in options.cut(outcome).results:
        entry: dict[str, object] = {
            names.get(name, name): [text] if name == "url" else text
            for name, text in _fields(result)
            if text
        }
        entries.append({"type_of_reference": "ELEC", **entry, "authors": authors_of(result)})
    text = rispy.dumps(entries, implementation=_unnumbered())
    return as_file(text, "application/x-research-info-systems", "results.ris")
