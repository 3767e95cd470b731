"""Plain lists of addresses: lines of text, tables (CSV), OPML, single documents in XML."""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain
from types import MappingProxyType

from lxml import etree

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import line_of, parse_xml
from discovery.connection.form_description import site_root
from discovery.connection.opensearch import read_opensearch
from discovery.engine_lists.proposals import (
    MAX_LIST_BYTES,
    EngineList,
    EngineListError,
    EngineProposal,
    complete_address,
    is_template,
    propose,
    propose_by_address,
    propose_by_template,
    sort_out,
    with_said,
)

# OPML 2.0: `htmlUrl` is the site, `url` what is linked, `xmlUrl` its feed.
_ADDRESSES = ("htmlUrl", "url", "xmlUrl")


def read_xml_list(data: bytes) -> EngineList:
    """Raises `EngineListError`."""
    try:
        root = parse_xml(data.lstrip(), MAX_LIST_BYTES)
    except DescriptionError as error:
        raise EngineListError(error.reason, error.line) from error
    name = etree.QName(root).localname
    if name == "opml":
        return _read_opml(root)
    if name in {"OpenSearchDescription", "SearchPlugin"}:
        try:
            description = read_opensearch(data, "")
            return EngineList("OpenSearch", (propose(1, description, description.site_name),), ())
        except DescriptionError as error:
            raise EngineListError(error.reason, error.line) from error
    raise EngineListError(f"XML with the root {name[:40]!r} is no list of engines")


def _read_opml(root: etree._Element) -> EngineList:
    # An outline without an address is a folder.
    outlines = (each for each in root.iter("outline") if set(_ADDRESSES) & set(each.attrib))

    def told(outline: etree._Element) -> tuple[int, str]:
        address = next(outline.get(name) or "" for name in _ADDRESSES if name in outline.attrib)
        return line_of(outline) or 1, address

    return sort_out("OPML", outlines, _read_outline, told)


def _read_outline(outline: etree._Element) -> EngineProposal:
    line, title = line_of(outline) or 1, outline.get("title") or outline.get("text") or ""
    name = next(
        name for name in _ADDRESSES if (outline.get(name) or "").strip() or name == "xmlUrl"
    )
    address = (outline.get(name) or "").strip()
    proposal = propose_by_address(line, address, name=title)
    if name != "xmlUrl" or proposal.description is not None:
        return proposal
    # Nobody searches in a feed: its site is proposed.
    return propose_by_address(line, site_root(proposal.home_url), name=title)


# How people head the columns.
_HEADINGS = MappingProxyType(
    {
        "template": ("template", "search_url", "searchurl", "search url", "query url"),
        "address": ("address", "url", "home", "homepage", "website", "site", "link", "domain"),
        "name": ("name", "title", "label", "engine"),
        "wanted": ("wanted", "rank", "weight", "relevance", "count"),
        "charset": ("charset", "encoding"),
        "category": ("category",),
        "language": ("language", "lang"),
    }
)
_DELIMITERS = "\t;,|"
# Lines looked at to tell a table from a list whose addresses hold such characters.
_SAMPLE_LINES = 20


def read_address_list(text: str) -> EngineList:
    """Read a plain list or table, without empty lines and those that begin with `#`.

    Raises `EngineListError` for a table that cannot be taken apart.
    """
    delimiter = find_delimiter(text)
    rows = _table_rows(text, delimiter) if delimiter else _lines(text)
    first = next(rows, None)
    columns = {} if first is None else _columns(first[1])
    return sort_out(
        "CSV" if delimiter else "addresses",
        rows if columns or first is None else chain([first], rows),
        lambda row: _read_row(*row, columns),
        lambda row: (row[0], " ".join(row[1])),
    )


def find_delimiter(text: str) -> str:
    """Return the character that stands in every one of the first lines, empty without one.

    >>> find_delimiter("https://a.example/,A\\nhttps://b.example/,B")
    ','
    """
    lines = [line for line in text[:100_000].splitlines() if line.strip() and line[0] != "#"]
    sample = lines[:_SAMPLE_LINES]
    inside = [each for each in _DELIMITERS if sample and all(each in line for line in sample)]
    return inside[0] if inside else ""


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, [line.strip()]


def _table_rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = 0
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].startswith("#"):
                yield before + 1, [cell.strip() for cell in cells]
            before = reader.line_num
    except csv.Error as error:
        raise EngineListError(f"no table: {error}", before + 1) from error


def _columns(first: Sequence[str]) -> dict[str, int]:
    if any(_is_address(cell) for cell in first):
        return {}
    found: dict[str, int] = {}
    for place, cell in enumerate(first):
        for meaning, headings in _HEADINGS.items():
            if cell.strip().lower() in headings:
                found.setdefault(meaning, place)
    return found if found.keys() & {"template", "address"} else {}


def _is_address(cell: str) -> bool:
    return complete_address(cell) is not None or is_template(cell)


def _read_row(line: int, row: Sequence[str], columns: dict[str, int]) -> EngineProposal:
    if not columns:
        places = [place for place, cell in enumerate(row) if _is_address(cell)]
        others = [cell for place, cell in enumerate(row) if place not in places[:1] and cell]
        address = row[places[0]] if places else row[0]
        return propose_by_address(line, address, name=others[0] if others else "")
    cells = {what: row[place] for what, place in columns.items() if place < len(row)}
    name = cells.get("name", "")
    if cells.get("template"):
        proposal = propose_by_template(
            line,
            cells["template"],
            name=name,
            home=cells.get("address", ""),
            charset=cells.get("charset", ""),
        )
    else:
        proposal = propose_by_address(line, cells.get("address", ""), name=name)
    category, language = cells.get("category", ""), cells.get("language", "")
    return with_said(proposal, cells.get("wanted"), category, language)
