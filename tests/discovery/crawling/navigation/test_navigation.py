"""Navigation patterns induced from made-up sites, and the crawlers generated from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.crawling.navigation.mapping import induce_navigation, map_targets
from discovery.crawling.navigation.navigation_pattern import (
    ENTRY,
    TARGET,
    NavigationPattern,
    NavigationStep,
    describe_navigation,
    sample_trees,
    target_check,
)
from discovery.crawling.navigation.pattern_traversal import MIN_IDLE_HUBS, PatternTraversal
from discovery.crawling.navigation.url_patterns import (
    MAX_PATTERN_LENGTH,
    UnsafePatternError,
    address_levels,
    compile_pattern,
    level_pattern,
    tokenize,
    url_pattern,
)
from discovery.crawling.traversal import GraphLink
from discovery.documents.document import DocumentError
from tests.discovery.crawling.made_sites import (
    INSTRUMENTS,
    JAZZ,
    Site,
    artists_of,
    crawl,
    fetch,
    found,
    graph_of,
    jazz_site,
    page_of,
)

HOME = "http://a.example/"


def test_table_1() -> None:
    site = jazz_site(30)
    pattern = induce_navigation(JAZZ, graph_of(site), artists_of(site))
    assert describe_navigation(pattern) == (
        r"entry -> hub 1: http://www\.ejazz\.com\.br/artistas/default_[a-zA-Z]+\.asp",
        r"any -> target: http://www\.ejazz\.com\.br/detalhes-artistas\.asp\?cd=[0-9]+",
    )


def test_pages_added_later_are_found_without_the_rest_of_the_site() -> None:
    early = jazz_site(30)
    pattern = induce_navigation(JAZZ, graph_of(early), artists_of(early))
    later = jazz_site(55, (*INSTRUMENTS, "Violao"))
    traversal = PatternTraversal(pattern)
    asked = crawl(traversal, later)
    assert found(traversal) == artists_of(later)
    assert len(asked) == len(set(asked)) == 1 + len(INSTRUMENTS) + 1 + 55
    assert traversal.confidence == 1.0
    assert traversal.progress.queue == 0


def chain_site(pages: int, size: int = 5) -> dict[str, str]:
    """Numbered index pages, each linked from the one before it alone."""
    site = {HOME: page_of("Home", [f"{HOME}list?page=0", f"{HOME}about", f"{HOME}help"])}
    for number in range(pages):
        items = [f"{HOME}item/{number * size + place}-thing" for place in range(size)]
        after = [f"{HOME}list?page={number + 1}"] * (number + 1 < pages)
        site[f"{HOME}list?page={number}"] = page_of("List", [HOME, *items, *after])
        site.update({item: page_of("Item", [HOME], "div") for item in items})
    return site


def items_of(site: Site) -> set[str]:
    return {url for url in site if "/item/" in url}


def test_numbered_index_pages_are_walked_to_a_later_end_and_an_endless_calendar_ends() -> None:
    early = chain_site(4)
    pattern = induce_navigation(HOME, graph_of(early), items_of(early))
    assert any(step.source == step.target for step in pattern.steps)
    later = chain_site(30)
    traversal = PatternTraversal(pattern)
    asked = crawl(traversal, later)
    assert found(traversal) == items_of(later)
    assert len(asked) == 1 + 30 + 150
    endless = dict(early)
    for number in range(3, 5_000):
        items = [f"{HOME}item/{place}-thing" for place in range(15, 20)] if number == 3 else []
        links = [*items, f"{HOME}list?page={number + 1}"]
        endless[f"{HOME}list?page={number}"] = page_of("List", links)
    traversal = PatternTraversal(pattern)
    asked = crawl(traversal, endless)
    assert found(traversal) == items_of(early)
    assert len(asked) < 2 * MIN_IDLE_HUBS


def opaque_site(count: int) -> dict[str, str]:
    """Pages whose addresses say nothing; only where links stand tells members and others apart."""
    names = [
        "".join("kqxzwvjy"[int(digit)] for digit in oct(7919 * n + 512)[2:]) for n in range(99)
    ]
    members = [f"{HOME}{name}" for name in names[:count]]
    others = [f"{HOME}{name}" for name in names[60:]]
    site = {HOME: page_of("Home", members, "ul class=members") + page_of("", others, "ol")}
    site.update({url: page_of("Member", [HOME], "div") for url in members})
    site.update({url: page_of("Other", [HOME], "p") for url in others})
    return site


def test_links_are_told_by_where_they_stand_when_addresses_say_nothing() -> None:
    early, later = opaque_site(30), opaque_site(40)
    members = {url for url, body in early.items() if "Member" in body and url != HOME}
    pattern = induce_navigation(HOME, graph_of(early), members)
    traversal = PatternTraversal(pattern)
    asked = crawl(traversal, later)
    assert found(traversal) == {url for url, body in later.items() if "<h1>Member" in body}
    assert len(asked) == 1 + 40


def test_what_was_redirected_elsewhere_is_no_member() -> None:
    site = jazz_site(30)
    pattern = induce_navigation(JAZZ, graph_of(site), artists_of(site))
    site[f"{JAZZ}detalhes-artistas.asp?cd=7"] = f"{JAZZ}estilos/cool.asp"
    site[f"{JAZZ}detalhes-artistas.asp?cd=8"] = f"{JAZZ}detalhes-artistas.asp?cd=9"
    del site[f"{JAZZ}detalhes-artistas.asp?cd=10"]
    traversal = PatternTraversal(pattern)
    crawl(traversal, site)
    gone = {f"{JAZZ}detalhes-artistas.asp?cd={number}" for number in (7, 8, 10)}
    assert found(traversal) == {f"{JAZZ}detalhes-artistas.asp?cd={n}" for n in range(30)} - gone


def test_pages_unlike_the_sample_are_no_members() -> None:
    site = jazz_site(30)
    pattern = induce_navigation(JAZZ, graph_of(site), artists_of(site))
    gone = f"{JAZZ}detalhes-artistas.asp?cd=7"
    sample = fetch(site, f"{JAZZ}detalhes-artistas.asp?cd=3").page
    assert sample is not None
    checked = pattern.replace(check=target_check(sample_trees([sample]), [1.0], [0.6]))
    site[gone] = "<title>x</title>" + "<p>This <b>artist</b> is <i>gone</i></p>" * 9
    traversal = PatternTraversal(NavigationPattern.from_json(checked.to_json()))
    crawl(traversal, site)
    assert found(traversal) == artists_of(site) - {gone}


def test_a_start_that_cannot_be_read_is_said() -> None:
    traversal = PatternTraversal(NavigationPattern((JAZZ,), (), 0, 3))
    crawl(traversal, {})
    assert traversal.confidence == 0.0
    assert "cannot be read" in traversal.reason


STEP = {"from": "entry", "to": "target", "pattern": "http://a.example/x"}


@pytest.mark.parametrize(
    "change",
    [
        *({"starts": starts} for starts in ([], ["javascript:alert(1)"], ["file:///etc/passwd"])),
        *({"steps": [{**STEP, "pattern": pattern}]} for pattern in ("(", "a" * 9_999)),
        *({"steps": [{**STEP, "from": hub}]} for hub in ("hub -1", "hub 99999999999")),
        *({"steps": [{**STEP, "to": "entry"}]}, {"steps": [STEP] * 2_001}),
    ],
)
def test_hostile_json_is_refused(change):
    good = NavigationPattern((HOME,), (NavigationStep(ENTRY, TARGET, HOME),), 1, 1).to_json()
    with pytest.raises(DocumentError):
        NavigationPattern.from_json({**good, **change})


def test_a_pattern_does_not_lead_off_the_site() -> None:
    pattern = NavigationPattern((HOME,), (NavigationStep(ENTRY, TARGET, "http://.*"),), 0, 1)
    traversal = PatternTraversal(pattern)
    site = {HOME: page_of("Home", ["http://b.example/x", f"{HOME}y"])}
    traversal.add(fetch(site, HOME))
    assert traversal.next_addresses(9) == (f"{HOME}y",)


_pages = st.integers(0, 12).map(lambda number: f"{HOME}{'abc'[number % 3]}/{number}")
_graphs = st.dictionaries(_pages, st.lists(st.builds(GraphLink, _pages, st.integers(0, 3))))


@given(_graphs, st.frozensets(_pages))
def test_whatever_the_graph_what_the_map_covers_is_reached(graph, targets):
    found_map = map_targets(HOME, graph, targets)
    assert found_map.targets.keys() <= targets
    pattern = induce_navigation(HOME, graph, targets)
    places = {0: "ol", 1: "ul", 2: "p", 3: "div"}
    site = {
        page: "".join(page_of("", [link.address], places[link.path]) for link in links) or "<p>"
        for page, links in graph.items()
    }
    site.setdefault(HOME, "<p>")
    traversal = PatternTraversal(pattern)
    crawl(traversal, site)
    if not any(step.paths for step in pattern.steps):
        table = traversal.site.table
        read = {table.addresses[number] for number in traversal.site.done}
        assert found_map.targets.keys() & site.keys() <= read


DBLP = "http://www.informatik.uni-trier.de/ley/db/indices/a-tree/"
# Fig. 8 (a) of Vidal et al. 2006.
FIGURE_8 = (
    DBLP + "c/Chaves:Silvio_8=.html",
    DBLP + "u/Ugher:Mangabeira_D=.html",
    DBLP + "m/Mendes:Sergio.html",
)
segments = st.text(alphabet="abzAZ019-_.=~%é", min_size=1, max_size=12)
addresses = st.lists(segments, min_size=1, max_size=4).map(
    lambda parts: "http://a.example/" + "/".join(parts)
)


def test_figure_8() -> None:
    assert level_pattern(["c", "u", "m"]) == "[a-zA-Z]+"
    level = [address_levels(url)[-1] for url in FIGURE_8]
    assert tokenize("Chaves:Silvio_8=") == ("Chaves", ":", "Silvio", "_", "8", "=")
    # The figure has no column for the "=" that its addresses end with.
    assert level_pattern(level) == r"[a-zA-Z]+:[a-zA-Z]+_*\w*=*\.html"
    pattern = url_pattern(FIGURE_8)
    assert pattern.startswith(r"http://www\.informatik\.uni-trier\.de/ley/db/indices/a-tree/[a-z")
    compiled = compile_pattern(pattern)
    assert all(compiled.fullmatch(url) for url in FIGURE_8)
    assert compiled.fullmatch(DBLP + "w/Wu:Clement.html")
    assert not compiled.fullmatch(DBLP + "index.html")


@given(st.lists(addresses, min_size=1, max_size=6))
def test_a_pattern_matches_what_it_was_made_from_in_any_order(urls: list[str]) -> None:
    similar = [url for url in urls if len(address_levels(url)) == len(address_levels(urls[0]))]
    pattern = url_pattern(similar)
    assert all(map(compile_pattern(pattern).fullmatch, similar))
    assert url_pattern(similar[::-1]) == pattern


@pytest.mark.parametrize("pattern", ["(", "a" * (MAX_PATTERN_LENGTH + 1), r"(?=a)", r"(a)\1"])
def test_unsafe_patterns_are_refused(pattern: str) -> None:
    with pytest.raises(UnsafePatternError):
        compile_pattern(pattern)
