"""Versionary: what came with which Python, as rows of a table with dates."""

from samples.catalogue import SampleSite
from samples.versionary.content import catalogue, snippet
from samples.versionary.pages import make_application

SITE = SampleSite(
    name="versionary",
    title="Versionary",
    port_offset=12,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
