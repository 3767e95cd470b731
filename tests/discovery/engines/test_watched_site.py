"""Which words are typed into a page whose results scripts fill."""

import asyncio
from types import SimpleNamespace

import pytest

from discovery.engines import watched_site
from discovery.engines.watched_site import Watched
from discovery.pages.page import parse_page

RESULTS = (
    "<ul><li>The heron and its river</li><li>A river with herons</li><li>from River to sea</li>"
)


def chosen(query: str, more: bool = False) -> SimpleNamespace:
    page = parse_page(RESULTS.encode(), "http://a.example/")
    return SimpleNamespace(visit=SimpleNamespace(query=query), page=page, more=more)


@pytest.mark.parametrize(
    ("with_more", "typed"),
    [
        # What most results have is typed where no word showed more, and then no other.
        ((), ["heron", "nest", "river"]),
        (("nest",), ["heron", "nest"]),
        (("river",), ["heron", "nest", "river"]),
    ],
)
def test_a_word_that_has_more_is_typed_where_none_had(monkeypatch, with_more, typed):
    visited: list[str] = []

    class Searched:
        async def visit(self, wanted, *, more=False):
            word = wanted if isinstance(wanted, str) else wanted(RESULTS, "http://a.example/")
            visited.append(word)
            return SimpleNamespace(query=word, has_searched=True)

    def take(watched, visit, words_of):
        watched.chosen.append(chosen(visit.query, visit.query in with_more))
        return []

    monkeypatch.setattr(watched_site, "_take", take)
    monkeypatch.setattr(watched_site, "later_exchanges", lambda each: each.more)
    words = iter(("heron", "nest", "egg"))
    asyncio.run(watched_site._search(Searched(), lambda _page: words, Watched()))
    assert visited == typed
