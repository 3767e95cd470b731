"""Bytes of an answer parsed as data: JSON in its wrappings, lines of JSON, XML, feeds."""

import re
from collections.abc import Sequence

from lxml import etree
from lxml.html import defs

from discovery.pages.data.value import (
    MAX_VALUES,
    Data,
    DataTooLargeError,
    Value,
    in_one_shape,
    load_json,
)


def safe_xml_parser(*, recover: bool = False, encoding: str | None = None) -> etree.XMLParser:
    """Return a parser of XML from outside; `recover` lets it read what is damaged.

    `encoding` counts whatever the document says. A parser is for one document: it keeps what
    went wrong. Entities stay unread; what has no document type refuses those that have one.
    """
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        recover=recover,
        remove_comments=True,
        remove_pis=True,
        encoding=encoding,
    )


# Put before JSON so that no script of another site can run it.
_GUARD = re.compile(r"\)\]\}',?\s*|while\s*\(1\)\s*;\s*|for\s*\(;;\)\s*;\s*|\{\}\s*&&\s*")
# JSON handed to a function, or kept under a name: what stands before it, and after.
_BEFORE = re.compile(
    r"(?:/\*.{0,200}?\*/\s*)?(?:typeof [\w$.]+ ?===? ?.function. ?&& ?)?"
    r"(?:(?:var|let|const)\s+)?[A-Za-z_$][\w$.\[\]'\"]{0,200}\s*(?:[(=]\s*){1,2}",
    re.DOTALL,
)
_AFTER = re.compile(r"\s*\)*\s*;?\s*\Z")
# A stream of events, by its first line, and what is between two of them.
_EVENTS = re.compile(r"(?:data|event|id|retry)?:[^\n]{0,1000}\n|data:")
_EVENT_END = re.compile(r"(?:\r\n|\n|\r){2,}")
# What ends a line: JSON may hold other marks of a line's end within its texts.
_LINE_END = re.compile(r"\r\n|\n|\r")
# Lines of JSON, or events.
MAX_LINES = 20_000
# Attributes of one element: lxml looks for each among all before it.
MAX_ATTRIBUTES = 1_000
_XML_START = re.compile(r"\s*(?:<\?xml\b|<(?!!doctype html|html\b|/)[a-z_!?])", re.IGNORECASE)
_DECLARATION = re.compile(r"\s*<\?xml[^>]{0,200}\?>\s*")
# Roots of answers that are often sent without an XML declaration.
_KNOWN_ROOTS = frozenset(
    "feed rss rdf searchretrieveresponse response results opensearchdescription oai-pmh".split()
)
# Attributes that name an element: Solr's, Groonga's.
_NAMING = ("name", "NAME")
# Elements of Solr's XML that hold others, named by an attribute.
_NAMED_HOLDERS = frozenset(("arr", "lst", "result"))
# Attributes that say how a text is written, not what.
_ABOUT_MARKUP = frozenset(("type", "lang", "space", "schemaLocation", "isPermaLink"))
_XHTML = "http://www.w3.org/1999/xhtml"
_NAME = re.compile(r"[A-Za-z_][\w.:-]{0,60}\Z")
MAX_DEPTH = 100


def read_data(text: str, max_values: int = MAX_VALUES) -> Data | None:
    """Return what a decoded body says as data, None where it is no data: a page, a plain text.

    Raises `DataTooLargeError`.

    >>> read_data('cb({"hits": [{"title": "Tea"}]});')
    Data(format='JSON', value={'hits': [{'title': 'Tea'}]})
    >>> read_data('<?xml version="1.0"?><r><t>Tea</t><t>Oil</t></r>').value
    {'r': {'t': ['Tea', 'Oil']}}
    >>> read_data("<html><p>text</p></html>") is None
    True
    """
    start = text[:1000].lstrip("\ufeff \t\r\n\f\v\0")
    if start.startswith("<"):
        if not _XML_START.match(start):
            return None
        try:
            root = _read_xml(text.lstrip("\ufeff \t\r\n\f\v\0"))
            if root is None:
                return None
            return Data("XML", in_one_shape({_local(root): _value_of(root, 0)}, max_values))
        except DataTooLargeError:
            raise
        except ValueError:
            # In what is broken libxml2 leaves names and characters that are none.
            return None
    value = _read_json(text.strip("\ufeff \t\r\n\f\v\0"))
    if isinstance(value, dict | list) or (isinstance(value, str) and "<" in value):
        return Data("JSON", in_one_shape(value, max_values))
    return None


def _read_json(text: str) -> Value:
    guard = _GUARD.match(text)
    if guard is not None:
        text = text[guard.end() :]
    if text[:1] in ("{", "[", '"'):
        if read := _documents([text]):
            return read[0]
        lines = [line.strip() for line in _LINE_END.split(text) if line.strip()]
        return _documents(lines) if 1 < len(lines) <= MAX_LINES else None
    if _EVENTS.match(text):
        return _read_events(text)
    before = _BEFORE.match(text)
    if before is None:
        return None
    end = _AFTER.search(text, max(before.end(), len(text) - 100))
    read = _documents([text[before.end() : None if end is None else end.start()]])
    return read[0] if read else None


def _read_events(text: str) -> Value:
    """Return what a stream of events carries: pieces of markup joined, else documents.

    WHATWG HTML, section 9.2.6: an empty line ends an event, whose lines of data belong together.
    """
    events = [
        "\n".join(line[5:].removeprefix(" ") for line in lines if line.startswith("data:"))
        for lines in map(_LINE_END.split, _EVENT_END.split(text, MAX_LINES))
    ]
    markup = [event for event in events if event.lstrip()[:1] == "<"]
    if markup:
        return "\n".join(markup)
    told = [event for event in events if event[:1] in ("{", "[")]
    read = _documents(told)
    # Servers forget the empty line.
    return read or _documents([line for event in told for line in event.split("\n")])


def _documents(texts: Sequence[str]) -> list[Value] | None:
    """Return the documents in texts of one each, None for none, or where one is no document."""
    try:
        return [load_json(text) for text in texts] or None
    except DataTooLargeError:
        raise
    except ValueError:
        return None


def _read_xml(text: str) -> etree._Element | None:
    declaration = _DECLARATION.match(text)
    bare = text if declaration is None else text[declaration.end() :]
    data = bare.replace("\0", "\ufffd").encode("utf-8", "replace")
    try:
        root = etree.fromstring(data, safe_xml_parser(recover=True, encoding="utf-8"))
    except (etree.LxmlError, ValueError):
        return None
    if root is None or (root.getroottree().docinfo.internalDTD is not None and "[" in bare[:2000]):
        return None
    name = _local(root).lower()
    if name in defs.tags or name == "svg":
        return None
    return root if declaration is not None or name in _KNOWN_ROOTS or ":" in bare[:100] else None


def _local(element: etree._Element) -> str:
    return str(etree.QName(element).localname)


def _value_of(element: etree._Element, depth: int) -> Value:
    if depth > MAX_DEPTH:
        raise DataTooLargeError(f"data of more than {MAX_DEPTH} levels")
    children = [child for child in element if isinstance(child.tag, str)]
    if any(etree.QName(child).namespace == _XHTML for child in children) or _is_mixed(element):
        return _markup_in(element)
    if len(element.attrib) > MAX_ATTRIBUTES:
        raise DataTooLargeError(f"an element of more than {MAX_ATTRIBUTES:,} attributes")
    attributes = {
        local: str(value)
        for name, value in element.attrib.items()
        if (local := str(etree.QName(name).localname)) not in _ABOUT_MARKUP
    }
    text = "".join([element.text or "", *(child.tail or "" for child in element)]).strip()
    if not children and not (attributes.keys() - set(_NAMING)):
        return text
    found: dict[str, list[Value]] = {}
    for child in children:
        found.setdefault(_key_of(child), []).append(_value_of(child, depth + 1))
    members: dict[str, Value] = dict(attributes)
    for key, values in found.items():
        known = [members[key]] if key in members else []
        both = [*values, *known]
        members[key] = both[0] if len(both) == 1 else both
    if text:
        members["text" if "text" not in members else "#text"] = text
    return members


def _key_of(element: etree._Element) -> str:
    name, tag = next(filter(None, map(element.get, _NAMING)), None), _local(element)
    if name and _NAME.match(name) and (len(element) == 0 or tag in _NAMED_HOLDERS):
        return str(name)
    return tag


def _is_mixed(element: etree._Element) -> bool:
    """Return whether texts stand between children: markup, not data."""
    return len(element) > 0 and any(
        isinstance(child.tag, str) and (child.tail or "").strip() for child in element
    )


def _markup_in(element: etree._Element) -> str:
    inside = "".join(
        etree.tostring(child, encoding="unicode", method="html", with_tail=True)
        for child in element
        if isinstance(child.tag, str)
    )
    return (element.text or "") + inside
