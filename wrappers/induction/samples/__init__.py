"""Sample pages as induction sees them: with their query, and as arrays in document order."""
