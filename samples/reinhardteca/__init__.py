"""Reinhardteca: Django's documented definitions, in Spanish, as a run of dt and dd."""

from samples.reinhardteca.content import catalogue, snippet
from samples.reinhardteca.pages import make_application
from samples.site import SampleSite

__all__ = ["SITE"]

SITE = SampleSite(
    name="reinhardteca",
    title="Reinhardteca",
    port_offset=13,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
