"""Redesigns of the test engine: some lead a repair to what is no answer, some are harmless.

Each lays a list of documents out anew.
"""

import random
from functools import partial
from itertools import count, islice
from urllib.parse import quote

from tests.cases import cases
from tests.wrappers.redesigned_engine import DOCUMENTS, Document

WRITTEN = cases(__file__, "redesigns")


def laid_out(link: str, text: str, documents: list[Document], host: str = "") -> str:
    rows = []
    for number, document in enumerate(documents, 1):
        values = {"url": document.url, "title": document.title, "text": document.text}
        values |= {"n": str(number), "quoted": quote(document.url, safe=""), "host": host}
        rows.append(
            f"<article class=c-77><div class=c-12><span class=n>{number}</span> "
            f"{link.format(**values)}</div><div class=c-31>{text.format(**values)}</div></article>"
        )
    return f"<main><section id=x1>{''.join(rows)}</section></main>"


def written(link: str, text: str = "<div>{text}</div>") -> partial[str]:
    return partial(laid_out, link, text)


HARMLESS = {name: written(*each) for name, each in WRITTEN["harmless"].items()}
plainly = HARMLESS["harmless"]


def half_advertisements(documents: list[Document]) -> str:
    """Every second record is an advertisement."""
    mixed = list(documents)
    for n in range(0, len(mixed), 2):
        address = f"http://advertiser.example/item/{n}"
        mixed[n] = Document(address, f"Cheap thing {n}", "Buy it today, now.")
    return plainly(mixed)


def other_site(documents: list[Document]) -> str:
    """The records of another site stand there."""
    story = "http://other.example/story/{}{}"
    return plainly(
        [
            Document(story.format(d.title[4:8], n), f"A story of {d.title[4:]}", d.text)
            for n, d in enumerate(documents)
        ]
    )


# What is read after them is proposed to a person, not used.
WRONG = {name: written(*each) for name, each in WRITTEN["wrong"].items()} | {
    each.__name__: each for each in (half_advertisements, other_site)
}


class NewsDesk:
    """An engine of news: from one asking to the next most of what it finds is other news."""

    def __init__(self) -> None:
        self._random, self._numbers = random.Random(5), count(1)

    def find(self, query: str) -> list[Document]:
        standing = [d for d in DOCUMENTS if query.casefold() in d.title.casefold().split()]
        news = islice(self._numbers, 8 if standing else 0)
        return standing[:2] + [
            Document(
                f"/doc/news-{number}",
                f"News {number} of {query} and {self._random.choice(DOCUMENTS).title[4:]}",
                f"What was said today of {query}, number {number}, in a few words.",
            )
            for number in news
        ]
