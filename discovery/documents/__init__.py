"""What is stored as JSON and read back: typed documents with a version."""

from discovery.documents.document import Count, Document, DocumentError, Share

__all__ = ["Count", "Document", "DocumentError", "Share"]
