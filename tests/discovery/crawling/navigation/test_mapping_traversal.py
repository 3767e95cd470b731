"""A site mapped breadth first, and the crawler that comes of it."""

import json

import pytest

from discovery.crawling.navigation.mapping import (
    MAX_OF_A_SHAPE,
    MappingTraversal,
    induce_navigation,
)
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.traversal import CrawledPage
from tests.discovery.crawling.navigation.test_navigation import JAZZ, artists_of, jazz_site
from tests.discovery.crawling.pages_by_address import crawl, fetch, found, graph_of, page_of

SAMPLE = f"{JAZZ}detalhes-artistas.asp?cd=3"


def test_a_crawler_by_example() -> None:
    early, later = jazz_site(60), jazz_site(90)
    mapping = MappingTraversal.start([SAMPLE], JAZZ)
    asked = crawl(mapping, early)
    assert sorted(asked) == sorted(early)
    assert found(mapping) == artists_of(early)
    pattern = induce_navigation(JAZZ, graph_of(early), found(mapping))
    traversal = PatternTraversal.start(pattern)
    crawl(traversal, later)
    assert found(traversal) == artists_of(later)


def test_the_site_is_read_breadth_first() -> None:
    site = jazz_site(20)
    # What was read is not asked for, and nothing behind a redirect off the site.
    site[f"{JAZZ}estilos/cool.asp"] = "http://b.example/"
    site["http://b.example/"] = page_of("Elsewhere", [f"{JAZZ}trap"])
    asked = crawl(MappingTraversal.start([SAMPLE], JAZZ), site)
    hubs = [place for place, url in enumerate(asked) if "default_" in url]
    artists = [place for place, url in enumerate(asked) if "detalhes" in url]
    assert asked[:2] == [SAMPLE, JAZZ]
    assert max(hubs) < artists[-1]
    assert f"{JAZZ}trap" not in asked
    mapping = MappingTraversal([fetch(site, SAMPLE)], JAZZ)
    assert mapping.next_addresses(1) == (JAZZ,)
    assert mapping.progress.downloads == 1


@pytest.mark.parametrize("stop", [0, 1, 2, 9, 40])
def test_a_mapping_taken_up_again_downloads_nothing_twice(stop: int) -> None:
    site = jazz_site(40)
    part = MappingTraversal.start([SAMPLE])
    asked = crawl(part, site, stop)
    part.next_addresses(2)
    rest = MappingTraversal.from_json(part.state_to_json())
    asked += crawl(rest, site)
    assert sorted(asked) == sorted(site)
    assert found(rest) == artists_of(site)
    assert rest.progress.downloads == len(site)
    assert MappingTraversal.from_json(rest.state_to_json()).members() == rest.members()


def test_a_mapping_stored_with_its_links_is_read() -> None:
    part = MappingTraversal.start([SAMPLE])
    state = json.loads(part.state_to_json())
    graph = {"addresses": [JAZZ], "pages": [0], "links": [""]}
    older = {**state, "entry": JAZZ, "graph": graph, "similarity": {JAZZ: 0.5}, "trees": []}
    read = MappingTraversal.from_json(json.dumps(older))
    assert read.next_addresses(9) == part.next_addresses(9)


def test_a_sample_that_cannot_be_read_gives_no_page() -> None:
    mapping = MappingTraversal.start([SAMPLE], JAZZ)
    crawl(mapping, {JAZZ: page_of("Home", [])})
    assert mapping.members() == ()
    assert mapping.confidence == 0.0
    with pytest.raises(ValueError, match="sample"):
        MappingTraversal.start([])


def test_an_endless_calendar_is_mapped_to_a_bound() -> None:
    mapping = MappingTraversal.start([SAMPLE], JAZZ)
    site = jazz_site(20)
    for url in mapping.next_addresses(9):
        mapping.add(fetch(site, url))
    days = [f"{JAZZ}calendar?day={number}" for number in range(2_900)]
    mapping.add(
        CrawledPage(f"{JAZZ}x", f"{JAZZ}x", fetch({JAZZ: page_of("Days", days)}, JAZZ).page)
    )
    asked = [url for url in mapping.next_addresses(9_999) if "calendar" in url]
    assert len(asked) == MAX_OF_A_SHAPE


@pytest.mark.parametrize("text", ["[]", "{}", '{"version": 1}', '{"version": 1, "entry": 3}'])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no state"):
        MappingTraversal.from_json(text)
