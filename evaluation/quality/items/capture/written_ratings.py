"""Pages written by hand that show ratings as real sites do: each of another shape.

Rules were made by looking at them, so that they stand with that half of the bed.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from evaluation.quality.items.capture.contents import (
    ENGLISH,
    FRENCH,
    GERMAN,
    RUSSIAN,
    SPANISH,
    Thing,
    Vocabulary,
)
from evaluation.quality.items.capture.running import Captured
from evaluation.quality.items.capture.written import pages_of

PAGES = 3


def _halves(thing: Thing) -> int:
    """Return how many half stars of ten a thing has."""
    return 2 * thing.rating - thing.number % 2


def _width(thing: Thing) -> str:
    return (
        "<div class='rating-box'><div class='rating' style='width:"
        f"{10 * _halves(thing)}%'></div></div><a href='/r/{thing.number}'>{thing.size % 90} Reviews</a>"
    )


def _glyphs(thing: Thing) -> str:
    return f"<span class='sterne'>{'★' * thing.rating}{'☆' * (5 - thing.rating)}</span>"


def _icons(thing: Thing) -> str:
    full, half = divmod(_halves(thing), 2)
    icons = ["fa-star"] * full + ["fa-star-half-o"] * half + ["fa-star-o"] * (5 - full - half)
    return "<p>" + " ".join(f"<i class='fa {icon}'></i>" for icon in icons) + "</p>"


def _declared(thing: Thing) -> str:
    return (
        "<div itemprop='aggregateRating' itemscope itemtype='http://schema.org/AggregateRating'>"
        f"<meta itemprop='ratingValue' content='{_halves(thing) / 2:.1f}'>"
        f"<meta itemprop='bestRating' content='5'><meta itemprop='reviewCount' content='{thing.size % 90}'>"
        f"<small>{thing.size % 90} opiniones</small></div>"
    )


def _drawn(thing: Thing) -> str:
    stars = "".join(
        f"<svg width='16' height='16'><use href='/i.svg#{'star' if n < thing.rating else 'star-empty'}'/></svg>"
        for n in range(5)
    )
    return f"<div class='row-of'>{stars}</div>"


def _data(thing: Thing) -> str:
    return f"<div class='rate' data-score='{_halves(thing) / 2:.1f}' data-number='5'></div>"


def _shape(
    words: Vocabulary, language: str, site: str, rating: Callable[[Thing], str], _: Path
) -> list[Captured]:
    """Return pages of one shape: a title, the rating, some text."""

    def item(thing: Thing) -> str:
        return (
            f"<article class='hit'><h3><a href='/{thing.slug}'>{thing.title}</a></h3>"
            f"{rating(thing)}<p class='about'>{thing.text}</p></article>"
        )

    pages = pages_of(words, (language, site, "?", "*"), "<section>", item, "</section>")
    return pages[:PAGES]


SHAPES: dict[str, Callable[[Path], list[Captured]]] = {
    "rated_width": partial(_shape, ENGLISH, "en", "Wares", _width),
    "rated_glyphs": partial(_shape, GERMAN, "de", "Filme", _glyphs),
    "rated_icons": partial(_shape, FRENCH, "fr", "Chambres", _icons),
    "rated_declared": partial(_shape, SPANISH, "es", "Recetas", _declared),
    "rated_drawn": partial(_shape, RUSSIAN, "ru", "Книги", _drawn),
    "rated_data": partial(_shape, ENGLISH, "en", "Apps", _data),
}
