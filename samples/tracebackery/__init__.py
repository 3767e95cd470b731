"""Tracebackery: questions and answers about errors and examples, as rows behind a POST form."""

from samples.catalogue import SampleSite
from samples.tracebackery.content import catalogue, snippet
from samples.tracebackery.pages import make_application

SITE = SampleSite(
    name="tracebackery",
    title="Tracebackery",
    port_offset=14,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
