"""Wheelyard: the installed packages, as cards, with a choice of the period."""

from samples.catalogue import SampleSite
from samples.wheelyard.content import catalogue, snippet
from samples.wheelyard.pages import make_application

SITE = SampleSite(
    name="wheelyard",
    title="Wheelyard",
    port_offset=15,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
