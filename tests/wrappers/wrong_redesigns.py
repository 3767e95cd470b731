"""Redesigns of the test engine: some lead a repair to what is no answer, some are harmless.

Each lays a list of documents out anew.
"""

import random
from urllib.parse import quote

from tests.wrappers.redesigned_engine import DOCUMENTS, Document

ADVERTISER = "http://advertiser.example"


def laid_out(
    documents: list[Document],
    link: str = '<a class=c-9 href="{url}"><b>{title}</b></a>',
    text: str = "<div>{text}</div>",
) -> str:
    rows = []
    for number, document in enumerate(documents, 1):
        values = {"url": document.url, "title": document.title, "text": document.text}
        values |= {"n": str(number), "quoted": quote(document.url, safe="")}
        rows.append(
            f"<article class=c-77><div class=c-12><span class=n>{number}</span> "
            f"{link.format(**values)}</div><div class=c-31>{text.format(**values)}</div></article>"
        )
    return f"<main><section id=x1>{''.join(rows)}</section></main>"


def javascript_links(documents: list[Document]) -> str:
    return laid_out(documents, "<a class=c-9 href='javascript:go(\"{url}\")'><b>{title}</b></a>")


def fragment_links(documents: list[Document]) -> str:
    """All links lead to the page itself."""
    return laid_out(documents, "<a class=c-9 href='#'><b>{title}</b></a>")


def no_addresses(documents: list[Document]) -> str:
    return laid_out(documents, "<a class=c-9><b>{title}</b></a>")


def empty_titles(documents: list[Document]) -> str:
    return laid_out(documents, "<a class=c-9 href='{url}'><b></b></a>")


def swapped_texts(documents: list[Document]) -> str:
    """The snippet is linked, the title stands below it."""
    return laid_out(documents, "<a class=c-9 href='{url}'><b>{text}</b></a>", "<div>{title}</div>")


def linked_dates(documents: list[Document]) -> str:
    """A date is linked, the title stands below it: harmless, what names a record is its title."""
    return laid_out(
        documents,
        "<a class=c-9 href='{url}'><b>{n} March 2024</b></a>",
        "<div>{title}</div><div>{text}</div>",
    )


def advertiser_links(documents: list[Document]) -> str:
    """All links lead to one advertiser."""
    return laid_out(
        documents, f"<a class=c-9 href='{ADVERTISER}/landing/{{n}}'><b>{{title}}</b></a>"
    )


def redirected_to_advertiser(documents: list[Document]) -> str:
    """All links lead to one advertiser over a redirector that names the target."""
    target = quote(f"{ADVERTISER}/landing/", safe="")
    return laid_out(documents, f"<a class=c-9 href='/out?url={target}{{n}}'><b>{{title}}</b></a>")


def half_advertisements(documents: list[Document]) -> str:
    """Every second record is an advertisement."""
    mixed = [
        document
        if number % 2
        else Document(f"{ADVERTISER}/item/{number}", f"Cheap thing {number}", "Buy it today, now.")
        for number, document in enumerate(documents)
    ]
    return laid_out(mixed)


def other_site(documents: list[Document]) -> str:
    """The records of another site stand there."""
    others = [
        Document(
            f"http://other.example/story/{document.title[4:8]}{number}",
            f"A story of {document.title[4:]}",
            document.text,
        )
        for number, document in enumerate(documents)
    ]
    return laid_out(others)


def popular_whatever(documents: list[Document]) -> str:
    """What is popular stands there, whatever is asked."""
    return laid_out(list(DOCUMENTS[40:50]))


def redirected(documents: list[Document]) -> str:
    """Links lead to the same documents, over a redirector that names the target."""
    return laid_out(
        documents, "<a class=c-9 href='/out?url=http%3A%2F%2F{{host}}{quoted}'><b>{title}</b></a>"
    )


def other_addresses(documents: list[Document]) -> str:
    """Each title leads where the next one led."""
    urls = [document.url for document in documents]
    turned = zip(documents, urls[1:] + urls[:1], strict=True)
    return laid_out([Document(url, document.title, document.text) for document, url in turned])


def mail_links(documents: list[Document]) -> str:
    """All links write a letter."""
    return laid_out(documents, "<a class=c-9 href='mailto:a@b.example?subject={n}'>{title}</a>")


def any_documents(documents: list[Document]) -> str:
    """Other documents each time, whatever is asked."""
    chance = random.Random("".join(document.url for document in documents))
    return laid_out(chance.sample(DOCUMENTS, 10))


def short_and_numbered(documents: list[Document]) -> str:
    """A table of half as many records, their titles numbered and cut."""
    rows = "".join(
        f"<tr class=r{number % 2}><td>{number}.</td><td><a href='{document.url}'>{number}. "
        f"{document.title[:13]}…</a><br><i>{document.text}</i></td></tr>"
        for number, document in enumerate(documents[:5], 1)
    )
    return f"<table id=res>{rows}</table>"


def harmless(documents: list[Document]) -> str:
    """The same records in another dress."""
    return laid_out(documents)


class NewsDesk:
    """An engine of news: from one asking to the next most of what it finds is other news."""

    def __init__(self, kept: int = 2, shown: int = 10) -> None:
        self._random = random.Random(5)
        self.kept, self.shown = kept, shown
        self._number = 0

    def find(self, query: str) -> list[Document]:
        words = query.casefold().split()
        if len(words) != 1 or not any(words[0] in d.title.casefold().split() for d in DOCUMENTS):
            return []
        standing = [d for d in DOCUMENTS if words[0] in d.title.casefold().split()]
        fresh = []
        for _ in range(self.shown - self.kept):
            self._number += 1
            other = self._random.choice(DOCUMENTS).title[4:]
            fresh.append(
                Document(
                    f"/doc/news-{self._number}",
                    f"News {self._number} of {words[0]} and {other}",
                    f"What was said today of {words[0]}, number {self._number}, in a few words.",
                )
            )
        return standing[: self.kept] + fresh
