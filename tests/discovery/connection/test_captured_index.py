"""An index that a page loaded, judged by what the page showed of it."""

import json

import pytest

from discovery.connection.captured_index import find_seen_index
from discovery.connection.network_capture import Exchange, Visit
from discovery.connection.requests import EngineRequest

HOME = "http://a.example/"
THINGS = [
    {
        "url": f"/part/{n}",
        "title": f"The {'heron' if n % 2 else 'horne'} numbered {n}",
        "text": f"What is told of the bird number {n}, and where it was seen.",
    }
    for n in range(40)
]


@pytest.mark.parametrize(
    ("shown", "is_good", "is_usable"),
    [
        # The page finds what holds the word; what may be meant by it as well; what does not.
        (THINGS[1:20:2], True, True),
        (THINGS[1:14], False, True),
        (THINGS[2:20:2], False, False),
    ],
)
def test_an_index_is_searched_as_the_page_does_or_forgives_less(shown, is_good, is_usable):
    index = json.dumps(THINGS).encode()
    loaded = Exchange(EngineRequest("GET", f"{HOME}index.json"), 0, 200, "application/json", index)
    opened = "<title>Birds</title><input type=search>"
    found = "".join(f"<li><a href={each['url']}>{each['title']}</a>" for each in shown)
    pages = (opened, opened, f"{opened}<ul>{found}</ul>")
    seen = find_seen_index([Visit("heron", HOME, (loaded,), pages, (HOME, HOME, HOME))])
    assert seen is not None
    assert len(seen.index.records) == len(THINGS)
    assert (seen.is_good, seen.is_usable) == (is_good, is_usable)
