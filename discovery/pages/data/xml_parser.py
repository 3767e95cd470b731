"""How XML from outside is parsed: without entities, document types, network or huge trees."""

from lxml import etree


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
