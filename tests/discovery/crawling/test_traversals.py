"""What every traversal promises: nothing is downloaded twice, limits hold, what fails is said."""

from functools import partial
from typing import Any

import pytest

from discovery.crawling.indesit import IndesitTraversal
from discovery.crawling.navigation.mapping import induce_navigation
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.structural.traversal import StructuralTraversal
from tests.discovery.crawling.made_sites import HOME, JAZZ, artists_of, jazz_site, team_site
from tests.discovery.crawling.pages_by_address import crawl, fetch, found, graph_of

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


def started(kind: str, **limits: int) -> Any:
    """Return a traversal of the site of its kind."""
    if kind == "pattern":
        site = jazz_site(40)
        pattern = induce_navigation(JAZZ, graph_of(site), artists_of(site))
        return PatternTraversal(pattern)
    traversal, sample, home = KINDS[kind]
    places = ([sample],) if kind == "indesit" else ([sample], home)
    return traversal(*places, **limits)


@pytest.mark.parametrize("stop", [0, 1, 9, 60])
@each_kind_and_pattern
def test_a_crawl_taken_up_again_downloads_nothing_twice(kind: str, stop: int) -> None:
    site, whole, part = site_of(kind), started(kind), started(kind)
    crawl(whole, site)
    asked = crawl(part, site, stop)
    standing_out = part.next_addresses(3)
    rest = type(part).from_json(part.state_to_json())
    asked += crawl(rest, site)
    assert len(set(asked)) == len(asked) == rest.progress.downloads
    assert set(standing_out) & found(whole) <= set(asked)
    assert found(rest) == found(whole) != set()
    assert type(part).from_json(rest.state_to_json()).members() == rest.members()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "null", "nonsense", '{"version": 1}', '{"version": 99}']
)
@each_kind_and_pattern
def test_what_is_no_state_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        type(started(kind)).from_json(text)


@pytest.mark.parametrize("kind", ["structure", "indesit"])
def test_the_limit_of_downloads_holds(kind: str) -> None:
    traversal = started(kind, max_downloads=50)
    assert len(crawl(traversal, site_of(kind))) == 50
    assert "50 downloads were allowed" in traversal.reason
    assert PLAYER in found(traversal)


@pytest.mark.parametrize(
    ("kind", "leads_to", "said"),
    [
        ("structure", None, "p3-2: 404"),
        ("structure", "http://other.example/", "leads to http://other.example/"),
        ("indesit", None, "no sample could be read"),
        ("mapping", None, "404"),
    ],
)
def test_a_sample_that_cannot_be_read_gives_nothing(
    kind: str, leads_to: str | None, said: str
) -> None:
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
