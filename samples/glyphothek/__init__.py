"""Glyphothek: Unicode's characters, in German, as cards in two columns behind a POST form."""

from samples.glyphothek.content import catalogue, snippet
from samples.glyphothek.pages import make_application
from samples.site import SampleSite

__all__ = ["SITE"]

SITE = SampleSite(
    name="glyphothek",
    title="Glyphothek",
    port_offset=11,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
