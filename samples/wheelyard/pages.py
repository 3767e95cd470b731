"""The packages installed beside Python: form with a choice of the period, cards, a bar of pages."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from importlib.metadata import Distribution, PackageMetadata, distributions
from typing import Any
from urllib.parse import quote

from aiohttp import web

from samples.application import SampleSite
from samples.catalogue import Record

# Of a package's description so much is searched.
MAX_DESCRIPTION = 4_000
# A licence longer than this is the licence's text, not its name.
MAX_LICENCE = 40
OTHER_LICENCE = "other"
_LICENCES = ("MIT", "BSD", "Apache", "MPL", "LGPL", "GPL", "PSF", "ISC")
# Lines of a description that are no sentences: badges, links, tables, directives, headings.
_NO_SENTENCE = re.compile(r"\]\(|https?://|^\s*(?:[|:.<!\[>-]|\W*$|#+ )")
_MARKS = re.compile(r"[*`]|:\w+:")


def installed_on(record: Record) -> date | None:
    written = record.fact("Installed")
    return date.fromisoformat(written) if written else None


def _make_record(metadata: PackageMetadata, distribution: Distribution) -> Record:
    name = metadata["Name"]
    summary = metadata["Summary"] or "No summary."
    # The description is a field, or what follows the fields.
    description = metadata["Description"] or str(metadata.json.get("description", ""))
    told = _sentences(description[:MAX_DESCRIPTION])
    size, files, installed = _measure(distribution)
    return Record(
        path=f"/package/{quote(name)}",
        title=name,
        text=" ".join(f"{summary} {told}".split()),
        section=_licence(metadata),
        facts=(
            ("Version", metadata["Version"]),
            ("Summary", summary),
            ("Author", _author(metadata)),
            ("Size", _write_size(size)),
            ("Files", f"{files:,}"),
            ("Installed", installed.isoformat() if installed else ""),
            ("Requires", ", ".join(_names(metadata.get_all("Requires-Dist") or ()))),
            ("Python", metadata["Requires-Python"] or "any"),
        ),
    )


def _sentences(description: str) -> str:
    """Return the running text of a description in Markdown or reStructuredText.

    >>> _sentences("# h11\\n[![Badge](x.svg)](y)\\n\\nA *small* library.")
    'A small library.'
    """
    lines = (line for line in description.splitlines() if not _NO_SENTENCE.search(line))
    return " ".join(_MARKS.sub("", " ".join(lines)).split())


def _measure(distribution: Distribution) -> tuple[int, int, date | None]:
    size = files = 0
    installed = None
    for row in csv.reader((distribution.read_text("RECORD") or "").splitlines()):
        path, _, length = (*row, "", "")[:3]
        size += int(length) if length.isdecimal() else 0
        files += 1
        if path.endswith(".dist-info/METADATA"):
            try:
                # What `locate_file` returns is a path wherever packages lie in folders.
                modified = distribution.locate_file(path).stat().st_mtime  # type: ignore[attr-defined]
            except OSError:
                continue
            installed = datetime.fromtimestamp(modified, UTC).date()
    return size, files, installed


def _licence(metadata: PackageMetadata) -> str:
    said = [
        *(metadata.get_all("License-Expression") or ()),
        *(text for text in metadata.get_all("License") or () if len(text) <= MAX_LICENCE),
        *(text for text in metadata.get_all("Classifier") or () if text.startswith("License")),
    ]
    text = " ".join(said)
    return next((name for name in _LICENCES if name in text), OTHER_LICENCE)


def _author(metadata: PackageMetadata) -> str:
    for field in ("Author", "Author-email", "Maintainer", "Maintainer-email"):
        name = re.sub(r"\s*<[^>]*>", "", metadata[field] or "").strip(' "')
        if name and "@" not in name and name != "UNKNOWN":
            return str(name)
    return "its contributors"


def _names(requirements: Iterable[str]) -> list[str]:
    """Return the names of what a package always needs.

    >>> _names(["idna>=2.0", "pytest; extra == 'test'"])
    ['idna']
    """
    needed = (text for text in requirements if "extra" not in text.partition(";")[2])
    return [re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in needed]


def _write_size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1e3))} KB"


LATEST_SHOWN = 6
# What the form offers, in days.
PERIODS = {"day": 1, "week": 7, "month": 31, "year": 366}


class Wheelyard(SampleSite):
    name = "wheelyard"
    title = "Wheelyard"
    port_offset = 15
    search_path = "/packages"
    record_route = "/package/{name}"
    section_route = "/licence/{name}"
    query_field = "query"
    page_size = 8
    digits_separator = ""
    snippet_length = 170
    mark = "strong"
    advertisements = (
        (
            "A mirror of your own",
            "Keep every package you depend on within your walls. From $9 a month.",
            "https://mirror-in-a-box.example/start",
        ),
        (
            "Know what you install",
            "Licences and known faults of all dependencies in one list. Free for small teams.",
            "https://dependency-desk.example/free",
        ),
    )
    redirector = "https://ads.packetpost.example/visit"
    advertised_at_once = 1
    advertised_from = 8

    def records(self) -> Iterable[Record]:
        packages: dict[str, Record] = {}
        for distribution in distributions():
            # Parsed anew at each access, this is what takes the time.
            metadata = distribution.metadata
            if metadata["Name"] and metadata["Name"].casefold() not in packages:
                packages[metadata["Name"].casefold()] = _make_record(metadata, distribution)
        return (packages[name] for name in sorted(packages))

    def around(self, request: web.Request) -> dict[str, object]:
        licences = sorted(self.catalogue.section_sizes)
        return {**super().around(request), "licences": licences, "periods": tuple(PERIODS)}

    def records_at_home(self) -> Sequence[Record]:
        records = self.catalogue.records
        return sorted(records, key=lambda each: each.fact("Installed"), reverse=True)[:LATEST_SHOWN]

    def kept_fields(self, fields: Mapping[str, str]) -> dict[str, Any]:
        return {"period": fields.get("period", "")}

    def matching(self, query: str, kept: Mapping[str, Any]) -> tuple[Record, ...]:
        matching = self.search(query)
        if kept["period"] not in PERIODS:
            return matching
        since = datetime.now(UTC).date() - timedelta(days=PERIODS[kept["period"]])
        return tuple(record for record in matching if (installed_on(record) or since) >= since)
