"""Pages written by hand in the manner of real sites, of kinds that no program could be had for.

They are told apart from those of real programs wherever figures are printed.
"""

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from evaluation.quality.items.capture.contents import (
    ENGLISH,
    GERMAN,
    RUSSIAN,
    SPANISH,
    Thing,
    Vocabulary,
    things,
)
from evaluation.quality.items.capture.running import HOST, Captured

QUERIES = 5
_PAGE = (
    "<!doctype html><html lang={language}><head><meta charset=utf-8><title>{query}</title></head>"
    "<body><header><a href='/'>{site}</a><form action='/s'><input name=q value='{query}'></form>"
    "<nav><a href='/help'>{first}</a> <a href='/new'>{second}</a></nav></header>"
    "<main><p class=count>{count}</p>{body}</main><footer><a href='/about'>©</a></footer></body>"
    "</html>"
)


def pages_of(
    words: Vocabulary, names: Sequence[str], before: str, item: Callable[[Thing], str], after: str
) -> list[Captured]:
    """Return a page for each query: the items of what it finds between `before` and `after`."""
    language, site, first, second = names
    pages = []
    for query in words.queries[:QUERIES]:
        found = [thing for thing in things(words) if query.casefold() in thing.title.casefold()]
        body = before + "".join(item(thing) for thing in found) + after
        html = _PAGE.format(
            language=language,
            site=site,
            first=first,
            second=second,
            query=escape(query),
            count=len(found),
            body=body,
        )
        url = f"http://{HOST}/s?q={quote(query)}"
        pages.append(Captured(query, url, html.encode()))
    return pages


def media(_: Path) -> list[Captured]:
    """Return pages in the manner of a site of films: duration, channel, views, days ago."""

    def item(thing: Thing) -> str:
        ago = f"vor {2 + thing.number % 9} Tagen"
        return (
            f"<div class='tile'><a class='pic' href='/watch/{thing.slug}'>"
            f"<img src='/thumb/{thing.slug}.jpg' width=320 height=180>"
            f"<span class='len'>{thing.size % 59}:{thing.number % 60:02}</span></a>"
            f"<div class='meta'><h3><a href='/watch/{thing.slug}'>{thing.title}</a></h3>"
            f"<a class='ch' href='/c/{thing.number % 7}'>{thing.author}</a>"
            f"<div class='line'><span>{thing.size % 900} Aufrufe</span>"
            f"<span>{ago}</span></div></div></div>"
        )

    names = ("de", "Filmkiste", "Hilfe", "Neu")
    return pages_of(GERMAN, names, "<div class=grid>", item, "</div>")


def estate(_: Path) -> list[Captured]:
    """Return pages in the manner of a site of houses: price, place, rooms, area, date."""

    def item(thing: Thing) -> str:
        area, rooms = 40 + thing.size % 160, 1 + thing.number % 5
        return (
            f"<li class='listing'><img data-src='/fotos/{thing.slug}.webp' alt=''>"
            f"<p class='kind'>{('Casa', 'Piso', 'Ático')[thing.number % 3]}</p>"
            f"<h2><a href='/anuncio/{thing.number}'>{thing.title}</a></h2>"
            f"<strong class='amount'>{thing.price * 400:,.0f} €</strong>".replace(",", ".")
            + f"<ul class='facts'><li>{rooms} hab.</li><li>{area} m²</li></ul>"
            f"<p class='where'>{thing.place}</p><p>{thing.text}</p>"
            f"<small>Publicado el {thing.day:%d/%m/%Y}</small></li>"
        )

    names = ("es", "Casas", "Ayuda", "Nuevo")
    return pages_of(SPANISH, names, "<ul>", item, "</ul>")


def shop(_: Path) -> list[Captured]:
    """Return pages in the manner of a large shop: stars as a label, old and new price."""

    def item(thing: Thing) -> str:
        rated = f"{thing.rating - thing.number % 2 * 0.5:.1f}"
        cents = f"{thing.price:.2f}"
        return (
            f"<div class='card'><div class='img'><a href='/p/{thing.slug}'>"
            f"<img src='/i/{thing.slug}.jpg' alt='{thing.title}'></a></div>"
            f"<a class='name' href='/p/{thing.slug}'>{thing.title}</a>"
            f"<span class='stars' aria-label='{rated} out of 5 stars'><i></i></span>"
            f"<span class='n'>({thing.size % 800})</span>"
            f"<div><span class='now'>£{cents}</span> <s class='was'>£{thing.price * 1.2:.2f}</s></div>"
            f"<div class='by'>by {thing.author}</div><button>Add to basket</button></div>"
        )

    names = ("en", "Emporium", "Help", "New in")
    return pages_of(ENGLISH, names, "<section>", item, "</section>")


def papers(_: Path) -> list[Captured]:
    """Return pages in the manner of an index of papers: authors, journal, year, citations."""

    def item(thing: Thing) -> str:
        others = RUSSIAN.people[thing.number % 5]
        return (
            f"<div class='row'><span class='n'>{thing.number}.</span>"
            f"<div class='t'><a href='/item.asp?id={1000 + thing.number}'><b>{thing.title}</b></a></div>"
            f"<i>{thing.author}, {others}</i><br>"
            f"<span class='src'>Вестник {thing.place}. {thing.day.year}. № {1 + thing.number % 12}."
            f" С. {thing.size % 90}-{thing.size % 90 + 9}.</span>"
            f"<p class='a'>{thing.text}</p><span class='c'>Цитирований: {thing.size % 40}</span></div>"
        )

    return pages_of(RUSSIAN, ("ru", "Библиотека", "Помощь", "Новое"), "<div>", item, "</div>")
