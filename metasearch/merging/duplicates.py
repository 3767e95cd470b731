"""Duplicates: one page under differing addresses is one result.

Scheme, `www.`, trailing slash, fragment, tracking parameters, redirectors, hosts and paths for
phones, numbers of visits and names of a folder's own page do not tell pages apart. Details ours.

Titles and snippets are not compared: engines cut them differently, and differing pages often share
them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec import Struct

from discovery.pages.urls import (
    comparison_key,
    parted_by_fragments,
    unwrap_redirect,
    without_tracking,
)
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord


class RankedRecord(Struct, frozen=True):
    slug: str
    position: int
    record: ResultRecord
    voter: str


@dataclass(frozen=True, slots=True)
class RankedList:
    """The records of the engine `slug`, best first, as its page shows them.

    Lists of one `voter` come from one engine known twice. An empty one is the engine's own.
    """

    slug: str
    records: tuple[ResultRecord, ...]
    voter: str = ""

    def ranked(self) -> Iterator[RankedRecord]:
        for position, record in enumerate(self.records, start=1):
            yield RankedRecord(self.slug, position, record, self.voter or self.slug)


class EnginePosition(Struct, frozen=True):
    """Where an engine has a page: `position` (1 = first) and `weight` (1 = usual) of the engine.

    `fit` from 0 to 1 is how much of the query the engine's results hold on average.
    """

    position: int
    weight: float = 1.0
    fit: float = 1.0
    slug: str = ""


class MergedResult(Struct, frozen=True):
    """One page that at least one engine found.

    `key` tells the page from all others of the search. `url`, `date` and `thumbnail` (an address)
    may be empty. `engines` stands in the order of positions, each once. `score` compares results of
    one query: `match`, from 0 to 1 how much of the query its title and snippet hold, and
    `preference`, the factor that the user gives to its host (1 = none), went into it. `items` are
    those that the best placed record says, labels of the page and its title left out.
    """

    key: str = ""
    url: str = ""
    title: str = ""
    snippet: str = ""
    engines: tuple[EnginePosition, ...] = ()
    score: float = 0.0
    date: str = ""
    thumbnail: str = ""
    match: float = 0.0
    preference: float = 1.0
    items: tuple[RecordItem, ...] = ()

    def first(self, kind: ItemKind) -> str:
        """Return the first item of a kind, without what all of its column begin with; or nothing.

        >>> MergedResult("k", "", "t", "", (), 0, items=(RecordItem("p", ItemKind.PRICE, "$ 4"),)
        ... ).first(ItemKind.PRICE)
        '$ 4'
        """
        return next((item.bare for item in self.items if item.kind is kind), "")


# A label of the host for phones: "m.", "en.m.", "mobile.", "amp.". A label of its own before at
# least two others: "m.example" is a domain.
_PHONE_LABEL = re.compile(r"^((?:[\w-]+\.)*?)(?:m|mobile|amp|wap|touch)\.(?=[\w-]+\.[\w-]+)")
# Accelerated pages (AMP): "/amp/page", "/page/amp", "/page.amp.html", "?amp=1", "?outputType=amp".
_PHONE_PATH = re.compile(r"/amp(?=/|$)|(?<=[\w-])\.amp(?=\.html?$|$)")
_PHONE_PARAMETER = re.compile(
    r"(?:^|(?<=&))(?:amp(?:=(?:1|true)?)?|output(?:type)?=amp|amp_\w+=[^&]*|usqp=[^&]*)(?:&|$)",
    re.I,
)
# Numbers of visits.
_VISIT_PARAMETER = re.compile(
    r"(?:^|(?<=&))(?:phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken)=[^&]*(?:&|$)", re.I
)
_VISIT_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*$", re.IGNORECASE)
# What servers show for the address of a folder.
_FOLDER_PAGE = re.compile(
    r"/(?:index|default)\.(?:html?|xhtml|shtml|php|aspx?|jsp)$", re.IGNORECASE
)
# Without any of these, an address has nothing of the above; most have not.
_HINT = re.compile(
    r"amp|(?:^|\.)(?:m|mobile|wap|touch)\.|/(?:index|default)\.|sess|;sid=|cfid=|^[^/]+\.(?:/|$)",
    re.IGNORECASE,
)

# Addresses whose identity is kept: a page of results merges the same ones with every batch.
KEPT_ADDRESSES = 2_048


@lru_cache(maxsize=KEPT_ADDRESSES)
def page_identity(url: str) -> str:
    """Return what is equal for all addresses of the page that `url` leads to.

    >>> page_identity("http://en.m.wiki.example/wiki/Zip?utm_source=x#History")
    'en.wiki.example/wiki/Zip'
    >>> page_identity("https://www.a.example/news/zip.amp.html")
    'a.example/news/zip.html'
    """
    key = comparison_key(without_tracking(unwrap_redirect(url)))
    if not _HINT.search(key):
        return key
    location, mark, query = key.partition("?")
    host, slash, path = location.partition("/")
    host = _PHONE_LABEL.sub(r"\1", host.rstrip("."))
    path = _FOLDER_PAGE.sub("", _PHONE_PATH.sub("", _VISIT_PATH.sub("", slash + path)))
    query = _VISIT_PARAMETER.sub("", _PHONE_PARAMETER.sub("", query)).rstrip("&")
    return f"{host}{path.rstrip('/')}{mark if query else ''}{query}"


def is_decorated(url: str) -> bool:
    """Tell whether an address is one for phones, for one visit, or of a folder by name.

    >>> is_decorated("https://m.a.example/x"), is_decorated("https://a.example/x")
    (True, False)
    """
    key = comparison_key(url)
    return page_identity(url) != key


def record_key(ranked: RankedRecord) -> str:
    if not ranked.record.url:
        # A space stands in no address.
        return f"{ranked.slug} {ranked.position}"
    return page_identity(ranked.record.url)


ELLIPSES = ("…", "...")


def group_duplicates(lists: Iterable[RankedList]) -> dict[str, tuple[RankedRecord, ...]]:
    """Return the records of all lists by what tells their page from others (`record_key`).

    Groups stand in the order of their first record, list by list. Within a group the best position
    comes first, and each engine has one record, its best. A record without an address is a group of
    its own, and so is each place of one page where the records of an engine lead to such.
    """
    groups: dict[str, dict[str, RankedRecord]] = {}
    for ranked_list in lists:
        found = [(record_key(ranked), ranked) for ranked in ranked_list.ranked()]
        fragments = [(ranked.record.url or "").partition("#")[2] for _, ranked in found]
        parted: frozenset[str] = frozenset()
        if any(fragments):
            parted = parted_by_fragments(
                (key, fragment) for (key, _), fragment in zip(found, fragments, strict=True)
            )
        for (key, ranked), fragment in zip(found, fragments, strict=True):
            own = f"{key}#{fragment}" if key in parted else key
            groups.setdefault(own, {}).setdefault(ranked.voter, ranked)
    return {
        key: tuple(sorted(group.values(), key=lambda ranked: ranked.position))
        for key, group in groups.items()
    }


def best_address(group: Sequence[RankedRecord]) -> str:
    """Return the address of a group to show: a plain one, https before http, the shortest."""
    given = dict.fromkeys(ranked.record.url for ranked in group if ranked.record.url)
    addresses = [without_tracking(unwrap_redirect(address)) for address in given]
    if len(addresses) == 1:
        return addresses[0]
    return min(
        addresses,
        key=lambda url: (is_decorated(url), not url.startswith("https:"), len(url)),
        default="",
    )


def best_title(group: Sequence[RankedRecord]) -> str:
    titles = [ranked.record.title for ranked in group if ranked.record.title]
    whole = [title for title in titles if not title.endswith(ELLIPSES)]
    return next(iter(whole or titles), "")


def best_snippet(group: Sequence[RankedRecord]) -> str:
    return max((ranked.record.snippet or "" for ranked in group), key=len)
