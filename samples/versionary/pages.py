"""News of each version of Python: rows of a table with dates, pages back and on."""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from aiohttp import web

from samples.application import SampleSite
from samples.catalogue import Record
from samples.standard_library import DocumentedObject, documented_objects


@cache
def history() -> dict[str, dict[str, Any]]:
    text = Path(__file__).with_name("history.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _make_record(documented: DocumentedObject, version: str, change: str) -> Record:
    return Record(
        path=documented.path,
        title=documented.title,
        text=f"Changed: {change}" if change else f"New {documented.kind}: {documented.summary}",
        section=version,
        facts=(("Released", _day(version)), ("Change", "changed" if change else "added")),
    )


def _day(version: str) -> str:
    """Return the day of a release in English, whatever the machine's language."""
    day = history()[version]["released"]
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    return f"{day.day} {months[day.month - 1]} {day.year}"


class Versionary(SampleSite):
    name = "versionary"
    title = "Versionary"
    port_offset = 12
    leads_to_reference = True
    search_path = "/find"
    section_route = "/version/{name}"
    query_field = "what"
    number_field = "p"
    first_number = 0
    page_size = 15
    mark = "mark"

    def records(self) -> Iterator[Record]:
        told = set()
        versions = history().items()
        for version, news in sorted(versions, key=lambda each: each[1]["released"], reverse=True):
            groups = (group.split(":") for group in news.get("added", "").split(";") if group)
            added = (
                module.strip() if name == "." else f"{module.strip()}.{name}"
                for module, names in groups
                for name in names.split()
            )
            changed = news.get("changed", {})
            for title in (*changed, *added):
                documented = documented_objects().get(title)
                # A Python without it cannot tell of it.
                if documented is not None and title not in told:
                    told.add(title)
                    yield _make_record(documented, version, changed.get(title, ""))

    def around(self, request: web.Request) -> dict[str, object]:
        versions = [(name, _day(name), count) for name, count in self.catalogue.section_sizes]
        return {**super().around(request), "versions": versions}
