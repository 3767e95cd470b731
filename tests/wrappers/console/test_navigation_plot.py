"""The graph of a navigation pattern."""

from lxml import html

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    LinkPattern,
    NavigationPattern,
    NavigationStep,
)
from wrappers.console.collections import plot_navigation

LINKS = LinkPattern("http://a.example/[0-9]+")


def texts(*pairs: tuple[int, int]) -> list[str]:
    steps = tuple(NavigationStep(source, target, LINKS) for source, target in pairs)
    graph = html.fromstring(plot_navigation(NavigationPattern(("http://a.example/",), steps)))
    return [str(text) for text in graph.xpath("//text/text()")]


def test_kinds_stand_from_entry_to_target_and_each_step_has_its_number() -> None:
    said = texts((ENTRY, 1), (1, 1), (1, TARGET), (ENTRY, TARGET))
    assert said == ["entry", "hub 1", "target", "1", "2", "3", "4"]


def test_steps_from_anywhere_start_at_any_page() -> None:
    assert texts((ANYWHERE, TARGET)) == ["entry", "any page", "target", "1"]
