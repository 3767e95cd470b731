"""A record's elements laid flat."""
