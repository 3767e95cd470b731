"""Sites of many pages written for the stored installation: they are crawled."""

from dataclasses import dataclass
from itertools import cycle

from tests.small_server import Reply, Request
from tests.upgrade.serving import Site

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
        found = [
            n
            for n in range(THINGS)
            if words and words <= {*THING_NAMES[n].split(), "exhibit", "called", "found", "long"}
        ]
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
