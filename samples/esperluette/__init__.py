"""Esperluette: HTML's named characters, in French and Latin-1, as rows of a table."""

from samples.esperluette.content import catalogue, snippet
from samples.esperluette.pages import make_application
from samples.site import SampleSite

__all__ = ["SITE"]

SITE = SampleSite(
    name="esperluette",
    title="Esperluette",
    port_offset=12,
    catalogue=catalogue,
    snippet=snippet,
    make_application=make_application,
)
