"""Phrasarium: phrases of interfaces, in Italian, as headings and paragraphs without a count."""

from samples.phrasarium.content import catalogue, snippet
from samples.phrasarium.pages import make_application
from samples.site import SampleSite

__all__ = ["SITE"]

SITE = SampleSite(
    name="phrasarium",
    title="Phrasarium",
    port_offset=14,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
