"""Answers that are no HTML: JSON and XML of any shape, shown as the tag tree of a result page."""
