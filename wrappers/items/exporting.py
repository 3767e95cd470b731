"""Pages and items of collections as files, written piece by piece: WARC, JSON lines, CSV."""

import csv
import io
import json
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import BufferWARCWriter

from discovery.models import Collection, CollectionPage
from wrappers.models import Item

# Rows with bodies held in memory at once.
_BODIES = 20
_ITEMS = 200
# Columns of a table; further fields are few and rare.
MAX_COLUMNS = 100


@dataclass(frozen=True, slots=True)
class Export:
    """One kind of file: its parts, its content type and the ending of its name."""

    parts: Callable[[Collection], Iterator[bytes]]
    content_type: str
    ending: str


def warc_parts(collection: Collection) -> Iterator[bytes]:
    """Yield the member pages as a compressed WARC file (ISO 28500), a record at a time."""
    yield _warc_record(lambda writer: writer.create_warcinfo_record(
        f"collection-{collection.pk}.warc.gz", {"description": collection.name}
    ))  # fmt: skip
    for page in _pages(collection):
        yield _warc_record(partial(_response_record, page=page))


def _pages(collection: Collection) -> Iterator[CollectionPage]:
    pages = collection.pages.members().exclude(body=b"").order_by("pk")
    return pages.iterator(chunk_size=_BODIES)


def _warc_record(create: Callable[[BufferWARCWriter], Any]) -> bytes:
    writer = BufferWARCWriter(gzip=True)
    writer.write_record(create(writer))
    return bytes(writer.get_contents())


def _response_record(writer: BufferWARCWriter, page: CollectionPage) -> Any:
    body = page.html()
    headers = [("Content-Length", str(len(body)))]
    for name, value in (
        ("Content-Type", page.content_type),
        ("ETag", page.etag),
        ("Last-Modified", page.last_modified),
    ):
        if value.strip() and value.isascii():
            headers.append((name, value))
    return writer.create_warc_record(
        page.final_url or page.url,
        "response",
        payload=io.BytesIO(body),
        http_headers=StatusAndHeaders(f"{page.status or 200} OK", headers, protocol="HTTP/1.1"),
        warc_headers_dict={"WARC-Date": page.fetched_at.strftime("%Y-%m-%dT%H:%M:%SZ")},
    )


def jsonl_parts(collection: Collection) -> Iterator[bytes]:
    for item in _items(collection):
        document = {
            "url": item.url,
            "title": item.title,
            "fields": dict(item.fields),
            "text": item.text,
        }
        yield (json.dumps(document, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def csv_parts(collection: Collection) -> Iterator[bytes]:
    names: dict[str, None] = {}
    for item in _items(collection):
        names.update(dict.fromkeys(name for name, _ in item.fields))
    columns = list(names)[:MAX_COLUMNS]
    yield table_row(["url", "title", *columns])
    for item in _items(collection):
        values = dict(item.fields)
        yield table_row([item.url, item.title, *(values.get(name, "") for name in columns)])


def _items(collection: Collection) -> Iterator[Item]:
    return Item.objects.filter(collection=collection).order_by("pk").iterator(chunk_size=_ITEMS)


def table_row(values: list[str]) -> bytes:
    """Return a line of a CSV file, with no text that a spreadsheet takes for a formula."""
    buffer = io.StringIO()
    csv.writer(buffer).writerow([escape_cell(value) for value in values])
    return buffer.getvalue().encode("utf-8", "replace")


EXPORTS = {
    "warc": Export(warc_parts, "application/warc", "warc.gz"),
    "jsonl": Export(jsonl_parts, "application/x-ndjson; charset=utf-8", "jsonl"),
    "csv": Export(csv_parts, "text/csv; charset=utf-8", "csv"),
}

# With these a spreadsheet takes a text for a formula, after white space and what is not seen, too.
_FORMULA_STARTS = ("=", "+", "-", "@")


def escape_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> escape_cell("=HYPERLINK(1)"), escape_cell("plain")
    ("'=HYPERLINK(1)", 'plain')
    """
    first = next((sign for sign in text if not _is_unseen(sign)), "")
    # Some fold full-width and small forms of the signs ("＝", "﹢") into the plain ones.
    is_formula = unicodedata.normalize("NFKC", first).startswith(_FORMULA_STARTS) or first == "−"
    return f"'{text}" if is_formula or text.startswith(("\t", "\r", "\n")) else text


def _is_unseen(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in {"Cc", "Cf"}
