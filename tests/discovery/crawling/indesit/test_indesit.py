"""INDESIT on a site of teams and players, like the one the paper tells of."""

import re

import pytest

from discovery.crawling.indesit import IndesitTraversal, PageSchema, jaccard, page_schema
from discovery.pages.page import parse_page
from tests.discovery.crawling.made_sites import HOME, team_site
from tests.discovery.crawling.pages_by_address import crawl, found

PLAYER, TEAM = HOME + "players/p3-2", HOME + "teams/t3"


def kind_of(address: str) -> str:
    found = re.search(r"/(\w+)/\w", address)
    return found[1] if found else "index"


def test_players_and_teams_are_collected() -> None:
    site = team_site()
    for sample, kind in ((PLAYER, "players"), (TEAM, "teams")):
        traversal = IndesitTraversal([sample])
        crawl(traversal, site)
        expected = {address for address in site if kind_of(address) == kind}
        assert found(traversal) >= expected
        assert len(found(traversal) & expected) / len(found(traversal)) > 0.9
        assert traversal.confidence > 0.5
        assert "no class-link" in traversal.reason


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
P1 = """<html><table><tr><td><a href="/1">X</a></td><td><a href="/2">Y</a></td></tr></table>
<h1>…</h1>
<p>…</p><ul><li><a href="/10">E</a></li><li><a href="/11">F</a></li></ul><hr>…</html>"""
P2 = """<html><table><tr><td><a href="/3">X</a></td><td><a href="/4">Y</a></td></tr></table>
<h1>…</h1>
<p>…</p><ul><li><a href="/13">G</a></li></ul><hr>…</html>"""
P3 = """<html><table><tr><td><a href="/5">H</a></td><td><a href="/6">K</a></td><td>
<a href="/7">J</a>
</td></tr></table><h1>…</h1><p><b><a href="/20">L</a></b></p><hr>…</html>"""
TABLE, LIST, BOLD = "html-body-table-tr-td", "html-body-ul-li", "html-body-p-b"


def schema_of(html: str) -> PageSchema:
    return page_schema(parse_page(html.encode(), "http://site.example/"))


def addresses(*paths: str) -> tuple[str, ...]:
    return tuple(f"http://site.example{path}" for path in paths)


def test_link_collections_of_the_paper() -> None:
    assert schema_of(P1).collections == {
        TABLE: addresses("/1", "/2"),
        LIST: addresses("/10", "/11"),
    }
    assert schema_of(P3).collections == {
        TABLE: addresses("/5", "/6", "/7"),
        BOLD: addresses("/20"),
    }


def test_schemas_of_the_paper() -> None:
    assert schema_of(P1).paths == schema_of(P2).paths == {TABLE, LIST}
    assert schema_of(P3).paths == {TABLE, BOLD}
    assert schema_of(P1).is_similar(schema_of(P2))
    assert not schema_of(P1).is_similar(schema_of(P3))
    assert jaccard(schema_of(P1).paths, schema_of(P3).paths) == pytest.approx(1 / 3)


def test_names_and_values_of_attributes_are_part_of_a_path() -> None:
    plain, marked = (
        schema_of(f'<div{attributes}><a href="/x">x</a></div>')
        for attributes in ("", ' id="a" class="b"')
    )
    assert plain.paths == {"html-body-div"}
    assert marked.paths == {'html-body-div[class="b"][id="a"]'}


def test_what_leads_nowhere_is_no_link() -> None:
    schema = schema_of('<p><a name="x">x</a><a href="javascript:f()">y</a><a href="#z">z</a></p>')
    assert list(schema.collections.values()) == [("http://site.example/",)]
