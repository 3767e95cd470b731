"""Learning what the records of an engine say: their data items, aligned into columns."""
