"""Lists of addresses in XML: OPML, and single OpenSearch documents and connection descriptions."""

from lxml import etree

from discovery.connection.description.description import DescriptionError
from discovery.connection.form_description.site import site_root
from discovery.connection.opensearch.interface import line_of
from discovery.connection.opensearch.reading import read_opensearch
from discovery.connection.xml.safe_xml import parse_xml
from discovery.engine_lists.engine_list import (
    MAX_LIST_BYTES,
    EngineListError,
    EngineProposal,
    RejectedEntry,
    check_entry_count,
)
from discovery.engine_lists.proposals import propose, propose_by_address, reject

# OPML 2.0: `htmlUrl` is the site, `url` what is linked, `xmlUrl` its feed.
_ADDRESSES = ("htmlUrl", "url", "xmlUrl")


def read_xml_list(data: bytes) -> tuple[str, tuple[EngineProposal, ...], tuple[RejectedEntry, ...]]:
    """Return the format of an XML document, what it proposes, and what cannot be used.

    Raises `EngineListError` for XML that is no list of engines.
    """
    try:
        root = parse_xml(data.lstrip(), MAX_LIST_BYTES)
    except DescriptionError as error:
        raise EngineListError(error.reason, error.line) from error
    name = etree.QName(root).localname
    if name == "opml":
        return ("OPML", *_read_opml(root))
    if name in {"OpenSearchDescription", "SearchPlugin"}:
        try:
            description = read_opensearch(data, "")
            return "OpenSearch", (propose(1, description, description.site_name),), ()
        except DescriptionError as error:
            raise EngineListError(error.reason, error.line) from error
    raise EngineListError(f"XML with the root {name[:40]!r} is no list of engines")


def _read_opml(
    root: etree._Element,
) -> tuple[tuple[EngineProposal, ...], tuple[RejectedEntry, ...]]:
    """Return the sites that an OPML document lists."""
    proposals: list[EngineProposal] = []
    rejected: list[RejectedEntry] = []
    for outline in root.iter("outline"):
        # An outline without an address is a folder.
        if not any(name in outline.attrib for name in _ADDRESSES):
            continue
        check_entry_count(len(proposals) + len(rejected) + 1)
        line = line_of(outline) or 1
        title = outline.get("title") or outline.get("text") or ""
        try:
            proposals.append(_read_outline(outline, line, title))
        except DescriptionError as error:
            address = next(outline.get(name) or "" for name in _ADDRESSES if name in outline.attrib)
            rejected.append(reject(line, error.reason, address))
    return tuple(proposals), tuple(rejected)


def _read_outline(outline: etree._Element, line: int, title: str) -> EngineProposal:
    """Return the site of an outline. Raises `DescriptionError`."""
    name = next(
        name for name in _ADDRESSES if (outline.get(name) or "").strip() or name == "xmlUrl"
    )
    address = (outline.get(name) or "").strip()
    proposal = propose_by_address(line, address, name=title)
    if name != "xmlUrl" or proposal.description is not None:
        return proposal
    # Nobody searches in a feed: its site is proposed.
    return propose_by_address(line, site_root(proposal.home_url), name=title)
