"""Small sites, each a function from a request to a reply, served while a test runs."""
