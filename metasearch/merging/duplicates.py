"""Duplicates: one page under differing addresses is one result, and what is shown of it.

Titles and snippets are not compared: engines cut them differently, and differing pages often share
them. Pages of one host that share a title are folded instead (folding.py).
"""

from collections.abc import Iterable, Sequence

from discovery.pages.tracking import without_tracking
from discovery.pages.urls import unwrap_redirect
from metasearch.merging.page_identity import is_decorated, record_key
from metasearch.merging.ranked_list import RankedList, RankedRecord

ELLIPSES = ("…", "...")


def group_duplicates(lists: Iterable[RankedList]) -> dict[str, tuple[RankedRecord, ...]]:
    """Return the records of all lists by what tells their page from others (`record_key`).

    Groups stand in the order of their first record, list by list. Within a group the best position
    comes first, and each engine has one record, its best. An engine that shows a page twice, or is
    known twice, has not found it twice. A record without an address is a group of its own.
    """
    groups: dict[str, dict[str, RankedRecord]] = {}
    for ranked_list in lists:
        for ranked in ranked_list.ranked():
            groups.setdefault(record_key(ranked), {}).setdefault(ranked.voter, ranked)
    return {
        key: tuple(sorted(group.values(), key=lambda ranked: ranked.position))
        for key, group in groups.items()
    }


def best_address(group: Sequence[RankedRecord]) -> str:
    """Return the address of a group to show: a plain one, https before http, the shortest.

    Redirectors and tracking parameters are taken away. Among equals the best position wins.
    """
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
    """Return the title of a group to show: that of the best position which is not cut off."""
    titles = [ranked.record.title for ranked in group if ranked.record.title]
    whole = [title for title in titles if not title.endswith(ELLIPSES)]
    return next(iter(whole or titles), "")


def best_snippet(group: Sequence[RankedRecord]) -> str:
    """Return the snippet of a group to show: the longest, as engines cut at differing lengths."""
    return max((ranked.record.snippet or "" for ranked in group), key=len)
