"""The records of this site: the documentation of Python's standard library."""

import inspect
from functools import cache

from samples.application import excerpt
from samples.catalogue import Catalogue, Record
from samples.standard_library import DocumentedObject, documented_objects, plain_text

SNIPPET_LENGTH = 260


@cache
def catalogue() -> Catalogue:
    return Catalogue(map(_make_record, documented_objects().values()))


def snippet(record: Record, query: str) -> str:
    return excerpt(record.text, query, SNIPPET_LENGTH)


def _make_record(documented: DocumentedObject) -> Record:
    return Record(
        path=documented.path,
        title=documented.title,
        text=plain_text(documented.documentation),
        section=documented.module,
        facts=(
            ("Kind", documented.kind),
            ("Module", documented.module),
            ("Documentation", inspect.cleandoc(documented.documentation)),
        ),
    )
