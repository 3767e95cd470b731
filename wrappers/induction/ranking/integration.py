"""Integration: what several pages taught, joined in one wrapper.

Zhao et al. 2005, section 3.8, integrate the wrappers of single pages and take the one with the
largest support. Ours: every good candidate of every page is evaluated on all pages. The one that is
best over all of them is taken. It gets the keys that find the same records everywhere as
equivalents, and [min, max] over the pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wrappers.extraction.record_rule import MAX_RUN_LENGTH, Extent, RecordRule
from wrappers.extraction.records.fields import has_address, has_word
from wrappers.extraction.records.headings import common_heading
from wrappers.extraction.records.non_results import links_to_search
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.record_features import MAX_RECORDS_EXAMINED
from wrappers.induction.features.rule_match import RuleMatch, longest_run
from wrappers.induction.ranking.candidate_ranking import score_page, score_rules
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule

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
    """Return the candidates of one page, best first.

    What finds a single record, the others being advertisements, shows no regularity.
    """
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


def context_of(pages: Sequence[RankedPage]) -> list[list[RuleMatch]]:
    """Return what the candidates of each page find there, to compare evaluated rules with."""
    return [[candidate.match for candidate in page.candidates] for page in pages]


def evaluate_rules(
    pages: Sequence[RankedPage], no_result: PageFeatures | None = None
) -> list[EvaluatedRule]:
    """Return the best candidates of every page and their variants, as they fare on all pages.

    Rules that find the same on all pages are tried once, in the order in which they travel best.
    """
    found: dict[tuple[object, ...], EvaluatedRule] = {}
    for page in pages:
        for candidate in page.candidates[:EVALUATED_PER_PAGE]:
            for rule in (candidate.rule, *candidate.variants)[:VARIANTS_EVALUATED]:
                matches = tuple(other.features.find(rule) for other in pages)
                outcome = tuple(match.outcome for match in matches)
                evaluated = found.get(outcome)
                if evaluated is None:
                    found[outcome] = EvaluatedRule(rule, candidate.inducer, matches, no_result)
                elif rule.keys[0] not in evaluated.rule.keys and _agrees(rule, evaluated.rule):
                    keys = (*evaluated.rule.keys, rule.keys[0])[:MAX_KEYS]
                    found[outcome] = replace(evaluated, rule=evaluated.rule.replace(keys=keys))
    return list(found.values())


def final_rule(evaluated: EvaluatedRule, pages: Sequence[RankedPage]) -> RecordRule:
    """Return an evaluated rule with what its records have in common over the pages.

    These are [min, max], the longest run, the heading above, and whether any links to the search.
    Further, whether any title is without an address or without a word.
    """
    counts = [len(match.spans) for match in evaluated.matches]
    run = MAX_RUN_LENGTH
    if evaluated.rule.extent is Extent.RUN:
        runs = [
            longest_run(page.features.index, match)
            for page, match in zip(pages, evaluated.matches, strict=True)
        ]
        run = max(runs, default=0) or MAX_RUN_LENGTH
    spans = [
        (page.features, span)
        for page, match in zip(pages, evaluated.matches, strict=True)
        for span in match.spans
    ]
    titles = [(features, features.index.elements[span.title]) for features, span in spans]
    firsts = [features.index.elements[span.first] for features, span in spans]
    few = len(titles) < ENOUGH_TITLES
    return evaluated.rule.replace(
        heading=common_heading(firsts) if evaluated.rule.extent is Extent.RUN else None,
        minimum=min(counts),
        maximum=max(counts),
        run_length=run,
        may_lead_back=any(
            links_to_search(link.attrib, features.search_pages) for features, link in titles
        ),
        may_lack_address=few or not all(has_address(dict(link.items())) for _, link in titles),
        may_lack_words=few or not all(has_word(link) for _, link in titles),
    )


def _agrees(left: RecordRule, right: RecordRule) -> bool:
    """Return whether two rules differ in nothing but their keys."""
    return left.extent is right.extent and left.titles == right.titles
