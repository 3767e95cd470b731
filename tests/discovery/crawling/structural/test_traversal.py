"""The structural traversal on small sites: what it finds, what it costs, what it survives."""

import hashlib
import re
from dataclasses import replace

import pytest

from discovery.crawling.structural import crawled_site
from discovery.crawling.structural.address_ranking import MAX_BARREN, TrapGuard
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal import CrawledPage
from tests.discovery.crawling.made_sites import HOME, anchors, frame, team_site
from tests.discovery.crawling.pages_by_address import crawl, fetch, found

PLAYER = HOME + "players/p3-2"
TEAM = HOME + "teams/t3"


def of_kind(pages: dict[str, str], kind: str) -> set[str]:
    return {address for address in pages if re.search(rf"/{kind}/\w", address)}


def opaque(pages: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the site with addresses that say nothing, and the new address of each old one."""
    new = {
        address: HOME + "x/" + hashlib.sha256(address.encode()).hexdigest()[:10]
        for address in pages
    }
    host = HOME.rstrip("/")

    def renamed(match: re.Match[str]) -> str:
        return f'href="{new.get(host + match[1], host + match[1])}"'

    return {
        new[address]: re.sub(r'href="([^"]*)"', renamed, html) for address, html in pages.items()
    }, new


@pytest.mark.parametrize(("sample", "kind"), [(PLAYER, "players"), (TEAM, "teams")])
def test_the_class_of_the_sample_is_collected(sample: str, kind: str) -> None:
    pages = team_site()
    traversal = StructuralTraversal([sample], HOME)
    asked = crawl(traversal, pages)
    assert found(traversal) == of_kind(pages, kind)
    assert len(asked) == len(set(asked))
    assert traversal.confidence > 0.5
    assert "agree" in traversal.reason


def test_addresses_that_say_nothing_do_not_hinder() -> None:
    pages, new = opaque(team_site())
    traversal = StructuralTraversal([new[PLAYER]], new[HOME])
    crawl(traversal, pages)
    assert found(traversal) == {new[address] for address in of_kind(team_site(), "players")}


def test_the_same_page_under_many_addresses_is_one_member() -> None:
    pages = team_site(teams=6)
    links = anchors(f"/players/p0-0?from={number}" for number in range(30))
    pages[HOME + "about"] = frame(f'<ul class="also">{links}</ul>')

    def bring(address: str) -> CrawledPage:
        return replace(
            fetch(pages, address.partition("?")[0]), address=address, final_address=address
        )

    traversal = StructuralTraversal([PLAYER], HOME)
    crawl(traversal, bring)
    plain = {address.partition("?")[0] for address in found(traversal)}
    assert len(found(traversal)) == len(plain) == 48


def test_a_site_of_one_template_is_not_collected_whole_with_confidence() -> None:
    pages = {
        f"{HOME}{name}": frame(f"<h1>{name}</h1><p>Text</p><ul>{anchors(others)}</ul>")
        for name, others in (
            (f"w{number}", [f"/w{number * 3 + step}" for step in (1, 2, 3)])
            for number in range(900)
        )
    }
    traversal = StructuralTraversal([HOME + "w7"], HOME + "w0")
    asked = crawl(traversal, pages)
    assert traversal.confidence < 0.3
    assert len(asked) <= 400


def test_what_agrees_about_nearly_all_of_a_site_is_not_taken_for_sure() -> None:
    """Constructors and methods of one template: their common beginning is all there is."""
    names = [
        f"Nini.{one}.{kind}{n}" for one in "ABCDEFGH" for kind in ("new", "do") for n in (1, 2)
    ]
    menu = anchors(["/", *(f"/{name}.html" for name in names)])
    pages = {
        f"{HOME}{name}.html": frame(f"<h1>{name}</h1><h2>Syntax</h2><pre>{name}()</pre>{menu}")
        for name in names
    }
    pages[HOME] = frame(f"<h1>All of it</h1><table><tr><td>Start here</table>{menu}")
    traversal = StructuralTraversal([f"{HOME}{names[0]}.html"], HOME)
    crawl(traversal, pages)
    assert len(found(traversal)) == len(names)
    assert traversal.confidence < 0.3
    assert "nearly all of the site" in traversal.reason


def test_a_crawl_that_a_limit_ended_is_no_surer_than_the_share_it_found() -> None:
    pages = team_site(teams=12)
    traversal = StructuralTraversal([PLAYER], HOME, max_downloads=45)
    crawl(traversal, pages)
    assert "were allowed" in traversal.reason
    assert 0 < traversal.coverage < 0.9
    assert traversal.confidence <= traversal.coverage
    assert "may lead to" in traversal.reason


def test_addresses_are_bounded_and_shapes_that_bring_something_are_no_traps(monkeypatch):
    monkeypatch.setattr(crawled_site, "MAX_ADDRESSES", 3)
    table = crawled_site.UrlTable("site.example")
    assert [table.number(f"http://site.example/{n}") for n in (1, 2, 3, 4, 1)] == [0, 1, 2, -1, 0]
    guard = TrapGuard()
    for number in range(3 * MAX_BARREN):
        guard.record(f"http://site.example/list?page={number}", useful=number % 10 == 0)
        guard.record(f"http://site.example/day/{number}", useful=False)
    assert guard.admits("http://site.example/list?page=999")
    assert not guard.admits("http://site.example/day/999")
