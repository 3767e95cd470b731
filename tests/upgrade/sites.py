"""The web sites of the stored installation, on fixed ports: its database holds their addresses."""

import html
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle

from tests.small_server import Reply, Request, serving_site
from tests.wrappers.redesigned_engine import (
    ADJECTIVES,
    NOUNS,
    Document,
    Layout,
    cards,
    laid_out,
    plain,
    search,
)

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


PAGE_SIZE = 6

table = laid_out(
    "<table id=found><tr><th>Title<th>Text</tr>",
    "<tr class=row><td><a href={d.url}>{d.title}</a></td><td>{d.text}</td></tr>",
    "</table>",
)
# Without any element around a record: only breaks part them.
bare = laid_out(
    "",
    "<a href={d.url}>{d.title}</a><br>{d.text}<br>"
    "<a href={d.url}/more>cellar.example{d.url}</a><br><br>",
)
# Every second record is an advertisement.
with_adverts = laid_out(
    "<ul class=hits>",
    '<li class="hit own"><h3><a href={d.url}>{d.title}</a></h3><p class=text>{d.text}</p></li>'
    '<li class="hit ad"><h3><a href=/ad{d.url}>Buy: {d.title}</a></h3>'
    "<p class=text>Order it now: {d.text}</p></li>",
    "</ul>",
)
news = laid_out(
    "<dl class=news>", "<dt><a href={d.url}>{d.title}</a></dt><dd>{d.text}</dd>", "</dl>"
)


def two_lists(documents: list[Document]) -> str:
    """Lay the first three documents out as a list of their own above the others."""
    return f"<h2>Latest</h2>{news(documents[:3])}<h2>All</h2>{plain(documents[3:])}"


@dataclass
class EngineSite(Site):
    """A search engine; `layout` and `action` may change while it is served.

    With a `ticket` each visit of its form hands out a value that the query must carry. Documents
    stand on the site itself, or `documents_at` another.
    """

    layout: Layout = plain
    method: str = "get"
    name: str = "The Shed"
    ticket: bool = False
    action: str = "/find"
    documents_at: str = ""
    about: str = ""
    _tickets: set[str] = field(default_factory=set)

    def __call__(self, request: Request) -> Reply:
        chrome = "<ul><li><a href=/about>About us</a><li><a href=/help>Help</a></ul>"
        said = f"<title>{self.name}</title><meta name=description content='{self.about}'>"
        head = f"<html lang=en>{said}<body>{chrome}{self._form()}"
        if request.path == "/":
            names = " ".join(f"<span>{word}</span>" for word in (*ADJECTIVES[:5], *NOUNS[:5]))
            return Reply(f"{head}<p>Search here: {names}</p>")
        if request.path != self.action or request.method != self.method.upper():
            links = "".join(f"<a href=/place/{n}>A place</a>" for n in "abc")
            return Reply(f"{head}<h1>There is nothing here</h1>{links}", 404)
        if self.ticket and request.fields.get("ticket") not in self._tickets:
            return Reply(f"{head}<h1>Your ticket is not valid</h1>", 403)
        query = request.fields.get("q", "").strip()
        if not query:
            return Reply(f"{head}<p>Type a word.</p>")
        return Reply(f"{head}{self._results(query, request)}")

    def _form(self) -> str:
        ticket = ""
        if self.ticket:
            value = secrets.token_hex(8)
            self._tickets.add(value)
            ticket = f"<input type=hidden name=ticket value={value}>"
        return (
            f"<form action={self.action} method={self.method}><input type=search name=q>{ticket}"
            "<button>Search</button></form>"
        )

    def _results(self, query: str, request: Request) -> str:
        found = search(query)
        start = int(request.fields.get("start", "0"))
        shown = [
            replace(document, url=f"{self.documents_at}{document.url}")
            for document in found[start : start + PAGE_SIZE]
        ]
        if not shown:
            return "<p>Sorry, no documents were found.</p>"
        line = f"<p>{start + 1}-{start + len(shown)} of {len(found)} documents</p>"
        return f"{line}{self.layout(shown)}<p>{self._pager(query, request, start, len(found))}</p>"

    def _pager(self, query: str, request: Request, start: int, count: int) -> str:
        others = [first for first in range(0, count, PAGE_SIZE) if first != start]
        if self.method == "post":
            return "".join(
                f"<form action={self.action} method=post><input type=hidden name=q "
                f"value='{html.escape(query)}'><input type=hidden name=start value={first}>"
                f"<input type=submit value={first // PAGE_SIZE + 1}></form>"
                for first in others
            )
        ticket = f"&ticket={request.fields['ticket']}" if self.ticket else ""
        return "".join(
            f" <a href='{self.action}?q={html.escape(query)}&start={first}{ticket}'>"
            f"{first // PAGE_SIZE + 1}</a>"
            for first in others
        )


THINGS = 18
PEOPLE = 12
PER_LIST = 6
_COLOURS = "crimson teal olive maroon indigo ochre".split()
_KINDS = "kettle lantern saddle mirror violin compass".split()
_TOWNS = "Lund Gent Pisa Brno Vigo".split()

THING_NAMES = tuple(f"{_COLOURS[n % 6]} {_KINDS[(n + n // 6) % 6]} {n}" for n in range(THINGS))
PERSON_NAMES = tuple(f"Keeper {letter}{n}" for n, letter in zip(range(PEOPLE), cycle("ABC")))


@dataclass
class ShowSite(Site):
    """A museum: lists that lead to things, a list that leads to people, perhaps a search."""

    name: str = "Museum"
    searchable: bool = False

    def thing(self, number: int) -> str:
        return f"{self.address}thing/{number}"

    def person(self, number: int) -> str:
        return f"{self.address}person/{number}"

    def __call__(self, request: Request) -> Reply:
        kind, _, rest = request.path.strip("/").partition("/")
        number = int(rest) if rest.isdigit() else -1
        if not kind:
            return Reply(self._home())
        if kind == "list" and 0 <= number < THINGS // PER_LIST:
            return Reply(self._list(number))
        if kind == "people" and not rest:
            return Reply(self._people())
        if kind == "thing" and 0 <= number < THINGS:
            return Reply(self._thing(number))
        if kind == "person" and 0 <= number < PEOPLE:
            return Reply(self._person(number))
        if kind == "search" and self.searchable:
            return Reply(self._found(request.query))
        if kind == "about" and not rest:
            return Reply(self._page("About us", "about", "<p>A house with doors and windows.</p>"))
        return Reply(self._page("Nothing", "nothing", "<p>There is nothing here.</p>"), 404)

    def _page(self, title: str, kind: str, content: str) -> str:
        menu = "<ul class=menu><li><a href=/>Home</a><li><a href=/about>About us</a></ul>"
        form = "<form action=/search><input type=search name=q><button>Search</button></form>"
        return (
            f"<html lang=en><title>{title} | {self.name}</title>"
            f"<body class={kind}>{form if self.searchable else ''}{menu}<h1>{title}</h1>{content}"
        )

    def _found(self, query: str) -> str:
        words = set(query.casefold().split())
        known = {"exhibit", "called", "found", "long"}
        found = [n for n in range(THINGS) if words and words <= {*THING_NAMES[n].split(), *known}]
        if not found:
            return self._page("Search", "search", "<p>Sorry, nothing was found.</p>")
        records = "".join(
            f"<div class=hit><h3><a href=/thing/{n}>{THING_NAMES[n]}</a></h3>"
            f"<p>An exhibit called {THING_NAMES[n]}, found long ago.</p></div>"
            for n in found[:10]
        )
        return self._page("Search", "search", f"<p>{len(found)} things</p>{records}")

    def _home(self) -> str:
        lists = "".join(
            f"<li class=room><a href=/list/{n}>Room {n + 1}</a>" for n in range(THINGS // PER_LIST)
        )
        content = f"<ul class=rooms>{lists}</ul><p class=staff><a href=/people>Our people</a></p>"
        if self.searchable:
            words = " ".join(f"<span>{word}</span>" for word in (*_COLOURS, *_KINDS))
            content = f"<p>Search the house: {words}</p>{content}"
        return self._page("Welcome", "home", content)

    def _list(self, number: int) -> str:
        things = "".join(
            f"<li class=thing><a href=/thing/{n}>{THING_NAMES[n]}</a>"
            for n in range(number * PER_LIST, (number + 1) * PER_LIST)
        )
        return self._page(f"Room {number + 1}", "list", f"<ul class=things>{things}</ul>")

    def _people(self) -> str:
        rows = "".join(
            f"<tr class=member><td><a href=/person/{n}>{PERSON_NAMES[n]}</a></td></tr>"
            for n in range(PEOPLE)
        )
        return self._page("Our people", "people", f"<table class=members>{rows}</table>")

    def _thing(self, number: int) -> str:
        name = THING_NAMES[number]
        content = (
            f"<table class=facts><tr><th>Price</th><td>{number}.50</td></tr>"
            f"<tr><th>Colour</th><td>{name.split()[0]}</td></tr></table>"
            f"<p class=story>An exhibit called {name}, found in {_TOWNS[number % 5]} long ago.</p>"
            f"<p class=back><a href=/list/{number // PER_LIST}>Back to the room</a></p>"
        )
        return self._page(name, "thing", content)

    def _person(self, number: int) -> str:
        content = (
            f"<dl class=card><dt>Town</dt><dd>{_TOWNS[number % 5]}</dd>"
            f"<dt>Room</dt><dd>{number % 3 + 1}</dd></dl>"
            f"<div class=life>Looks after {_KINDS[number % 6]}s since the year {1990 + number}."
            "</div><div class=back><a href=/people>All people</a></div>"
        )
        return self._page(PERSON_NAMES[number], "person", content)


@dataclass
class StreetSite(Site):
    """A site that links to others: a crawl for engines begins here."""

    links: tuple[str, ...]

    def __call__(self, request: Request) -> Reply:
        if request.path == "/":
            links = "".join(f"<li><a href={link}>A search engine</a>" for link in self.links)
            own = "".join(f"<li><a href=/house/{n}>House {n}</a>" for n in range(6))
            return Reply(f"<html lang=en><title>Street</title><body><ul>{links}{own}</ul>")
        if request.path.startswith("/house/"):
            return Reply(f"<html lang=en><title>House</title><body><p>House {request.path}</p>")
        return Reply("<html lang=en><title>Nothing</title><body><p>Nothing</p>", 404)


FIRST_PORT = 18_740
# Nothing listens here.
SILENT_PORT = 18_799
# Where the documents of two of the engines stand.
STOCK = "http://stock.example"
# A learning job was killed in the midst of each of these steps, in an engine of its own.
LEARNING_STEPS = ("connect", "ask_nothing", "ask_samples", "learn", "learn_paging", "check")
MENDING_STEPS = ("ask_again", "adapt", "repair_connection")
_FIRST_KILLED_PORT = FIRST_PORT + 30


def make_sites() -> dict[str, Site]:
    """Return all sites by name, laid out as when the database was packed."""
    sites: dict[str, Site] = {
        "shed": EngineSite(FIRST_PORT, name="The Shed", documents_at=STOCK),
        "barn": EngineSite(
            FIRST_PORT + 1, table, "post", "Barn News", documents_at=STOCK,
            about="News of the day, headlines and press",
        ),
        "attic": EngineSite(FIRST_PORT + 2, cards, name="The Attic"),
        "loft": EngineSite(FIRST_PORT + 3, name="The Loft"),
        "cellar": EngineSite(FIRST_PORT + 4, bare, name="The Cellar", ticket=True),
        "shelf": EngineSite(FIRST_PORT + 5, with_adverts, name="The Shelf"),
        "porch": EngineSite(FIRST_PORT + 6, two_lists, name="The Porch"),
        "kiosk": EngineSite(FIRST_PORT + 7, table, name="The Kiosk"),
        "stall": EngineSite(FIRST_PORT + 8, name="The Stall"),
        "booth": EngineSite(FIRST_PORT + 9, cards, name="The Booth"),
        "museum": ShowSite(FIRST_PORT + 10, "Museum"),
        "gallery": ShowSite(FIRST_PORT + 11, "Gallery"),
        "archive": ShowSite(FIRST_PORT + 12, "Archive"),
        "depot": ShowSite(FIRST_PORT + 13, "Depot"),
        "library": ShowSite(FIRST_PORT + 17, "Library", searchable=True),
        "hut": EngineSite(FIRST_PORT + 18, name="The Hut"),
    }  # fmt: skip
    kiosk, stall = sites["kiosk"].address, sites["stall"].address
    sites["street"] = StreetSite(FIRST_PORT + 14, (kiosk,))
    sites["lane"] = StreetSite(FIRST_PORT + 15, (stall,))
    sites["alley"] = StreetSite(FIRST_PORT + 16, (kiosk, stall))
    for number, step in enumerate(LEARNING_STEPS + MENDING_STEPS):
        layout = cards if step in MENDING_STEPS else table
        action = "/search" if step == "repair_connection" else "/find"
        sites[step] = EngineSite(
            _FIRST_KILLED_PORT + number, layout, name=f"Killed at {step}", action=action
        )
    return sites


def allowed_hosts() -> str:
    ports = [site.port for site in make_sites().values()]
    return ",".join(f"{HOST}:{port}" for port in (*ports, SILENT_PORT))


def slug_of(name: str) -> str:
    return f"127-0-0-1-{make_sites()[name].port}"
