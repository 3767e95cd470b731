"""What is left to do about a site whose search cannot be had."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from discovery.connection.network_capture import Visit
from discovery.engines.form_survey import DiscoveryError
from discovery.engines.watched_site import watch_site

HOME = "http://x.example/"
OPENED = "<title>Things</title><h1>Things</h1><input type=search>"
FOUND = "".join(f"<p class=hit><a href=/thing/{n}>Thing number {n}</a></p>" for n in range(9))


class OneWord:
    """A browser in whose page one word brings results, and every other one nothing."""

    async def watch(self, url: str, search: Callable[[Any], Any], *, seconds: float) -> None:
        await search(self)

    async def visit(self, query: Any, *, more: bool = False) -> Visit:
        word = query(OPENED, HOME) if callable(query) else query
        shown = OPENED + (FOUND if word == "thing" else "")
        return Visit(word, HOME, (), (OPENED, shown, shown), (HOME, HOME, HOME))


def test_the_pages_that_a_search_brought_are_what_can_be_collected() -> None:
    words = ["thing", "other", "third", "fourth"]
    with pytest.raises(DiscoveryError) as caught:
        asyncio.run(watch_site(OneWord(), None, HOME, lambda page: iter(words)))
    assert "searches by itself" in str(caught.value)
    assert caught.value.evidence["sample"] == f"{HOME}thing/4"
