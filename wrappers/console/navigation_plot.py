"""A navigation pattern as a small graph: kinds of pages, and which lead to which."""

from collections.abc import Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    NavigationPattern,
)

STEP, LINE, RADIUS = 130, 70, 20
HEIGHT = 120


def plot_navigation(pattern: NavigationPattern) -> SafeString:
    """Return the graph as SVG; each arrow has the number of its expression."""
    kinds = {kind for step in pattern.steps for kind in (step.source, step.target)}
    hubs = sorted(kinds - {ENTRY, TARGET, ANYWHERE})
    row = [ENTRY, *([ANYWHERE] if ANYWHERE in kinds else []), *hubs, TARGET]
    places = {kind: STEP // 2 + STEP * number for number, kind in enumerate(row)}
    names = {ENTRY: "entry", TARGET: "target", ANYWHERE: "any page"}
    nodes = format_html_join(
        "",
        '<circle cx="{0}" cy="{1}" r="{2}" fill="none" stroke="currentColor"/>'
        '<text x="{0}" y="{3}" text-anchor="middle" fill="currentColor">{4}</text>',
        (
            (places[kind], LINE, RADIUS, LINE + RADIUS + 16, names.get(kind, f"hub {kind}"))
            for kind in row
        ),
    )
    arrows = format_html_join(
        "",
        '<path d="{}" fill="none" stroke="currentColor"/>'
        '<text x="{}" y="{}" text-anchor="middle" fill="currentColor">{}</text>',
        (
            _arrow(places, step.source, step.target, number)
            for number, step in enumerate(pattern.steps, start=1)
        ),
    )
    return format_html(
        '<svg width="{}" height="{}" role="img" aria-label="navigation pattern" '
        'font-size="11">{}{}</svg>',
        STEP * len(row),
        HEIGHT,
        nodes,
        arrows,
    )


def _arrow(
    places: Mapping[int, int], source: int, target: int, number: int
) -> tuple[str, int, int, int]:
    """Return the path of one arrow, where its number stands, and the number."""
    start, end, top = places[source], places[target], LINE - RADIUS
    if source == target:
        loop = (
            f"M{start - 8},{top} C{start - 22},{top - 34} {start + 22},{top - 34} {end + 8},{top}"
        )
        return f"{loop} l-1,-7 m1,7 l-7,-2", start, top - 28, number
    if abs(end - start) == STEP:
        side = RADIUS if end > start else -RADIUS
        tip = -6 if end > start else 6
        line = f"M{start + side},{LINE} L{end - side},{LINE} l{tip},-4 m{-tip},4 l{tip},4"
        return line, (start + end) // 2, LINE - 5, number
    lift = top - 24
    arc = f"M{start},{top} C{start},{lift} {end},{lift} {end},{top} l-4,-6 m4,6 l4,-6"
    return arc, (start + end) // 2, top - 20, number
