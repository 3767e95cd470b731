"""Syntaxia: a wiki of the language and its modules, redesigned by one click."""

from samples.catalogue import SampleSite
from samples.syntaxia.content import catalogue, snippet
from samples.syntaxia.pages import make_application

SITE = SampleSite(
    name="syntaxia",
    title="Syntaxia",
    port_offset=16,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
    redesign_path="/redesign",
)
