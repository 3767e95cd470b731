"""Learning a wrapper, from sample pages of one site to a rule that reads them all.

Ours: the papers take it for granted. People give wrong files, and an engine may answer a query by
leading to a page elsewhere.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from discovery.pages.page import Page
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.inducers import InducerName, propose_candidates
from wrappers.induction.features.page_features import (
    PageFeatures,
    no_result_features,
    page_features,
)
from wrappers.induction.hits_line import learn_hits_line
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import item_samples
from wrappers.induction.paging import learn_next_page
from wrappers.induction.ranking.candidate_ranking import (
    EvaluatedRule,
    ranking_weights,
    resembles_results,
    stands_on_no_result_page,
    varies_with_query,
)
from wrappers.induction.ranking.integration import (
    RankedPage,
    context_of,
    final_rule,
    further_sections,
    integrate,
    rank_candidates,
    without_fixed_rows,
)
from wrappers.induction.samples import (
    DifferentSitesError,
    EqualPagesError,
    NoRecordsError,
    NoSamplesError,
    ReadSample,
    Sample,
    as_seen,
    in_one_view,
)

# Elements of a page looked at: enough for its head and its menu.
MAX_ELEMENTS = 5_000
# Two pages of one site share at least this of markup, names and addresses together (0 to 3). Half
# of the least that any two pages of a site share, 1.22 on 60 real sites and 92 made-up engines; of
# the pairs of two real sites 1 % share more than 0.41.
MIN_SHARED = 0.6


# What the pages of a site have in common: markup, names of its parts, addresses linked.
_PageTemplate = tuple[frozenset[Any], frozenset[Any], frozenset[Any]]


def _template_of(page: PageFeatures) -> _PageTemplate:
    index = page.index
    numbers = range(1, min(len(index.elements), MAX_ELEMENTS))
    markup = ((index.tags[index.parent[n]], index.tags[n], index.classes[n]) for n in numbers)
    ids = (index.elements[number].get("id") for number in numbers)
    classes = (name for number in numbers for name in index.classes[number])
    names = (*(f"#{name}" for name in ids if name), *classes)
    hrefs = (index.elements[link].get("href", "") for link in index.links[:MAX_ELEMENTS])
    addresses = frozenset(href.partition("?")[0] for href in hrefs) - {""}
    return frozenset(markup), frozenset(names), addresses


def _similarity(one: _PageTemplate, other: _PageTemplate) -> float:
    """Return how much two pages share, 0 to 3; of a page with more, only as much counts."""
    pairs = zip(one, other, strict=True)
    return sum(len(a & b) / min(len(a), len(b)) for a, b in pairs if a and b)


def pages_of_one_site(pages: Sequence[PageFeatures]) -> list[PageFeatures]:
    """Return the largest group of pages that are similar to one of them: those of one site.

    Raises `DifferentSitesError` when no two of several pages are alike.
    """
    if len(pages) < 2:
        return list(pages)
    templates = [_template_of(page) for page in pages]
    groups = [[_similarity(one, other) >= MIN_SHARED for other in templates] for one in templates]
    best = max(groups, key=sum)
    similar = [page for page, is_similar in zip(pages, best, strict=True) if is_similar]
    if len(similar) < 2:
        raise DifferentSitesError("The sample pages are not of one site: no two look alike.")
    return similar


# Sample pages used: more cost time and teach little. Guess.
MAX_SAMPLES = 6
# Records that stand on the no-result page in a larger share than this are the site's own links.
# Guess. (That they recur for other queries is weighed, not refused: two of the sixty shared sites
# answer some pairs of queries with the same records.)
MAX_SHARE_ON_NO_RESULT_PAGE = 0.5


@dataclass(frozen=True, slots=True)
class LearnedWrapper:
    """A wrapper, on how many sample pages it finds records, and the inducer that proposed it.

    Its score is comparable within one learning only; what was known before has none.
    """

    wrapper: Wrapper
    support: int
    inducer: str
    score: float | None


def learn_wrapper(
    samples: Sequence[Sample],
    no_result: Page | None = None,
    inducers: Collection[InducerName] = (),
) -> LearnedWrapper:
    """Learn to read result pages from samples of them, and the page of no results if at hand.

    `inducers` propose; if none is named, those that fit the pages. Raises `InductionError`:
    `NoSamplesError`, `EqualPagesError` (several samples, all showing the same), `NoRecordsError`,
    `DifferentSitesError`, `PageTooLargeError`.
    """
    return choose_wrapper(*_ranked_as_seen(samples, no_result, inducers))


def _ranked_as_seen(
    samples: Sequence[Sample], no_result: Page | None, inducers: Collection[InducerName]
) -> tuple[tuple[RankedPage, ...], PageFeatures | None]:
    samples, view = in_one_view(samples)
    samples = as_seen(samples)
    nothing = no_result_features(no_result, samples, view)
    return rank_sample_pages(samples, nothing, inducers), nothing


def choose_wrapper(pages: Sequence[RankedPage], nothing: PageFeatures | None) -> LearnedWrapper:
    """Return the wrapper of the rule that is best over all pages; `nothing` is without results."""
    evaluated_rules = integrate(pages, nothing)
    if not evaluated_rules:
        raise NoRecordsError("Nothing on the sample pages repeats as records do.")
    least_support = min(2, len(pages))
    common = [(rule, score) for rule, score in evaluated_rules if rule.support >= least_support]
    likeliest = common or evaluated_rules
    best, score = without_fixed_rows(likeliest, pages)
    refuse_noise(best, pages)
    # What is found on one page only may score a little better. Beyond that the common rule reads
    # what is around the records.
    max_lead = ranking_weights().threshold("max_lead_of_one_page")
    if best.support < least_support or evaluated_rules[0][1] > likeliest[0][1] + max_lead:
        raise DifferentSitesError("The sample pages have no layout in common.")
    wrapper = make_wrapper(best, pages, None if nothing is None else nothing.sample.page)
    return LearnedWrapper(wrapper, best.support, best.inducer, score)


def rank_sample_pages(
    samples: Sequence[Sample],
    no_result: PageFeatures | None = None,
    inducers: Collection[InducerName] = (),
) -> tuple[RankedPage, ...]:
    """Return the first `MAX_SAMPLES` sample pages with what the inducers propose for each.

    Pages that are of another site than most are left out. Raises `NoSamplesError`,
    `DifferentSitesError`, `EqualPagesError`, `PageTooLargeError`.
    """
    if not samples:
        raise NoSamplesError("There is no sample page to learn from.")
    features = pages_of_one_site([page_features(sample) for sample in samples[:MAX_SAMPLES]])
    texts = {page.index.text(0, len(page.index.pieces)) for page in features}
    if len(features) > 1 and len(texts) == 1:
        raise EqualPagesError("All sample pages show the same: nothing depends on the query.")
    proposed = propose_candidates(features, no_result, inducers)
    return tuple(
        rank_candidates(page, candidates)
        for page, candidates in zip(features, proposed, strict=True)
    )


def make_wrapper(
    best: EvaluatedRule, pages: Sequence[RankedPage], no_result: Page | None
) -> Wrapper:
    read = [
        ReadSample(
            page.features.sample.page,
            page.features.sample.query,
            tuple(page.features.index.elements[span.first] for span in match.spans),
        )
        for page, match in zip(pages, best.matches, strict=True)
        if match.spans
    ]
    wrapper = Wrapper(
        sections=(final_rule(best, pages), *further_sections(best, pages)),
        hits_line=learn_hits_line(read, no_result),
        next_page=learn_next_page(read),
        view=pages[0].features.sample.page.view,
        styles=pages[0].features.sample.page.styles,
    )
    records = (item_samples(wrapper, page.features.sample) for page in pages)
    return wrapper.replace(items=learn_items(list(chain.from_iterable(records))))


def refuse_noise(best: EvaluatedRule, pages: Sequence[RankedPage]) -> None:
    """Raise `NoRecordsError` when the best there is does not look like search results.

    Looks count only where nothing proves that it was searched for.
    """
    features = [page.features for page in pages]
    if not resembles_results(features, context_of(pages), best) and not varies_with_query(
        best, features
    ):
        raise NoRecordsError("Nothing on the sample pages looks like search results.")
    if stands_on_no_result_page(best, features) > MAX_SHARE_ON_NO_RESULT_PAGE:
        raise NoRecordsError("What looks like results stands on the no-result page too.")


# Lists shown on one page: more cannot be told apart by colour. Guess.
MAX_ALTERNATIVES = 8
# Of two lists that share more of their records than this only the better one is shown. Guess.
MAX_SHARED = 0.5
# A list of one has nothing that repeats.
MIN_RECORDS = 2


def propose_wrappers(
    samples: Sequence[Sample], no_result: Page | None = None
) -> tuple[LearnedWrapper, ...]:
    """Return wrappers of differing lists on the sample pages, the likeliest records first.

    Unlike `learn_wrapper` nothing is refused for looking unlike search results: a person decides.
    Raises `NoSamplesError`, `EqualPagesError`, `PageTooLargeError`.
    """
    pages, nothing = _ranked_as_seen(samples, no_result, ())
    chosen: list[tuple[set[tuple[int, int]], LearnedWrapper]] = []
    for evaluated, score in integrate(pages, nothing):
        # Page and title link of each record.
        records = {(n, s.title) for n, match in enumerate(evaluated.matches) for s in match.spans}
        repeats = any(len(match.spans) >= MIN_RECORDS for match in evaluated.matches)
        if not repeats or any(_overlap(records, seen) for seen, _ in chosen):
            continue
        chosen.append((records, wrapper_of_list(evaluated, score, pages, no_result)))
        if len(chosen) == MAX_ALTERNATIVES:
            break
    return tuple(learned for _, learned in chosen)


def wrapper_of_list(
    evaluated: EvaluatedRule, score: float, pages: Sequence[RankedPage], no_result: Page | None
) -> LearnedWrapper:
    """Return the wrapper of one list alone: what else could be read is a choice of its own."""
    wrapper = make_wrapper(evaluated, pages, no_result)
    return LearnedWrapper(
        wrapper=wrapper.replace(sections=wrapper.sections[:1]),
        support=evaluated.support,
        inducer=evaluated.inducer,
        score=score,
    )


def _overlap(records: set[tuple[int, int]], seen: set[tuple[int, int]]) -> bool:
    return len(records & seen) > MAX_SHARED * min(len(records), len(seen))
