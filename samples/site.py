"""What the launcher and the tests know of a sample site."""

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from samples.catalogue import Catalogue
from samples.records import Record


@dataclass(frozen=True, slots=True)
class SampleSite:
    """A site: its `name` in lists, its `title`, its port counted from the first, its makers.

    `catalogue` builds the records at the first call and keeps them. Of some sites they are pages of
    the reference, the first of the sites, and their paths are on it. `snippet` is the text a result
    page shows beside a record's title for a query. `make_application` returns a new application,
    given the home address of the reference. `redesign_path`, if any, is the address on the site to
    which POST gives it another design, and the first one back.
    """

    name: str
    title: str
    port_offset: int
    catalogue: Callable[[], Catalogue]
    snippet: Callable[[Record, str], str]
    make_application: Callable[[str], web.Application]
    redesign_path: str | None = None

    def search(self, query: str) -> tuple[Record, ...]:
        """Return the truth: every record the site shows for `query`, in the order it shows them."""
        return self.catalogue().search(query)
