"""Engines that answer every query with a list, a made-up word too; and two that do not search."""

import html
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from tests.small_server import Reply, Request, Site
from tests.wrappers.redesigned_engine import laid_out
from tests.wrappers.small_sites.things import THINGS, Thing, matching

PAGE = 10


@dataclass(frozen=True)
class Found:
    """What an engine finds: things in their order, what it says above them, whether it matched."""

    things: Sequence[Thing]
    said: str = ""
    matched: bool = True


Find = Callable[[str], Found]
Show = Callable[[Sequence[Thing]], str]


as_list = laid_out(
    "<ol class=hits>",
    "<li class=hit><h3><a href={d.address}>{d.title}</a></h3><p>{d.text}</p>",
    "</ol>",
)
as_cards = laid_out(
    "<main><section id=found>",
    "<article class=card><a class=name href={d.address}><b>{d.title}</b></a>"
    "<div class=about>{d.text}</div><span class=year>No. {d.number}</span></article>",
    "</section></main>",
)
as_table = laid_out(
    "<table class=results><tr><th>No.<th>Name<th>About</tr>",
    "<tr><td>{d.number}</td><td><a href={d.address}>{d.title}</a></td><td>{d.text}</td></tr>",
    "</table>",
)


def engine(find: Find, show: Show, *, method: str = "get", paged: bool = False) -> Site:
    """Return the site of an engine: a home page with a form, results, pages of things."""

    def answer(request: Request) -> Reply:
        form = (
            f"<form action=/find method={method}><input type=search name=q "
            f"value='{html.escape(request.query)}'><button>Search</button></form>"
        )
        menu = "<nav><a href=/>Home</a> <a href=/about>About</a> <a href=/help>Help</a></nav>"
        head = f"<html lang=en><title>A cabinet of things</title><body>{menu}{form}"
        foot = "<footer>Kept by the museum. <a href=/imprint>Imprint</a></footer>"
        if request.path == "/":
            middle = "<h1>A cabinet of things</h1><p>Gardens, kitchens, harbours and a violin.</p>"
        elif request.path == "/find" and request.query:
            found = find(request.query)
            start = int(request.fields.get("start", "0")) if paged else 0
            links = "".join(
                f"<a href='/find?q={html.escape(request.query)}&start={at}'>{at // PAGE + 1}</a> "
                for at in range(0, len(found.things), PAGE)
                if paged and at != start
            )
            shown = found.things[start : start + PAGE] if paged else found.things
            middle = f"{found.said}{show(shown) if shown else ''}<p class=pages>{links}</p>"
        elif request.path == "/find":
            middle = "<p>Type what you look for.</p>"
        else:
            return Reply(f"{head}<h1>Here is one thing, or none.</h1>{foot}", 404)
        return Reply(f"{head}{middle}{foot}")

    return answer


def _ranked(score: Callable[[Thing], float], things: Sequence[Thing] = THINGS) -> list[Thing]:
    return sorted(things, key=lambda thing: (-score(thing), thing.number))


def nearest_by_letters(query: str) -> Found:
    return Found(_ranked(lambda t: fuzz.partial_ratio(query, t.title.casefold()))[:PAGE])


def popular_instead(query: str) -> Found:
    found = matching(query)
    return Found(found) if found else Found(THINGS[5:85:10], matched=False)


def similar_and_said_so(query: str) -> Found:
    found = matching(query)
    if found:
        return Found(found, f"<p>{len(found)} things</p>")
    near = _ranked(lambda t: fuzz.ratio(query, t.title))[:PAGE]
    return Found(near, f"<p>Showing similar things for “{html.escape(query)}”</p>", matched=False)


def all_sorted(query: str) -> Found:
    return Found(_ranked(lambda t: fuzz.token_set_ratio(query, f"{t.title} {t.text}".casefold())))


def random_instead(query: str) -> Found:
    found = matching(query)
    return Found(found) if found else Found(random.sample(THINGS, 8), matched=False)


def favourites_and_said_so(query: str) -> Found:
    found = matching(query)
    if found:
        return Found(found, f"<h2>{len(found)} Treffer</h2>")
    return Found(THINGS[3:90:9], "<h2>Stattdessen zeigen wir Beliebtes</h2>", matched=False)


ENGINES: dict[str, tuple[Find, Site]] = {
    find.__name__: (find, engine(find, show, **options))
    for find, show, options in (
        (nearest_by_letters, as_list, {}),
        (popular_instead, as_cards, {}),
        (similar_and_said_so, as_list, {}),
        (all_sorted, as_table, {"paged": True}),
        (random_instead, as_cards, {"method": "post"}),
        (favourites_and_said_so, as_table, {}),
    )
}
# What looks like such an engine and is none: whatever is asked, nothing is searched for.
NO_ENGINES: dict[str, Site] = {
    "the same for all": engine(lambda _: Found(THINGS[:PAGE]), as_list),
    "something else each time": engine(lambda _: Found(random.sample(THINGS, PAGE)), as_cards),
}
