"""INDESIT on a site of teams and players, like the one the paper tells of."""

import re

from discovery.crawling.indesit.indesit import (
    MAX_SAME_CLUSTER,
    Cluster,
    collect_indexes,
    discover_neighbours,
    evaluate_clusters,
    follow_class_links,
    indesit,
)
from discovery.crawling.indesit.schema import PageSchema, page_schema
from discovery.pages import parse_page
from tests.discovery.crawling.made_sites import HOME, team_site

PLAYER, TEAM = HOME + "players/p3-2", HOME + "teams/t3"


class Reader:
    """Reads the schemas of a site's pages; remembers what was downloaded."""

    def __init__(self, pages: dict[str, str]) -> None:
        self._pages = pages
        self._read: dict[str, PageSchema] = {}

    def __call__(self, address: str) -> PageSchema | None:
        if address not in self._pages:
            return None
        if address not in self._read:
            page = parse_page(self._pages[address].encode(), address)
            self._read[address] = page_schema(page)
        return self._read[address]

    @property
    def downloads(self) -> int:
        return len(self._read)


def reader(**sizes: int) -> Reader:
    return Reader(team_site(**sizes))


def schema_at(read: Reader, address: str) -> PageSchema:
    schema = read(address)
    assert schema is not None
    return schema


def kind_of(address: str) -> str:
    found = re.search(r"/(\w+)/\w", address)
    return found[1] if found else "index"


def cluster_with(clusters: list[Cluster], address: str) -> Cluster:
    return next(cluster for cluster in clusters if address in cluster.pages)


def test_neighbourhood_clusters_discovery_leaves_a_collection_after_n_of_one_cluster() -> None:
    read = reader()
    clusters = discover_neighbours({TEAM: schema_at(read, TEAM)}, read)
    players = [each for cluster in clusters for each in cluster.pages if kind_of(each) == "players"]
    assert len(players) == MAX_SAME_CLUSTER + 1
    assert len({cluster.paths for cluster in clusters}) == len(clusters)


def test_neighbourhood_clusters_evaluation_scores_new_targets() -> None:
    read = reader(teams=4, players=5)
    target = schema_at(read, PLAYER)
    team, news = HOME + "teams/t3", HOME + "news/n1"
    clusters = [
        Cluster(schema_at(read, each).paths, {each: schema_at(read, each)}) for each in (team, news)
    ]
    team_score, news_score = evaluate_clusters(clusters, target, {PLAYER: target}, read)
    # Five players in the squad, one of them known.
    assert list(team_score.class_links.values()) == [4.0]
    assert team_score.score == 4.0
    assert news_score.score == 0.0


def test_a_collection_with_one_other_page_scores_nothing() -> None:
    pages = team_site(teams=4, players=5)
    pages[TEAM] = pages[TEAM].replace("/players/p3-4", "/news/n1")
    read = Reader(pages)
    target = schema_at(read, PLAYER)
    cluster = Cluster(schema_at(read, TEAM).paths, {TEAM: schema_at(read, TEAM)})
    (score,) = evaluate_clusters([cluster], target, {PLAYER: target}, read)
    assert score.score == 0.0


def test_recursion_catches_index_pages_and_iteration_follows_them() -> None:
    read = reader(teams=6)
    team, player = schema_at(read, TEAM), schema_at(read, PLAYER)
    indexes = collect_indexes(Cluster(team.paths, {TEAM: team}), read, depth=0)
    assert {address for address in indexes if kind_of(address) == "teams"} == {
        f"{HOME}teams/t{number}" for number in range(6)
    }
    (score,) = evaluate_clusters([Cluster(team.paths, {TEAM: team})], player, {}, read)
    targets = follow_class_links(indexes, score.class_links, player, read)
    assert len(targets) == 6 * 8


def test_players_and_teams_are_collected() -> None:
    for sample, kind in ((PLAYER, "players"), (TEAM, "teams")):
        read = reader()
        found = set(indesit(sample, read))
        expected = {address for address in team_site() if kind_of(address) == kind}
        assert found >= expected
        assert len(found & expected) / len(found) > 0.9


def test_news_are_not_read_through_for_players() -> None:
    read = reader(news=400)
    indesit(PLAYER, read)
    assert read.downloads < 12 * 8 + 12 + 60


def test_a_sample_that_cannot_be_read_gives_nothing() -> None:
    assert indesit(HOME + "gone", reader()) == {}
