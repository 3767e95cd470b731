"""Ahnengalerie: family trees of classes as pictures, in German, in a grid."""

from samples.ahnengalerie.content import catalogue, snippet
from samples.ahnengalerie.pages import make_application
from samples.catalogue import SampleSite

SITE = SampleSite(
    name="ahnengalerie",
    title="Ahnengalerie",
    port_offset=11,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
