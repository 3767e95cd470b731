"""A page that asks for nothing when it is searched: the index that it has loaded."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from discovery.connection.network_capture import Exchange, Visit, links_of, searches
from discovery.pages.data.site_index import SiteIndex, find_index

# Bytes of an answer below which it is no index of a site.
MIN_BYTES = 200
# Links of the pages shown that are looked at.
MAX_LINKS = 2_000
# Titles of an index on a page that was searched, below which they are there by chance.
MIN_SHOWN = 2
# An index that is read less well than this is not searched by us. Guesses: a page or two without
# a title, headings of their own, and matches by stems, are usual.
MIN_READABLE = 0.9
MIN_TELLING = 0.5
MIN_EXPLAINED = 0.8
# The same where the page cannot be searched in any other way. Guess.
MIN_EXPLAINED_ELSE = 0.5
# Letters at a word's end by which its forms differ, and those that stay.
ENDING = 3
MIN_STEM = 4


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index at `url` that a page loaded.

    Of its titles the page showed `shown` after something was typed; `explained` of these are of
    documents that say what was typed. `bases` are what addresses of documents may be relative to,
    the likeliest first; one alone where links of the page tell.
    """

    url: str
    index: SiteIndex
    shown: int
    explained: int
    bases: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        """Whether our own search of its documents finds what the page's search does."""
        return self._is_searched(MIN_EXPLAINED)

    @property
    def is_usable(self) -> bool:
        """Whether our search finds much of it: the page's may forgive what is spelled otherwise."""
        return self._is_searched(MIN_EXPLAINED_ELSE)

    def _is_searched(self, explained: float) -> bool:
        return (
            self.shown >= MIN_SHOWN
            and self.index.readable >= MIN_READABLE
            and self.index.telling >= MIN_TELLING
            and self.explained >= explained * self.shown
        )

    @property
    def measured(self) -> str:
        index = self.index
        return (
            f"of {len(index.records)} documents {index.readable:.0%} have title and address, "
            f"{index.telling:.0%} a text; of {self.shown} titles shown {self.explained} are of "
            "documents that say the word"
        )


def find_seen_index(visits: Sequence[Visit]) -> SeenIndex | None:
    pages = [_Searched.of(visit) for visit in visits if visit.has_searched]
    links = list(dict.fromkeys(link for page in pages for link in page.links))[:MAX_LINKS]
    titles = frozenset().union(*(page.texts for page in pages))
    found = []
    for exchange in _loaded(visits):
        index = find_index(exchange.answer.decode("utf-8", "replace"), links, titles)
        if index is not None:
            found.append(_judged(exchange.request.url, index, pages, links))
    return max(found, key=lambda each: (each.shown, len(each.index.records)), default=None)


@dataclass(frozen=True, slots=True)
class _Searched:
    """A page that was searched: the query, the texts that came onto it, and its links."""

    url: str
    query: str
    texts: frozenset[str]
    links: tuple[str, ...]

    @classmethod
    def of(cls, visit: Visit) -> "_Searched":
        pages = visit.pages()
        new = frozenset().union(*(texts for _, texts in pages[1:]))
        return cls(visit.url, visit.query, new, tuple(links_of(pages)))


def _loaded(visits: Iterable[Visit]) -> Iterator[Exchange]:
    known: set[str] = set()
    for visit in visits:
        carrying = searches(visit)
        for exchange in visit.exchanges:
            url = exchange.request.url
            is_answer = exchange.status == 200 and len(exchange.answer) >= MIN_BYTES
            is_style = exchange.content_type.startswith("text/css")
            if is_answer and not is_style and url not in known and exchange not in carrying:
                known.add(url)
                yield exchange


def _judged(
    url: str, index: SiteIndex, pages: Sequence[_Searched], links: Sequence[str]
) -> SeenIndex:
    shown = explained = 0
    for page in pages:
        joined = "\n".join(page.texts)
        for record in index.records:
            if record.title in page.texts or (len(record.title) > 7 and record.title in joined):
                shown += 1
                explained += _says(f"{record.title} {record.text}", page.query)
    page_url = pages[0].url if pages else url
    bases = tuple(dict.fromkeys((page_url, urljoin(page_url, "/"), url)))
    known = {_place(link) for link in links}
    fits = {
        base: sum(_place(urljoin(base, link)) in known for link in index.links) for base in bases
    }
    best = max(bases, key=lambda base: fits[base])
    are_whole = all(urlsplit(link).netloc or link.startswith("/") for link in index.links)
    told = (best,) if fits[best] or are_whole else bases
    return SeenIndex(url, index, shown, explained, told)


def _place(address: str) -> str:
    return address.partition("#")[0].rstrip("/")


def _says(text: str, query: str) -> bool:
    folded = text.casefold()
    return all(
        word[: max(MIN_STEM, len(word) - ENDING)] in folded for word in query.casefold().split()
    )
