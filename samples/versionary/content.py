"""The records of this site: what each version of Python added and changed."""

from collections.abc import Iterator
from functools import cache

from samples.catalogue import Catalogue, Record
from samples.standard_library import DocumentedObject, documented_objects
from samples.versionary.history import ADDED, CHANGED, RELEASED


@cache
def catalogue() -> Catalogue:
    return Catalogue(_make_records())


def snippet(record: Record, query: str) -> str:
    return record.text


def _make_records() -> Iterator[Record]:
    told = set()
    for version in sorted(RELEASED, key=RELEASED.__getitem__, reverse=True):
        remarks = dict(CHANGED.get(version, {}))
        for title in ADDED.get(version, "").split():
            remarks.setdefault(title, "")
        for title, remark in remarks.items():
            documented = documented_objects().get(title)
            # A Python without it cannot tell of it.
            if documented is not None and title not in told:
                told.add(title)
                yield _make_record(documented, version, remark)


def _make_record(documented: DocumentedObject, version: str, change: str) -> Record:
    return Record(
        path=documented.path,
        title=documented.title,
        text=f"Changed: {change}" if change else f"New {documented.kind}: {documented.summary}",
        section=version,
        facts=(
            ("Version", f"Python {version}"),
            ("Released", RELEASED[version]),
            ("Change", "changed" if change else "added"),
        ),
    )
