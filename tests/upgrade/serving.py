"""Small web sites served on fixed ports of this host: the stored database holds their addresses."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from tests.small_server import Reply, Request, serving_site

HOST = "127.0.0.1"


@dataclass
class Site:
    """A web site by its port."""

    port: int

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/"

    def __call__(self, request: Request) -> Reply:
        raise NotImplementedError


Web = Mapping[str, Site]


@contextmanager
def serving(sites: Web) -> Iterator[Web]:
    """Serve all sites; give them by their names."""
    with ExitStack() as stack:
        for site in sites.values():
            try:
                stack.enter_context(serving_site(site, site.port))
            except OSError as error:
                raise RuntimeError(
                    f"Port {site.port} of {HOST} is taken ({error.strerror}). The stored database "
                    "of tests/upgrade holds this address: stop what listens there."
                ) from error
        yield sites
