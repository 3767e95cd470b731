"""What every traversal promises: nothing is downloaded twice, limits hold, what fails is said."""

import hashlib
import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from discovery.crawling import traversal as frontier
from discovery.crawling.indesit import IndesitTraversal, PageSchema, jaccard, page_schema
from discovery.crawling.navigation.mapping import induce_navigation
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.structural.address_ranking import MAX_BARREN, TrapGuard
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal import CrawledPage
from discovery.pages.page import parse_page
from tests.cases import cases
from tests.discovery.crawling.made_sites import (
    HOME,
    JAZZ,
    anchors,
    artists_of,
    crawl,
    fetch,
    found,
    frame,
    graph_of,
    jazz_site,
    team_site,
)

PLAYER = HOME + "players/p3-2"
ARTIST = JAZZ + "detalhes-artistas.asp?cd=3"
KINDS = {
    "structure": (StructuralTraversal, PLAYER, HOME),
    "indesit": (IndesitTraversal, PLAYER, HOME),
    "mapping": (partial(StructuralTraversal, breadth_first=True), ARTIST, JAZZ),
}
each_kind = pytest.mark.parametrize("kind", KINDS)
each_kind_and_pattern = pytest.mark.parametrize("kind", [*KINDS, "pattern"])


def site_of(kind: str) -> dict[str, str]:
    return jazz_site(40) if kind in ("mapping", "pattern") else team_site()


def taken_up(kind: str, text: str) -> Any:
    traversal = started(kind)
    traversal.take_state(text)
    return traversal


def started(kind: str) -> Any:
    if kind == "pattern":
        site = jazz_site(40)
        pattern = induce_navigation(JAZZ, graph_of(site), artists_of(site))
        return PatternTraversal(pattern)
    traversal, sample, home = KINDS[kind]
    places = ([sample],) if kind == "indesit" else ([sample], home)
    return traversal(*places)


@pytest.mark.parametrize("stop", [0, 1, 9, 60])
@each_kind_and_pattern
def test_a_crawl_taken_up_again_downloads_nothing_twice(kind: str, stop: int) -> None:
    site, whole, part = site_of(kind), started(kind), started(kind)
    crawl(whole, site)
    asked = crawl(part, site, stop)
    standing_out = part.next_addresses(3)
    rest = taken_up(kind, part.state_to_json())
    asked += crawl(rest, site)
    assert len(set(asked)) == len(asked) == rest.progress.downloads
    assert set(standing_out) & found(whole) <= set(asked)
    assert found(rest) == found(whole) != set()
    assert taken_up(kind, rest.state_to_json()).members() == rest.members()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", "nonsense", '{"version": 1}', '{"version": 99}']
)
@each_kind_and_pattern
def test_what_is_no_state_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        taken_up(kind, text)


@pytest.mark.parametrize(
    ("kind", "leads_to", "said"),
    [
        ("structure", None, "p3-2: 404"),
        ("structure", "http://other.example/", "leads to http://other.example/"),
        ("indesit", None, "no sample could be read"),
        ("mapping", None, "404"),
    ],
)
def test_a_sample_that_cannot_be_read_gives_nothing(kind, leads_to, said):
    site = site_of(kind)
    sample = KINDS[kind][1]
    del site[sample]
    if leads_to:
        site |= {sample: leads_to, leads_to: "<p>x"}
    traversal = started(kind)
    crawl(traversal, site)
    assert traversal.members() == ()
    assert traversal.confidence == 0
    assert said in traversal.reason
    with pytest.raises(ValueError, match="sample"):
        KINDS[kind][0]([])


@each_kind
def test_pages_not_asked_for_are_taken_once_and_other_sites_left_alone(kind: str) -> None:
    site, traversal, sample = site_of(kind), started(kind), KINDS[kind][1]
    site[sample] += '<p><a href="http://other.example/x">o</a></p>'
    for _ in range(2):
        traversal.add(fetch(site, sample))
    assert traversal.progress.downloads == 1
    asked = crawl(traversal, site)
    assert sample not in asked
    assert all(address.startswith(KINDS[kind][2]) for address in asked)
    assert sample in found(traversal)


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


@pytest.mark.parametrize("make", [StructuralTraversal, IndesitTraversal])
@pytest.mark.parametrize(("sample", "kind"), [(PLAYER, "players"), (TEAM, "teams")])
def test_the_class_of_the_sample_is_collected(make: Any, sample: str, kind: str) -> None:
    pages = team_site()
    traversal = make([sample]) if make is IndesitTraversal else make([sample], HOME)
    asked = crawl(traversal, pages)
    expected = of_kind(pages, kind)
    assert found(traversal) >= expected
    assert len(found(traversal)) <= len(expected) * (1.1 if make is IndesitTraversal else 1)
    assert len(asked) == len(set(asked))
    assert traversal.confidence > 0.5
    assert ("no class-link" if make is IndesitTraversal else "agree") in traversal.reason


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
    assert len(found(traversal)) == len(plain) >= 47


def test_an_endless_calendar_is_left() -> None:
    pages = team_site()
    pages[f"{HOME}about"] = frame(anchors(["/calendar?day=0"]))

    def bring(address: str) -> CrawledPage:
        _, is_day, day = address.partition("/calendar?day=")
        days = (f"/calendar?day={int(day) + each}" for each in range(1, 8)) if is_day else ()
        return fetch({**pages, address: frame(anchors(days))} if is_day else pages, address)

    traversal = StructuralTraversal([PLAYER], HOME)
    asked = crawl(traversal, bring, 1_000)
    assert found(traversal) == of_kind(pages, "players")
    assert len(asked) < 300


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


def test_a_crawl_that_was_cut_short_says_what_it_misses() -> None:
    traversal = StructuralTraversal([PLAYER], HOME)
    crawl(traversal, team_site(teams=12), limit=40)
    assert 0 < traversal.coverage < 0.9
    assert "may lead to" in traversal.reason


def test_addresses_are_bounded_and_shapes_that_bring_something_are_no_traps(monkeypatch):
    monkeypatch.setattr(frontier, "MAX_ADDRESSES", 3)
    table = frontier.UrlTable("site.example")
    assert [table.number(f"http://site.example/{n}") for n in (1, 2, 3, 4, 1)] == [0, 1, 2, -1, 0]
    guard = TrapGuard()
    for number in range(3 * MAX_BARREN):
        guard.record(f"http://site.example/list?page={number}", useful=number % 10 == 0)
        guard.record(f"http://site.example/day/{number}", useful=False)
    assert guard.admits("http://site.example/list?page=999")
    assert not guard.admits("http://site.example/day/999")


CASES = cases(__file__)


def test_redirects_count_once() -> None:
    site = team_site(news=400)
    site[HOME + "moved"] = PLAYER
    traversal = IndesitTraversal([HOME + "moved"])
    asked = crawl(traversal, site)
    # News are not read through for players.
    assert len(asked) < 12 * 8 + 12 + 60
    assert PLAYER in found(traversal)
    assert HOME + "moved" not in found(traversal)


# Fig. 4 of Blanco, Crescenzi and Merialdo (2005). The parser adds <body>, as browsers do.
P1 = CASES["p1"]
P2 = CASES["p2"]
P3 = CASES["p3"]
TABLE, LIST, BOLD = "html-body-table-tr-td", "html-body-ul-li", "html-body-p-b"


def schema_of(html: str) -> PageSchema:
    return page_schema(parse_page(html.encode(), "http://site.example/"))


def addresses(*paths: str) -> tuple[str, ...]:
    return tuple(f"http://site.example{path}" for path in paths)


def test_link_collections_and_schemas_of_the_paper() -> None:
    assert schema_of(P1).collections == {
        TABLE: addresses("/1", "/2"),
        LIST: addresses("/10", "/11"),
    }
    assert schema_of(P3).collections == {
        TABLE: addresses("/5", "/6", "/7"),
        BOLD: addresses("/20"),
    }
    assert schema_of(P1).paths == schema_of(P2).paths == {TABLE, LIST}
    assert schema_of(P3).paths == {TABLE, BOLD}
    assert schema_of(P1).is_similar(schema_of(P2))
    assert not schema_of(P1).is_similar(schema_of(P3))
    assert jaccard(schema_of(P1).paths, schema_of(P3).paths) == pytest.approx(1 / 3)


def test_attributes_are_part_of_a_path_and_what_leads_nowhere_is_no_link() -> None:
    plain, marked = (
        schema_of(f'<div{attributes}><a href="/x">x</a></div>')
        for attributes in ("", ' id="a" class="b"')
    )
    assert plain.paths == {"html-body-div"}
    assert marked.paths == {'html-body-div[class="b"][id="a"]'}
    schema = schema_of('<p><a name="x">x</a><a href="javascript:f()">y</a><a href="#z">z</a></p>')
    assert list(schema.collections.values()) == [("http://site.example/",)]
