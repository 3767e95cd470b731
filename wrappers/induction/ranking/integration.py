"""Integration: what several pages taught, joined in one wrapper.

Zhao et al. 2005, section 3.8, integrate the wrappers of single pages and take the one with the
largest support. Ours: every good candidate of every page is evaluated on all pages. The one that is
best over all of them is taken. It gets the keys that find the same records everywhere as
equivalents.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wrappers.extraction.records.fields import has_address
from wrappers.extraction.records.non_results import links_to_search
from wrappers.extraction.records.record_reading import common_heading
from wrappers.extraction.wrapper import MAX_RUN_LENGTH, Extent, RecordRule
from wrappers.induction.candidates.group_candidates import Candidate
from wrappers.induction.features.features import MAX_RECORDS_EXAMINED
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
