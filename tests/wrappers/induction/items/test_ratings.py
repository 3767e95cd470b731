"""Ratings that records show by stars, widths and attributes, learned and read."""

from collections.abc import Callable

import pytest
from lxml import html

from wrappers.extraction.items.ratings import RatingSigns, SignKind
from wrappers.extraction.record_tree import RecordTree
from wrappers.induction.items.ratings import learn_rating

VALUES = (4, 2, 5, 3, 1, 4)


def trees(shape: Callable[[int], str]) -> list[RecordTree]:
    """Return records that show the ratings of `VALUES` in a shape."""
    return [
        RecordTree([html.fromstring(f"<li><a href=/{n}>Tea {n}</a>{shape(n)}</li>")], 100)
        for n in VALUES
    ]


NAMES = ("One", "Two", "Three", "Four", "Five")
SHAPES: dict[str, Callable[[int], str]] = {
    "aloud": lambda n: f"<i class=x aria-label='Bewertung: {n},0 von 5 Sternen'></i>",
    "decimals": lambda n: f"<i title='{n}.000000292279053 stars out of five'></i>",
    "hidden": lambda n: f"<b class=score><span class=sr-only>{n} of 5 stars</span></b>",
    "declared": lambda n: f"<meta itemprop=ratingValue content={n}><meta itemprop=x content=9>",
    "data": lambda n: f"<i data-rating={n} data-rating-count={90 + n}></i>",
    "width": lambda n: f"<i class=stars><b style='width: {n * 20}%'></b></i>",
    "property": lambda n: f"<i class=stars style='--rating: {n}'></i>",
    "class": lambda n: f"<i class='rating rating-{n}0'></i>",
    "word": lambda n: f"<i class='star-rating {NAMES[n - 1]}'></i>",
    "pictures": lambda n: f"<p>{'<img src=/star-on.png>' * n}{'<img src=/no.png>' * (5 - n)}",
    "as many": lambda n: "<p>" + "<i class=star></i>" * n + "</p>",
    "stacked": lambda n: (
        f"<p>{'<s><i class=fa-star></i><i class=fa-star-o></i></s>' * n}"
        f"{'<s><i class=fa-star-o></i></s>' * (5 - n)}</p>"
    ),
    "characters": lambda n: f"<p class=x>{'★' * n}{'☆' * (5 - n)}</p>",
    "coloured": lambda n: f"<p><b class=on>{'★' * n}</b><b class=no>{'★' * (5 - n)}</b></p>",
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_rating_is_read_however_it_is_shown(shape):
    records = trees(shape)
    signs = learn_rating(records)
    assert signs is not None
    read = [signs.read(tree) for tree in records]
    assert [found and found[1] for found in read] == [f"{n}/5" for n in VALUES]


@pytest.mark.parametrize(
    "shape",
    [
        lambda _: "".join(f"<a title='{n} of 5 stars' class=star></a>" for n in range(1, 6)),
        lambda _: "<i class='icon star-o'></i>",
        lambda n: f"<i style='width: {n * 20}%' class=bar></i>",
        lambda n: f"<a title='Step {n} of 5'>on</a>",
        lambda n: f"<i class='review review-{n}7812'></i>",
    ],
    ids=["to vote by", "to keep it", "a bar", "a step", "a number"],
)
def test_what_only_looks_like_a_rating_is_none(shape):
    assert learn_rating(trees(shape)) is None


def test_nobody_has_rated_what_has_no_stars():
    signs = RatingSigns(SignKind.TEXT, "i", attribute="title")
    assert not signs.read(RecordTree([html.fromstring("<p><i title='0.0 out of 5 stars'>")], 10))
