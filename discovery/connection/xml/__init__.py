"""The connection description as XML: connection.xsd, docs/connection-description.md."""
