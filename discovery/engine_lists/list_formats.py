"""Lists of engines in the formats that people have, told apart by what is in them, taken apart."""

import codecs
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

import yaml
from lxml import etree
from w3lib.encoding import read_bom
from yaml.constructor import BaseConstructor

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import line_of, parse_xml
from discovery.connection.form_description import site_root
from discovery.connection.opensearch import read_opensearch
from discovery.engine_lists.entries import (
    CONNECTION_KEY,
    MANIFEST_KEY,
    NAMES,
    YamlObject,
    is_browsers,
    is_engine_file,
    is_template,
    propose_entry,
    said,
)
from discovery.engine_lists.proposals import (
    MAX_ENTRIES,
    MAX_LIST_BYTES,
    EngineList,
    EngineListError,
    RejectedEntry,
    clean_name,
    complete_address,
)

# The line of an entry (from 1), what its list calls it, what it says.
Entry = tuple[int, str, Any]
_YAML_LINE = re.compile(
    r"^[ \t]{0,20}(?:-[ \t]{1,20})?(?:engines|engine|search_url|use_default_settings)[ \t]{0,20}:",
    re.MULTILINE,
)
# Characters looked at to tell the format.
_HEAD = 200_000
MAX_EXCERPT = 160


def read_engine_list(data: bytes, filename: str = "") -> EngineList:
    """Raises `EngineListError` for a file that cannot be read as a whole.

    Its name counts only where its content leaves a doubt.
    """
    format, entries = _take_apart(data, filename)
    proposals, rejected = [], []
    for number, (line, name, entry) in enumerate(entries, start=1):
        if number > MAX_ENTRIES:
            raise EngineListError(f"more than {MAX_ENTRIES:,} entries")
        try:
            proposals.append(propose_entry(line, entry, name))
        except DescriptionError as error:
            excerpt = clean_name(f"{name} {_label(entry)}")[:MAX_EXCERPT]
            rejected.append(RejectedEntry(line, clean_name(error.reason), excerpt))
    if format == "bangs (JSON)" and proposals and not any(each.description for each in proposals):
        format = "addresses (JSON)"
    return EngineList(format, tuple(proposals), tuple(rejected))


def _label(entry: Any) -> str:
    values = entry.values() if isinstance(entry, Mapping) else [entry]
    texts = [value for value in values if isinstance(value, str)]
    try:
        name = said(entry, "name") if isinstance(entry, Mapping) else ""
    except DescriptionError:
        name = ""
    return name or " ".join(texts)


def _take_apart(data: bytes, filename: str) -> tuple[str, Iterable[Entry]]:
    """Return the name of a list's format, for people, and its entries."""
    if len(data) > MAX_LIST_BYTES:
        raise EngineListError(f"{len(data):,} bytes are more than the {MAX_LIST_BYTES:,} allowed")
    if data.startswith(b"mozLz40\0"):
        raise EngineListError("the file is compressed: unpack it first (mozlz4)")
    if data.lstrip(codecs.BOM_UTF8 + b" \t\r\n").startswith(b"<"):
        return _read_xml(data.removeprefix(codecs.BOM_UTF8))
    text = decode_list(data)
    if not text.strip():
        raise EngineListError("the file is empty")
    is_yaml = filename.lower().endswith((".yml", ".yaml"))
    if text.lstrip()[0] in "[{" and not is_yaml:
        entries = json_entries(text)
        if any(is_engine_file(entry) for *_, entry in entries):
            return "engine files (JSON)", entries
        is_of_browsers = any(is_browsers(entry) for *_, entry in entries)
        return ("browser engines (JSON)" if is_of_browsers else "bangs (JSON)"), entries
    if is_yaml or _YAML_LINE.search(text[:_HEAD]):
        return "selector engines (YAML)", _selector_engines(read_yaml(text))
    delimiter = find_delimiter(text)
    if delimiter:
        return "CSV", _table_entries(_table_rows(text, delimiter))
    return "addresses", _table_entries(_lines(text))


def decode_list(data: bytes) -> str:
    """Decode by the mark, as UTF-8, as Windows-1252. Raises `EngineListError`."""
    codec, mark = read_bom(data)
    if codec is not None and mark is not None:
        return data.removeprefix(mark).decode(codec, "replace")
    if b"\0" in data:
        raise EngineListError("the file is no text", data[: data.index(b"\0")].count(b"\n") + 1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "replace")


def _read_xml(data: bytes) -> tuple[str, Iterable[Entry]]:
    try:
        root = parse_xml(data.lstrip(), MAX_LIST_BYTES)
        name = etree.QName(root).localname
        if name in {"OpenSearchDescription", "SearchPlugin"}:
            description = read_opensearch(data, "")
            return "OpenSearch", [(1, description.site_name, description)]
    except DescriptionError as error:
        raise EngineListError(error.reason, error.line) from error
    if name == "opml":
        # An outline without an address is a folder.
        known = {"htmlUrl", "url", "xmlUrl"}
        outlines = (each for each in root.iter("outline") if known & set(each.attrib))
        return "OPML", ((line_of(each) or 1, "", _outline(each)) for each in outlines)
    raise EngineListError(f"XML with the root {name[:40]!r} is no list of engines")


def _outline(outline: etree._Element) -> dict[str, str]:
    entry = {str(key): str(value) for key, value in outline.attrib.items()}
    feed = complete_address(entry.get("xmlUrl", ""))
    # Nobody searches in a feed: its site is proposed.
    return {**entry, "home": site_root(feed)} if feed else entry


def join_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return JSON files, by their names, as one list. Raises `EngineListError`."""
    texts = []
    for name, data in files:
        texts.append(decode_list(data))
        try:
            json.loads(texts[-1])
        except (ValueError, RecursionError) as error:
            raise EngineListError(f"{name}: no JSON: {error}") from error
    return ("[\n" + ",\n".join(texts) + "\n]").encode("utf-8", "replace")


# Under which of its names an object holds the entries: Firefox, Chromium, and lists of bangs.
_CONTAINERS = frozenset({"data", "engines", "elements", "bangs", "search_engines", "searchEngines"})
_SINGLE = frozenset({CONNECTION_KEY, MANIFEST_KEY, *NAMES["template"], "u", "url", "href"})
# What stands between the values of a document that is well-formed.
_GAP = re.compile(r"[ \t\r\n,:]*")
# Comments in the manner of C, as Chromium's own file has them, beside strings (which stay).
# The closing quote may lack: a pattern that could fail there would be tried again at every quote.
_STRING_OR_COMMENT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|//[^\n]*', re.DOTALL)


def json_entries(text: str) -> list[Entry]:
    """Return the members of a list or an object, or of one that an outer object holds.

    An outer object that names an address is an entry itself. Raises `EngineListError` for what is
    no JSON, as a whole.
    """
    # A comment becomes spaces, so that all places stay.
    text = _STRING_OR_COMMENT.sub(
        lambda match: match[0] if match[0].startswith('"') else " " * len(match[0]), text
    )
    try:
        document = json.loads(text)
        start = _after_gap(text, 0)
        if isinstance(document, dict):
            if _SINGLE & document.keys():
                return [(1, "", document)]
            held = [name for name in _CONTAINERS & document.keys() if _are_entries(document[name])]
            if held:
                start = next(place for place, name, _ in _members(text, start) if name in held)
        entries = []
        line = counted = 0
        for place, name, value in _members(text, start):
            line, counted = line + text.count("\n", counted, place), place
            entries.append((line + 1, name, value))
        return entries
    except json.JSONDecodeError as error:
        raise EngineListError(f"no JSON: {error.msg}", error.lineno) from error
    except RecursionError as error:
        raise EngineListError("JSON nested too deeply") from error
    except ValueError as error:
        raise EngineListError(f"no JSON: {error}") from error


def _are_entries(value: Any) -> bool:
    members = value.values() if isinstance(value, dict) else value
    return isinstance(value, dict | list) and all(isinstance(each, dict | list) for each in members)


def _members(text: str, start: int) -> Iterator[tuple[int, str, Any]]:
    """Yield place, name and value of each member of the list or object at `start`."""
    decoder = json.JSONDecoder()
    place = _after_gap(text, start + 1)
    while text[place] not in "]}":
        name = ""
        if text[start] == "{":
            name, place = decoder.raw_decode(text, place)
            place = _after_gap(text, place)
        value, end = decoder.raw_decode(text, place)
        yield place, name, value
        place = _after_gap(text, end)


def _after_gap(text: str, place: int) -> int:
    match = _GAP.match(text, place)
    return match.end() if match else place


# libyaml's parser where the library was built with it: ten times faster.
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# Ten thousand engines of fifteen lines give 320,000 events. Guess: some room above.
MAX_EVENTS = 600_000
MAX_DEPTH = 50
# An object taken over by `<<` must be small: each use copies it.
MAX_MERGED_KEYS = 100
_MERGE = "<<"


class _Constructor(BaseConstructor):
    """Makes texts, lists and `YamlObject`s; what an anchor stands for is shared, never copied."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        found = YamlObject()
        found.line = node.start_mark.line + 1
        # Not those taken over from another object by `<<`: they may be replaced.
        own: set[str] = set()
        for named, valued in node.value:
            value = self.construct_object(valued, deep=deep)
            if not isinstance(named, yaml.ScalarNode):
                continue
            if named.value != _MERGE:
                found.repeated = named.value if named.value in own else found.repeated
                own.add(named.value)
                found[named.value] = value
            elif isinstance(value, YamlObject) and len(value) <= MAX_MERGED_KEYS:
                for name, each in value.items():
                    found.setdefault(name, each)
        return found


def read_yaml(text: str) -> Any:
    """Return a YAML document as text, lists and `YamlObject`s. Raises `EngineListError`."""
    try:
        # Size and nesting are measured before the tree is made.
        _check_extent(yaml.parse(text, Loader=_LOADER))
        node = next(iter(yaml.compose_all(text, Loader=_LOADER)), None)
        return None if node is None else _Constructor().construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        reason = f"no YAML: {error.problem or error.context}"
        raise EngineListError(reason, mark.line + 1 if mark else None) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise EngineListError(f"no YAML: {str(error)[:200]}") from error


def _check_extent(events: Iterable[Any]) -> None:
    """Raise `EngineListError` where the first document is larger or deeper than any list."""
    depth = 0
    for number, event in enumerate(events, start=1):
        if number > MAX_EVENTS:
            raise EngineListError("the YAML is larger than any list of engines")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise EngineListError("YAML nested too deeply", event.start_mark.line + 1)
        if isinstance(event, yaml.DocumentEndEvent):
            return


def _selector_engines(document: Any) -> Iterator[Entry]:
    entries = document.get("engines") if isinstance(document, YamlObject) else document
    if not isinstance(entries, list):
        raise EngineListError("the YAML has no list 'engines'")
    # What is no object stands after the last one that is.
    line = 1
    for entry in entries:
        line = getattr(entry, "line", line)
        yield line, "", entry


def _table_entries(rows: Iterator[tuple[int, list[str]]]) -> Iterator[Entry]:
    """Yield the rows of a table by its headings, if it has any, else by what looks like what."""
    first = next(rows, None)
    if first is None:
        return
    headings = [cell.lower() for cell in first[1]]
    # How people head the columns of names; in other lists an engine's program stands there.
    headings = ["name" if heading == "engine" else heading for heading in headings]
    is_headed = not any(map(_is_address, first[1])) and any(
        heading in NAMES[what] for heading in headings for what in ("template", "address", "home")
    )
    for line, row in rows if is_headed else chain([first], rows):
        if is_headed:
            yield line, "", dict(zip(headings, row, strict=False))
        else:
            address = next(filter(_is_address, row), row[0])
            name = next((each for each in row if each and each != address), "")
            yield line, "", {"address": address, "name": name}


def _is_address(cell: str) -> bool:
    return complete_address(cell) is not None or is_template(cell)


_DELIMITERS = "\t;,|"
# Lines looked at to tell a table from a list whose addresses hold such characters.
_SAMPLE_LINES = 20


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
