"""Modulary: the standard library's documentation, in English, as an ordered list."""

from samples.catalogue import SampleSite
from samples.modulary.content import catalogue, snippet
from samples.modulary.pages import make_application

SITE = SampleSite(
    name="modulary",
    title="Modulary",
    port_offset=10,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
