"""A small web on loopback: each site a port of its own, every request noted."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from tests.small_server import Reply, Request, serving_site

SEARCH_FORM = '<form action="/results"><input name="q" type="text"><button>Search</button></form>'


@dataclass
class Site:
    """One site: its pages by path with query, and the paths asked for, in order."""

    address: str = ""
    pages: dict[str, str | Reply] = field(default_factory=dict)
    other: Callable[[str], str | Reply | None] = lambda _path: None
    requests: list[str] = field(default_factory=list)

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://").rstrip("/")

    @property
    def visits(self) -> list[str]:
        """The requests but those of robots.txt."""
        return [path for path in self.requests if path != "/robots.txt"]

    def answer(self, request: Request) -> Reply:
        path = request.address
        self.requests.append(path)
        found = self.pages.get(path) or self.other(path)
        if found is None:
            return Reply("nothing here", 404)
        return found if isinstance(found, Reply) else Reply(found)


def link(address: str, text: str = "more", **attributes: str) -> str:
    extra = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f'<p><a href="{address}"{extra}>{text}</a></p>'


@contextmanager
def serving(count: int) -> Iterator[tuple[Site, ...]]:
    """Serve `count` sites without pages; a test fills them."""
    sites = tuple(Site() for _ in range(count))
    with ExitStack() as stack:
        for site in sites:
            site.address = stack.enter_context(serving_site(site.answer))
        yield sites
