"""XML from outside: parsed without entities, document types or network, and not without limit."""

from lxml import etree

from discovery.connection.description.description import DescriptionError
from discovery.pages.data.xml_parser import safe_xml_parser


def parse_xml(data: bytes, max_bytes: int) -> etree._Element:
    """Return the root element of an XML document of at most `max_bytes`.

    Raises `DescriptionError` for what is too large, not well-formed, or has a document type.
    That is the way to every entity attack; neither a connection description nor OpenSearch has one.
    """
    if len(data) > max_bytes:
        raise DescriptionError(f"{len(data):,} bytes are more than the {max_bytes:,} allowed")
    try:
        root = etree.fromstring(data, safe_xml_parser())
    except etree.XMLSyntaxError as error:
        raise DescriptionError(f"not well-formed XML: {error.msg}", error.lineno) from error
    except (ValueError, LookupError) as error:
        raise DescriptionError(f"not well-formed XML: {error}") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise DescriptionError("a document type (<!DOCTYPE>) is not allowed")
    return root
