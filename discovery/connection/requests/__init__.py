"""From a description and a query to requests."""
