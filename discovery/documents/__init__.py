"""What is stored as JSON and read back: typed documents with a version."""
