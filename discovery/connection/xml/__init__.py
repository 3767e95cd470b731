"""The connection description as XML: connection.xsd, docs/connection-description.md."""

from discovery.connection.xml.reading import from_xml
from discovery.connection.xml.safe_xml import parse_xml
from discovery.connection.xml.writing import to_xml

__all__ = ["from_xml", "parse_xml", "to_xml"]
