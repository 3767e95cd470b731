"""The index that a site's own page searches: a document of documents, read whole.

Programs write it as data, or as data within a script: lists or objects of texts with titles and
addresses, mostly beside the tables that they search by, which are left alone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import islice
from typing import Annotated
from urllib.parse import urljoin

from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.data.parsing import read_data
from discovery.pages.data.roles import AddressTemplate, find_view, is_address, is_picture
from discovery.pages.data.value import (
    Data,
    DataTooLargeError,
    Leaves,
    Path,
    Value,
    is_scalar,
    leaves_of,
    objects_by_path,
    says,
    text_of,
)

# Values and records of an index, characters of a record's text. Guess: ten thousand sections.
MAX_VALUES = 1_000_000
MAX_RECORDS = 20_000
MAX_TEXT = 20_000
MAX_TITLE = 300
# Fewer documents are a menu.
MIN_RECORDS = 4
# Characters of a text that says more than a heading.
MIN_TEXT = 40
# Texts within a script that may hold the data, and tables beside documents that say more of them.
MAX_LITERALS = 20
MAX_TABLES = 20
# Possessive, and never begun within another: whatever stands there, each quote is looked for once.
_LITERAL = re.compile(
    r"""(?<!\\)(['"`])(?=\s*+[\[{])((?:(?!\1)[^\\]|\\.){40,}+)(?<=[\]}\s])\1""", re.DOTALL
)
_SCRIPT = re.compile(r"<script[^<>]{0,300}\bjson[^<>]{0,300}>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script", re.IGNORECASE)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
_WORDED = re.compile(r"[^\W\d_]{2}.*\s|[^\x00-\u02ff]", re.DOTALL)


class IndexView(Document, frozen=True):
    """How an index is read: the path to its documents, their titles, and where they lead.

    `base` is what their addresses are relative to; where that is not known, it is empty.
    """

    path: Annotated[Path, Meta(max_length=60)]
    title: Path
    address: AddressTemplate
    base: str = ""


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """A document of an index as its site shows it: address, title, text."""

    url: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SiteIndex:
    """What was read of an index.

    `readable` is the share of its documents that have address and title, `telling` of those with
    a text besides that says more than a heading. `links` are the addresses as they stand in it.
    """

    view: IndexView
    records: tuple[IndexRecord, ...]
    readable: float
    telling: float
    links: tuple[str, ...]


def find_index(
    text: str, links: Iterable[str] = (), titles: Set[str] = frozenset()
) -> SiteIndex | None:
    """Return what the index in `text` holds, read in the way that gives most; None for no index.

    `links` are addresses that the site's page showed, by which those of documents are told that
    have only a name or a number, `titles` the texts that came with them.
    """
    shown = list(links)
    best: SiteIndex | None = None
    for data in _datas(text):
        objects = objects_by_path(data, MAX_RECORDS)
        for record_view in find_view([data], shown, titles=titles).collections:
            if record_view.address is None:
                continue
            view = IndexView(record_view.path, record_view.title, record_view.address)
            found = _read(objects, view)
            if found is not None and (best is None or _worth(found) > _worth(best)):
                best = found
    return best


def read_index(text: str, view: IndexView) -> SiteIndex | None:
    """Return what an index holds that is read as before, None where it no longer can be."""
    found = (_read(objects_by_path(data, MAX_RECORDS), view) for data in _datas(text))
    return next((index for index in found if index is not None), None)


def _worth(index: SiteIndex) -> float:
    return len(index.records) * (index.readable + index.telling)


def _datas(text: str) -> Iterator[Data]:
    whole = _data(text)
    if whole is not None:
        yield whole
        return
    within = (_data(own) for own in islice(_scripts(text), MAX_LITERALS))
    yield from (data for data in within if data is not None)
    for found in islice(_LITERAL.finditer(text), MAX_LITERALS):
        data = _data(_ESCAPE.sub(_unescaped, found[2]).strip())
        if data is not None:
            yield data


def _scripts(text: str) -> Iterator[str]:
    for start in _SCRIPT.finditer(text):
        end = _SCRIPT_END.search(text, start.end())
        if end is None:
            return
        yield text[start.end() : end.start()].strip()


def _unescaped(found: re.Match[str]) -> str:
    mark = found[1]
    if mark[0] in "ux" and len(mark) > 1:
        return chr(int(mark[1:], 16))
    return _ESCAPED.get(mark, mark)


def _data(text: str) -> Data | None:
    try:
        data = read_data(text, MAX_VALUES)
    except DataTooLargeError:
        return None
    if data is not None:
        _join_tables(data.value)
    return data


def _join_tables(value: Value) -> None:
    """Give documents what tables beside them have under their keys: addresses, for example."""
    if not isinstance(value, dict):
        return
    tables = dict(islice(_tables(value), MAX_TABLES))
    for own in value.values():
        if isinstance(own, dict):
            _join_tables(own)
        elif tables and isinstance(own, list):
            keyed = [
                each for each in own if isinstance(each, dict) and isinstance(each.get("#key"), str)
            ]
            for name, table in tables.items():
                if len(keyed) >= MIN_RECORDS and all(each["#key"] in table for each in keyed):
                    for each in keyed:
                        each.setdefault(name, table[str(each["#key"])])


def _tables(value: dict[str, Value]) -> Iterator[tuple[str, dict[str, Value]]]:
    for name, own in value.items():
        if isinstance(own, dict) and len(own) >= MIN_RECORDS and all(map(is_scalar, own.values())):
            yield name, own


def _read(objects_of: Mapping[Path, list[dict[str, Value]]], view: IndexView) -> SiteIndex | None:
    objects = objects_of.get(view.path, [])
    records: dict[str, IndexRecord] = {}
    links, readable, telling = [], 0, 0
    led_by = {part for part in view.address.parts if not isinstance(part, str)}
    for each in objects:
        leaves = leaves_of(each)
        title = text_of(leaves.get(view.title))[:MAX_TITLE]
        link = view.address.fill(leaves)
        if not title or not link:
            continue
        readable += 1
        text = _text(leaves, led_by | {view.title})
        telling += len(text) >= MIN_TEXT
        links.append(link)
        url = urljoin(view.base, link)
        records.setdefault(url, IndexRecord(*map(_storable, (url, title, text))))
    if len(records) < MIN_RECORDS:
        return None
    shares = (readable / len(objects), telling / len(objects))
    return SiteIndex(view, tuple(records.values()), *shares, tuple(dict.fromkeys(links)))


def _text(leaves: Leaves, left_out: set[Path]) -> str:
    said: dict[str, None] = {}
    for path, value in leaves.items():
        if not isinstance(value, str) or path in left_out:
            continue
        if not says(path[-1], "text") and not _WORDED.search(value[:1000]):
            continue
        if not is_address(path[-1], value) and not is_picture(path[-1], value):
            said[text_of(value)] = None
    return " ".join(text for text in said if text)[:MAX_TEXT]


def _storable(text: str) -> str:
    """Return a text as every database takes it: escapes of JSON may say what is no letter."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
