"""Further sections of results: a block of news above the pages of the web, sites of a directory.

One rule reads one list. Where a page has several lists of results in different markup, each further
one becomes a section of the wrapper. A list is taken only when it is like the first one in all that
can be seen: it leads to other sites too or is counted in the hits line, holds the words of the
query, has text beside its links, stands in the same column. Menus, related searches,
advertisements and what is popular fail in one of them. Details ours, all limits guesses tried on
pages with and without.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wrappers.extraction import RecordRule, count_agreement
from wrappers.induction.features import (
    Instance,
    Look,
    PageFacts,
    distinct_addresses,
    in_chrome,
    leads_off_site,
    share,
)
from wrappers.induction.ranking.evaluated_rule import Trial
from wrappers.induction.ranking.integration import JudgedPage

MAX_FURTHER = 3
# Candidates of each page that are looked at, the likeliest first.
MAX_LOOKED_AT = 150
# Shares of the records: of those about the query compared with the first section's, of those with
# text of their own, of those leading to other sites.
LEAST_ABOUT_QUERY = 0.6
LEAST_WITH_TEXT = 0.6
LEAST_OFF_SITE = 0.8
# Agreement with the hits line of lists that lead to pages of the site itself.
SURELY_COUNTED = 0.5
# Records, all about the query, that make a list of the site's own pages one of results.
MIN_ABOUT_QUERY = 4
# Characters outside of links that make a text; characters of a title.
MIN_TEXT = 8
MIN_TITLE = 6
MIN_TEXT_FOR_TITLE = 40
# Visible characters between two sections: a heading, not a column.
MAX_BETWEEN = 150


def further_sections(best: Trial, pages: Sequence[JudgedPage]) -> tuple[RecordRule, ...]:
    """Return the rules of further sections, the likeliest first."""
    chosen: list[RecordRule] = []
    taken = [[instance] for instance in best.instances]
    for rule in _rules(best, pages):
        found = [page.facts.find(rule) for page in pages]
        if _is_section(pages, taken, found):
            chosen.append(replace(rule, may_lead_back=False))
            for instances, instance in zip(taken, found, strict=True):
                instances.append(instance)
            if len(chosen) == MAX_FURTHER:
                break
    return tuple(chosen)


def _rules(best: Trial, pages: Sequence[JudgedPage]) -> Iterator[RecordRule]:
    """Yield the rules that find a list beside the first section on the page they come from."""
    for page, first in zip(pages, best.instances, strict=True):
        if not first.spans:
            continue
        for candidate in page.candidates[:MAX_LOOKED_AT]:
            if _is_like(page.facts, [first], candidate.instance, len(pages)):
                yield from (candidate.rule, *candidate.variants[:2])


def _is_section(
    pages: Sequence[JudgedPage], taken: Sequence[Sequence[Instance]], found: Sequence[Instance]
) -> bool:
    """Return whether a rule finds a further section, and nothing else, on every page it finds it.

    It need not be on every page, but on two of several.
    """
    filled = [n for n, instance in enumerate(found) if instance.spans]
    return len(filled) >= min(2, len(pages)) and all(
        _is_like(pages[n].facts, taken[n], found[n], len(pages)) for n in filled
    )


def _is_like(facts: PageFacts, taken: Sequence[Instance], found: Instance, page_count: int) -> bool:
    """Return whether what was found is a list like the first one, apart from those taken.

    A list of the site's own pages, if no hits line counts it, must be all about the queries of
    several pages.
    """
    if not taken[0].spans or len(found.spans) < 2 or not facts.query_words:
        return False
    if not all(_are_apart(instance, found) for instance in taken):
        return False
    first, look = Look(facts, taken[0]), Look(facts, found)
    return (
        _is_near(facts, taken, found)
        and (
            _both_lead_away(first, look)
            or _completes_hits(facts, taken, found)
            or (page_count > 1 and look.count >= MIN_ABOUT_QUERY and _about_query(look) == 1.0)
        )
        and distinct_addresses(look) == 1.0
        and _about_query(look) >= LEAST_ABOUT_QUERY * max(_about_query(first), 0.5)
        and share([n >= MIN_TEXT for n in look.plain_lengths]) >= LEAST_WITH_TEXT
        and _have_titles(look)
        and not in_chrome(look)
        and not any(facts.may_intrude(span.title) for span in look.spans)
        and not any(facts.may_be_labelled(span.first) for span in look.spans[:1])
        and _agrees_with_hits(facts, taken, found)
    )


def _are_apart(left: Instance, right: Instance) -> bool:
    """Return whether no record of one list stands in, or holds, one of the other."""
    events = sorted((*left.spans, *right.spans), key=lambda span: (span.first, -span.end))
    end = -1
    for span in events:
        if span.first < end:
            return False
        end = max(end, span.end)
    return True


def _have_titles(look: Look) -> bool:
    """Return whether every record has a title, or text enough to make one."""
    return all(
        len(title) >= MIN_TITLE or not title.isascii() or length >= MIN_TEXT_FOR_TITLE
        for title, length in zip(look.titles, look.plain_lengths, strict=True)
    )


def _about_query(look: Look) -> float:
    return share([record.asks_query for record in look.records])


def _both_lead_away(first: Look, look: Look) -> bool:
    """Return whether both lists lead to other sites.

    Lists of the site's own pages beside its results are mostly what it recommends.
    """
    return min(leads_off_site(first), leads_off_site(look)) >= LEAST_OFF_SITE


def _completes_hits(facts: PageFacts, taken: Sequence[Instance], found: Instance) -> bool:
    """Return whether the hits line counts just the records taken and found together."""
    count = sum(len(instance.spans) for instance in taken)
    return count_agreement(facts.hits_readings, count + len(found.spans)) > SURELY_COUNTED


def _is_near(facts: PageFacts, taken: Sequence[Instance], found: Instance) -> bool:
    """Return whether a list stands above or below one of those taken, in the same column."""
    index = facts.index
    for instance in taken:
        first, second = sorted((instance, found), key=lambda i: i.spans[0].first)
        between = second.spans[0].characters_before - first.spans[-1].characters_end
        if not 0 <= between <= MAX_BETWEEN:
            continue
        node = index.parent[first.spans[-1].first]
        while node > 0 and index.end[node] <= second.spans[0].first:
            node = index.parent[node]
        return index.tags[node] != "tr"
    return False


def _agrees_with_hits(facts: PageFacts, taken: Sequence[Instance], found: Instance) -> bool:
    """Return whether the hits line does not say that the list is one too many."""
    count = sum(len(instance.spans) for instance in taken)
    without = count_agreement(facts.hits_readings, count)
    return without <= 0 or count_agreement(facts.hits_readings, count + len(found.spans)) > 0
