"""Integration: what several pages taught, further sections too, joined in one wrapper.

Zhao et al. 2005, section 3.8, integrate the wrappers of single pages and take the one with the
largest support. Ours: every good candidate of every page is evaluated on all pages. The one that is
best over all of them is taken. It gets the keys that find the same records everywhere as
equivalents.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wrappers.extraction.records.fields import has_address
from wrappers.extraction.records.non_results import links_to_search
from wrappers.extraction.records.record_reading import common_heading
from wrappers.extraction.wrapper import MAX_RUN_LENGTH, Extent, RecordRule
from wrappers.induction.candidates.group_candidates import Candidate
from wrappers.induction.features.features import (
    MAX_RECORDS_EXAMINED,
    CandidateFeatures,
    count_agreement,
    distinct_addresses,
    in_chrome,
    leads_off_site,
    share,
)
from wrappers.induction.features.page_features import PageFeatures, RuleMatch, longest_run
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule, score_page, score_rules

# Candidates of each page that are tried on the other pages. On the shared pages the right one
# was among the first ten in all cases but those in which it was never found.
EVALUATED_PER_PAGE = 20
# Rules of a candidate tried on the other pages. Guess.
VARIANTS_EVALUATED = 10
# Records that a candidate finds on the page it comes from.
MIN_RECORDS = 2
# Elements in the records looked at of all candidates of a page. Real pages had 50,000 (median) to
# 690,000; pages built to be dear (a class for every remainder) had forty million.
MAX_ELEMENTS_WEIGHED = 1_500_000
# How much less than the best one a rule may resemble results that leaves out what all pages show.
MAX_LEAD_OF_FIXED_ROWS = 1.0
# Records on all pages that show what all titles have. Guess.
ENOUGH_TITLES = 8
# Equivalent keys that a wrapper keeps. Guess: more were never needed.
MAX_KEYS = 6


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page with its candidates, best first."""

    features: PageFeatures
    candidates: tuple[Candidate, ...]


def rank_candidates(features: PageFeatures, candidates: Sequence[Candidate]) -> RankedPage:
    """Return a page with its candidates, best first; one of a single record is none."""
    candidates = _affordable([c for c in candidates if len(c.match.spans) >= MIN_RECORDS])
    scores = score_page(features, [candidate.match for candidate in candidates])
    order = sorted(range(len(scores)), key=lambda position: -scores[position])
    return RankedPage(features, tuple(candidates[position] for position in order))


def _affordable(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return all candidates, or those of most text where weighing all would take too long."""
    costs = [sum(s.end - s.first for s in c.match.spans[:MAX_RECORDS_EXAMINED]) for c in candidates]
    if sum(costs) <= MAX_ELEMENTS_WEIGHED:
        return candidates
    texts = [sum(span.characters for span in c.match.spans) for c in candidates]
    kept, spent = [], 0
    for place in sorted(range(len(candidates)), key=lambda place: -texts[place]):
        if spent + costs[place] <= MAX_ELEMENTS_WEIGHED:
            spent += costs[place]
            kept.append(candidates[place])
    return kept


def integrate(
    pages: Sequence[RankedPage], no_result: PageFeatures | None = None
) -> tuple[tuple[EvaluatedRule, float], ...]:
    """Return the rules tried on all pages with their scores, best first."""
    evaluated_rules = evaluate_rules(pages, no_result)
    scores = score_rules([page.features for page in pages], context_of(pages), evaluated_rules)
    order = sorted(range(len(evaluated_rules)), key=lambda position: -scores[position])
    return tuple((evaluated_rules[position], scores[position]) for position in order)


def without_fixed_rows(
    ranked: Sequence[tuple[EvaluatedRule, float]], pages: Sequence[RankedPage]
) -> tuple[EvaluatedRule, float]:
    """Return the first rule, or one that finds the same but for the rows that every page shows.

    `ranked` are rules tried on all pages, with their scores, best first. Rows that lead to the same
    places whatever is asked are the site's own, a menu above the list or a way back below it,
    however like records they look. Of rules that find the same records the one is taken that finds
    least on the page without results.
    """
    best, most = ranked[0]
    wanted = rows = _rows(best)
    if len(pages) > 1:
        features = [page.features for page in pages]
        fixed = set.intersection(*(set(page.address_counts) for page in features))
        wanted = [
            {row for row in found if page.address_key(row) not in fixed}
            for page, found in zip(features, rows, strict=True)
        ]
    near = [each for each in ranked if most - each[1] <= MAX_LEAD_OF_FIXED_ROWS]
    same = [each for each in near if any(wanted) and _rows(each[0]) == wanted]
    same = same or [each for each in near if _rows(each[0]) == rows]
    return min(same, key=lambda each: each[0].found_without_results)


def _rows(evaluated: EvaluatedRule) -> list[set[int]]:
    return [{span.title for span in match.spans} for match in evaluated.matches]


def context_of(pages: Sequence[RankedPage]) -> list[list[RuleMatch]]:
    """Return what the candidates of each page find there, to compare evaluated rules with."""
    return [[candidate.match for candidate in page.candidates] for page in pages]


def evaluate_rules(
    pages: Sequence[RankedPage],
    no_result: PageFeatures | None = None,
    further: Iterable[Candidate] = (),
) -> list[EvaluatedRule]:
    """Return how the best candidates of each page, `further` and variants fare on all pages."""
    found: dict[tuple[object, ...], EvaluatedRule] = {}
    best = chain.from_iterable(page.candidates[:EVALUATED_PER_PAGE] for page in pages)
    for candidate in chain(best, further):
        for rule in (candidate.rule, *candidate.variants)[:VARIANTS_EVALUATED]:
            matches = tuple(other.features.find(rule) for other in pages)
            without = [] if no_result is None else [no_result.find(rule)]
            outcome = tuple(match.outcome for match in (*matches, *without))
            evaluated = found.get(outcome)
            if evaluated is None:
                found[outcome] = EvaluatedRule(rule, candidate.inducer, matches, no_result)
            elif rule.keys[0] not in evaluated.rule.keys and _agrees(rule, evaluated.rule):
                keys = (*evaluated.rule.keys, rule.keys[0])[:MAX_KEYS]
                found[outcome] = replace(evaluated, rule=evaluated.rule.replace(keys=keys))
    return list(found.values())


def final_rule(evaluated: EvaluatedRule, pages: Sequence[RankedPage]) -> RecordRule:
    """Return an evaluated rule with what its records have in common over the pages."""
    found = [(page.features, match) for page, match in zip(pages, evaluated.matches, strict=True)]
    is_run = evaluated.rule.extent is Extent.RUN
    runs = [longest_run(features.index, match) for features, match in found] if is_run else []
    spans = [(features, span) for features, match in found for span in match.spans]
    titles = [(features, features.index.elements[span.title]) for features, span in spans]
    firsts = [features.index.elements[span.first] for features, span in spans]
    few = len(titles) < ENOUGH_TITLES
    return evaluated.rule.replace(
        heading=common_heading(firsts) if is_run else None,
        run_length=max(runs, default=0) or MAX_RUN_LENGTH,
        may_lead_back=any(
            links_to_search(link.attrib, features.search_pages) for features, link in titles
        ),
        may_lack_address=few or not all(has_address(dict(link.items())) for _, link in titles),
        may_lack_words=few or not all(features.has_word[span.title] for features, span in spans),
    )


def _agrees(left: RecordRule, right: RecordRule) -> bool:
    return left.extent is right.extent and left.titles == right.titles


# One rule reads one list. Where a page has several lists of results in different markup (news above
# the pages of the web), each further one becomes a section, if it is like the first one in all that
# can be seen: menus, related searches, advertisements and what is popular fail in one of them.
# Details ours, all limits guesses tried on pages with and without.
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
                matches.extend([match] if match.spans else [])
            if len(chosen) == MAX_FURTHER:
                break
    return tuple(chosen)


def _rules(best: EvaluatedRule, pages: Sequence[RankedPage]) -> Iterator[RecordRule]:
    for page, first in zip(pages, best.matches, strict=True):
        if not first.spans:
            continue
        for candidate in page.candidates[:MAX_CANDIDATES_EXAMINED]:
            if _is_like(page.features, [first], candidate.match, len(pages)):
                yield from (candidate.rule, *candidate.variants[:2])


def _is_section(
    pages: Sequence[RankedPage], taken: Sequence[Sequence[RuleMatch]], found: Sequence[RuleMatch]
) -> bool:
    """Return whether a rule finds a further section, and nothing else, wherever it finds it."""
    filled = [n for n, match in enumerate(found) if match.spans]
    return len(filled) >= min(2, len(pages)) and all(
        _is_like(pages[n].features, taken[n], found[n], len(pages)) for n in filled
    )


def _is_like(
    features: PageFeatures, taken: Sequence[RuleMatch], found: RuleMatch, page_count: int
) -> bool:
    """Return whether what was found is a list like the first one, apart from those taken."""
    if not taken[0].spans or len(found.spans) < 2 or not features.query_words:
        return False
    if not all(_are_apart(match, found) for match in taken) or not _is_near(features, taken, found):
        return False
    count = sum(len(match.spans) for match in taken)
    counted = count_agreement(features.hits_readings, count)
    counted_with = count_agreement(features.hits_readings, count + len(found.spans))
    first, candidate = CandidateFeatures(features, taken[0]), CandidateFeatures(features, found)
    return (
        (
            # Lists of the site's own pages beside its results are mostly what it recommends, where
            # no hits line counts them and not all are about the queries of several pages.
            min(leads_off_site(first), leads_off_site(candidate)) >= MIN_SHARE_OFF_SITE
            or counted_with > SURELY_COUNTED
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
        and (counted <= 0 or counted_with > 0)
    )


def _are_apart(left: RuleMatch, right: RuleMatch) -> bool:
    events = sorted((*left.spans, *right.spans), key=lambda span: (span.first, -span.end))
    end = -1
    for span in events:
        if span.first < end:
            return False
        end = max(end, span.end)
    return True


def _have_titles(candidate: CandidateFeatures) -> bool:
    return all(
        len(title) >= MIN_TITLE or not title.isascii() or length >= MIN_TEXT_FOR_TITLE
        for title, length in zip(candidate.titles, candidate.plain_lengths, strict=True)
    )


def _about_query(candidate: CandidateFeatures) -> float:
    return share([record.asks_query for record in candidate.records])


def _is_near(features: PageFeatures, taken: Sequence[RuleMatch], found: RuleMatch) -> bool:
    index = features.index
    for match in taken:
        first, second = sorted((match, found), key=lambda i: i.spans[0].first)
        between = second.spans[0].characters_before - first.spans[-1].characters_end
        if not 0 <= between <= MAX_BETWEEN:
            continue
        around = index.region_of(first.spans[-1].first, second.spans[0].first)
        return index.tags[around] != "tr"
    return False
