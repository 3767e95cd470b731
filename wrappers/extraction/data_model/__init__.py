"""The data model of an engine's records: declared as an XML Schema, and held against answers."""
