"""Clutter of result pages: boxes of links, of news, of tips, that are no results."""

import random
from html import escape

from evaluation.training.synthetic_engines.results import Answer


def clutter(answer: Answer, place: str, most: int) -> str:
    """Return up to `most` boxes for a place of the page: the same kinds on all of an engine's.

    Some hold the same on every page, some change with it.
    """
    style = random.Random(f"{answer.engine} {place}")
    kinds = style.choices(BOXES, k=style.randint(0, most))
    return "".join(
        kind(answer, style if style.random() < 0.6 else answer.chance, place) for kind in kinds
    )


def _text(answer: Answer, chance: random.Random, least: int, most: int) -> str:
    return escape(answer.words(least, most, chance))


def line_of_links(answer: Answer, chance: random.Random, place: str) -> str:
    """Links divided by bars."""
    return f"<p>{' | '.join(answer.links(chance.randint(3, 14), f'/{place}/{{}}', chance))}</p>"


def column_of_links(answer: Answer, chance: random.Random, place: str) -> str:
    """Links divided by breaks under a bold heading."""
    links = answer.links(chance.randint(3, 16), f"/{place}/{{}}.html", chance)
    return f"<b>{_text(answer, chance, 1, 2)}</b><br>{'<br>'.join(links)}<br>"


def described_links(answer: Answer, chance: random.Random, place: str) -> str:
    """A list of links, each with a sentence: tips, features of the site."""
    links = answer.links(chance.randint(2, 7), f"/{place}/{{}}", chance)
    rows = "".join(f"<li>{link}: {_text(answer, chance, 3, 12)}" for link in links)
    return f"<ul>{rows}</ul>"


def news_of_the_day(answer: Answer, chance: random.Random, place: str) -> str:
    """Headlines with dates, of nothing the query asks for."""
    links = answer.links(chance.randint(3, 8), f"/{place}/story{{}}", chance)
    rows = "".join(
        f"<tr><td>{chance.randint(1, 28)}.{chance.randint(1, 12)}.</td><td>{link}</td></tr>"
        for link in links
    )
    return f"<table><tr><td colspan=2><b>{answer.say('news')}</b></td></tr>{rows}</table>"


def paragraph_of_tips(answer: Answer, chance: random.Random, place: str) -> str:
    """Running text with a link or two."""
    links = answer.links(2, f"/{place}/{{}}", chance)
    return (
        f"<p>{_text(answer, chance, 10, 40)} {links[0]} {_text(answer, chance, 4, 12)} {links[1]}."
    )


def searches_elsewhere(answer: Answer, chance: random.Random, place: str) -> str:
    """The same search on other engines."""
    asked = answer.query.replace(" ", "+")
    names = [_text(answer, chance, 1, 1) for _ in range(chance.randint(3, 9))]
    links = (
        f'<a href="http://www.other{n}.example/find?q={asked}">{name}</a>'
        for n, name in enumerate(names)
    )
    return f"<p>{escape(answer.query)}: {' '.join(links)}</p>"


def related_searches(answer: Answer, chance: random.Random, place: str) -> str:
    """Searches for more than the query, in a table of two columns."""
    links = answer.related(chance.choice((4, 6, 8, 10)))
    rows = "".join(
        f"<tr><td>{left}</td><td>{right}</td></tr>"
        for left, right in zip(links[::2], links[1::2], strict=True)
    )
    return f"<table><tr><th colspan=2>{answer.say('related')}</th></tr>{rows}</table>"


def product_box(answer: Answer, chance: random.Random, place: str) -> str:
    """Books about the query at a partner's shop: pictures, prices, always the same markup."""
    rows = "".join(
        f'<td><a href="http://shop.example/exec/{chance.randint(1, 99999)}"><img src="/book.gif"></a><br>'
        f'<a href="http://shop.example/exec/{chance.randint(1, 99999)}">{_text(answer, chance, 1, 4)}</a></td>'
        for _ in range(chance.randint(2, 5))
    )
    return f"<table><tr>{rows}</tr></table>"


BOXES = (
    line_of_links,
    column_of_links,
    described_links,
    news_of_the_day,
    paragraph_of_tips,
    searches_elsewhere,
    related_searches,
    product_box,
)
