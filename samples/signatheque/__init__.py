"""Signathèque: parameters of functions, in French and Latin-1, as paragraphs of the nineties."""

from samples.catalogue import SampleSite
from samples.signatheque.content import catalogue, snippet
from samples.signatheque.pages import make_application

SITE = SampleSite(
    name="signatheque",
    title="Signathèque",
    port_offset=13,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
