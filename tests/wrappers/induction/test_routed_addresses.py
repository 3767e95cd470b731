"""Records whose addresses differ by a route in the fragment alone are learned as others are."""

import pytest

from discovery.pages.page import parse_page
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

WORDS = ("fish", "cheese", "river", "stone")


def page(word: str, link: str, numbers: range) -> str:
    hits = "".join(
        f"<li><h3><a href='{link}{word}-{n}'>{word.title()} number {n}</a></h3>"
        f"<p>What is known of {word} {n}, at some length.</p></li>"
        for n in numbers
    )
    nav = "<nav><a href='/'>Home</a> <a href='/about'>About us</a></nav>"
    return (
        f"<html><title>{word}</title><body>{nav}<p>{len(numbers)} results</p>"
        f"<ul class=hits>{hits}</ul><footer>Our footer</footer></body></html>"
    )


@pytest.mark.parametrize(
    "link", ["#/item/", "#!", "/app#/item/", "/app?lang=en#!", "/manual.html#", "/talk?id=7#"]
)
def test_routes_are_learned(link: str) -> None:
    samples = [
        Sample(
            parse_page(page(word, link, range(5 + n)).encode(), f"http://s.example/find?q={word}"),
            word,
        )
        for n, word in enumerate(WORDS)
    ]
    empty = parse_page(page("zxqv", link, range(0)).encode(), "http://s.example/find?q=zxqv")
    learned = learn_wrapper(samples, empty)
    records = learned.wrapper.extract(samples[0].page, "fish").records
    assert [
        str(record.url).partition("#")[2].lstrip("/!").removeprefix("item/") for record in records
    ] == [f"fish-{n}" for n in range(5)]
