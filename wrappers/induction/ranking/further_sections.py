"""Further sections of results: a block of news above the pages of the web, sites of a directory.

One rule reads one list. Where a page has several lists of results in different markup, each further
one becomes a section of the wrapper. A list is taken only when it is like the first one in all that
can be seen. It leads to other sites too or is counted in the hits line. It holds the words of the
query, has text beside its links, and stands in the same column. Menus, related searches,
advertisements and what is popular fail in one of them. Details ours, all limits guesses tried on
pages with and without.
"""

from collections.abc import Iterator, Sequence

from wrappers.extraction.record_rule import RecordRule
from wrappers.induction.features.links import distinct_addresses, leads_off_site
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.record_features import CandidateFeatures, share
from wrappers.induction.features.regions import in_chrome
from wrappers.induction.features.rule_match import RuleMatch
from wrappers.induction.features.texts import count_agreement
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule
from wrappers.induction.ranking.integration import RankedPage

MAX_FURTHER = 3
# Candidates of each page that are looked at, the likeliest first.
MAX_CANDIDATES_EXAMINED = 150
# Shares of the records: of those about the query compared with the first section's, of those with
# text of their own, of those leading to other sites.
MIN_SHARE_ABOUT_QUERY = 0.6
MIN_SHARE_WITH_TEXT = 0.6
MIN_SHARE_OFF_SITE = 0.8
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


def further_sections(best: EvaluatedRule, pages: Sequence[RankedPage]) -> tuple[RecordRule, ...]:
    """Return the rules of further sections, the likeliest first."""
    chosen: list[RecordRule] = []
    taken = [[match] for match in best.matches]
    for rule in _rules(best, pages):
        found = [page.features.find(rule) for page in pages]
        if _is_section(pages, taken, found):
            chosen.append(rule.replace(may_lead_back=False))
            for matches, match in zip(taken, found, strict=True):
                matches.append(match)
            if len(chosen) == MAX_FURTHER:
                break
    return tuple(chosen)


def _rules(best: EvaluatedRule, pages: Sequence[RankedPage]) -> Iterator[RecordRule]:
    """Yield the rules that find a list beside the first section on the page they come from."""
    for page, first in zip(pages, best.matches, strict=True):
        if not first.spans:
            continue
        for candidate in page.candidates[:MAX_CANDIDATES_EXAMINED]:
            if _is_like(page.features, [first], candidate.match, len(pages)):
                yield from (candidate.rule, *candidate.variants[:2])


def _is_section(
    pages: Sequence[RankedPage], taken: Sequence[Sequence[RuleMatch]], found: Sequence[RuleMatch]
) -> bool:
    """Return whether a rule finds a further section, and nothing else, on every page it finds it.

    It need not be on every page, but on two of several.
    """
    filled = [n for n, match in enumerate(found) if match.spans]
    return len(filled) >= min(2, len(pages)) and all(
        _is_like(pages[n].features, taken[n], found[n], len(pages)) for n in filled
    )


def _is_like(
    features: PageFeatures, taken: Sequence[RuleMatch], found: RuleMatch, page_count: int
) -> bool:
    """Return whether what was found is a list like the first one, apart from those taken.

    A list of the site's own pages, if no hits line counts it, must be all about the queries of
    several pages.
    """
    if not taken[0].spans or len(found.spans) < 2 or not features.query_words:
        return False
    if not all(_are_apart(match, found) for match in taken):
        return False
    first, candidate = CandidateFeatures(features, taken[0]), CandidateFeatures(features, found)
    return (
        _is_near(features, taken, found)
        and (
            _both_lead_away(first, candidate)
            or _completes_hits(features, taken, found)
            or (
                page_count > 1
                and candidate.count >= MIN_ABOUT_QUERY
                and _about_query(candidate) == 1.0
            )
        )
        and distinct_addresses(candidate) == 1.0
        and _about_query(candidate) >= MIN_SHARE_ABOUT_QUERY * max(_about_query(first), 0.5)
        and share([n >= MIN_TEXT for n in candidate.plain_lengths]) >= MIN_SHARE_WITH_TEXT
        and _have_titles(candidate)
        and not in_chrome(candidate)
        and not any(features.may_be_non_result(span.title) for span in candidate.spans)
        and not any(features.may_be_labelled(span.first) for span in candidate.spans[:1])
        and _agrees_with_hits(features, taken, found)
    )


def _are_apart(left: RuleMatch, right: RuleMatch) -> bool:
    """Return whether no record of one list stands in, or holds, one of the other."""
    events = sorted((*left.spans, *right.spans), key=lambda span: (span.first, -span.end))
    end = -1
    for span in events:
        if span.first < end:
            return False
        end = max(end, span.end)
    return True


def _have_titles(candidate: CandidateFeatures) -> bool:
    """Return whether every record has a title, or text enough to make one."""
    return all(
        len(title) >= MIN_TITLE or not title.isascii() or length >= MIN_TEXT_FOR_TITLE
        for title, length in zip(candidate.titles, candidate.plain_lengths, strict=True)
    )


def _about_query(candidate: CandidateFeatures) -> float:
    return share([record.asks_query for record in candidate.records])


def _both_lead_away(first: CandidateFeatures, candidate: CandidateFeatures) -> bool:
    """Return whether both lists lead to other sites.

    Lists of the site's own pages beside its results are mostly what it recommends.
    """
    return min(leads_off_site(first), leads_off_site(candidate)) >= MIN_SHARE_OFF_SITE


def _completes_hits(features: PageFeatures, taken: Sequence[RuleMatch], found: RuleMatch) -> bool:
    """Return whether the hits line counts just the records taken and found together."""
    count = sum(len(match.spans) for match in taken)
    return count_agreement(features.hits_readings, count + len(found.spans)) > SURELY_COUNTED


def _is_near(features: PageFeatures, taken: Sequence[RuleMatch], found: RuleMatch) -> bool:
    """Return whether a list stands above or below one of those taken, in the same column."""
    index = features.index
    for match in taken:
        first, second = sorted((match, found), key=lambda i: i.spans[0].first)
        between = second.spans[0].characters_before - first.spans[-1].characters_end
        if not 0 <= between <= MAX_BETWEEN:
            continue
        node = index.parent[first.spans[-1].first]
        while node > 0 and index.end[node] <= second.spans[0].first:
            node = index.parent[node]
        return index.tags[node] != "tr"
    return False


def _agrees_with_hits(features: PageFeatures, taken: Sequence[RuleMatch], found: RuleMatch) -> bool:
    """Return whether the hits line does not say that the list is one too many."""
    count = sum(len(match.spans) for match in taken)
    without = count_agreement(features.hits_readings, count)
    return without <= 0 or count_agreement(features.hits_readings, count + len(found.spans)) > 0
