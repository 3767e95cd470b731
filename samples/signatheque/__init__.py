"""Signathèque: parameters of functions, in French and Latin-1, as paragraphs of the nineties."""

from samples.signatheque.content import catalogue, snippet
from samples.signatheque.pages import make_application
from samples.site import SampleSite

SITE = SampleSite(
    name="signatheque",
    title="Signathèque",
    port_offset=13,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
