"""Link groups and their predictions; the stopping rule; addresses and their states."""

from array import array

import numpy as np
import pytest

from discovery.crawling.structural.address_ranking import MAX_BARREN, TrapGuard
from discovery.crawling.structural.crawled_site import MAX_ADDRESSES, UrlTable
from discovery.crawling.structural.link_groups import LinkGroups
from discovery.crawling.structural.traversal import DRY, UNTRUSTED, StoppingRule


def test_addresses_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discovery.crawling.structural.crawled_site.MAX_ADDRESSES", 3)
    table = UrlTable("site.example")
    assert MAX_ADDRESSES > 3
    assert [table.number(f"http://site.example/{n}") for n in (1, 2, 3, 4, 1)] == [0, 1, 2, -1, 0]


@pytest.mark.parametrize(
    ("records", "patience", "downloads", "trusted", "said"),
    [
        # A crawl goes on while links promise more, or as long as it is to be patient.
        ([(50, 10, 200)], 1, 100, True, ""),
        ([(50, 10, 200)], 1, 250, True, "no new page"),
        ([(50, 10, 200)], 4, 250, True, ""),
        ([(50, 10, 0)], 1, 50 + DRY, True, ""),
        ([(50, 10, 0)], 1, 51 + DRY, True, "no new page"),
        # Of many pages some may be missing.
        ([(50, 10, 200)], 1, 51 + DRY, True, ""),
        ([(50, 1_000, 200)], 1, 51 + DRY, True, "no new page"),
        # A class that cannot be told ends early, one learned anew and narrower may grow again.
        ([(UNTRUSTED, UNTRUSTED, 1_000)], 1, UNTRUSTED, False, "cannot be told"),
        ([(UNTRUSTED, UNTRUSTED, 1_000)], 1, UNTRUSTED, True, ""),
        ([(50, 90, 200), (60, 20, 200), (300, 21, 200)], 1, 310 + DRY, True, ""),
    ],
)
def test_a_crawl_ends_when_nothing_more_comes(
    records: list[tuple[int, int, int]], patience: int, downloads: int, trusted: bool, said: str
) -> None:
    rule = StoppingRule(patience=patience)
    for record in records:
        rule.record(*record)
    reason = rule.reason(downloads, trusted=trusted)
    assert said in reason if said else not reason


def test_shapes_that_bring_something_are_no_traps() -> None:
    guard = TrapGuard()
    for number in range(3 * MAX_BARREN):
        guard.record(f"http://site.example/list?page={number}", useful=number % 10 == 0)
        guard.record(f"http://site.example/day/{number}", useful=False)
    assert guard.admits("http://site.example/list?page=999")
    assert not guard.admits("http://site.example/day/999")


PLAYERS, NEWS = 1, 2


def groups_of_two_paths() -> LinkGroups:
    """Page 0 links to 1–5 as players, to 6–9 as news; page 1 to 10 as a player."""
    groups = LinkGroups()
    groups.add(0, PLAYERS, array("i", range(1, 6)))
    groups.add(0, NEWS, array("i", range(6, 10)))
    groups.add(1, PLAYERS, array("i", [10]))
    return groups


def test_who_showed_an_address_first_is_credited() -> None:
    groups = groups_of_two_paths()
    groups.add(1, NEWS, array("i", [1, 11]))
    credit = groups.count_first_linked(np.array([1, 10, 11, 500]), pages=2)
    assert credit.tolist() == [1, 2]
