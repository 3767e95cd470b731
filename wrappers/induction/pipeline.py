"""Learning a wrapper, from sample pages to a rule that reads them all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from discovery.pages.page import Page
from wrappers.extraction.hits_line.hits_line import HitsLineRule
from wrappers.extraction.items.rules import ItemRules
from wrappers.extraction.paging.next_page import NextPageRule
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.inducers import InducerName, propose_candidates
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.fixed_parts import fixed_regions
from wrappers.induction.fixed_records import fixed_addresses
from wrappers.induction.hits_line import HitsSample, learn_hits_line
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import ItemSample, item_samples
from wrappers.induction.paging.next_page import NextSample, learn_next_page
from wrappers.induction.ranking.candidate_ranking import ranking_weights, resembles_results
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule, stands_on_no_result_page
from wrappers.induction.ranking.further_sections import further_sections
from wrappers.induction.ranking.integration import (
    RankedPage,
    context_of,
    final_rule,
    integrate,
    rank_candidates,
)
from wrappers.induction.ranking.query_variation import varies_with_query
from wrappers.induction.same_site import pages_of_one_site
from wrappers.induction.samples.sample import (
    DifferentSitesError,
    EqualPagesError,
    NoRecordsError,
    NoSamplesError,
    Sample,
    in_one_view,
)
from wrappers.induction.samples.seen import as_seen, no_result_sample

# Those that go by looks need a browser's layout, on which they were not measured.
DEFAULT_INDUCERS = (InducerName.ELEMENT_GROUPS,)
# Sample pages used: more cost time and teach little. Guess.
MAX_SAMPLES = 6
# Records that stand on the no-result page in a larger share than this are the site's own links.
# Guess. (That they recur for other queries is weighed, not refused: two of the sixty shared sites
# answer some pairs of queries with the same records.)
MAX_SHARE_ON_NO_RESULT_PAGE = 0.5


@dataclass(frozen=True, slots=True)
class LearnedWrapper:
    """A wrapper with what it was learned from.

    `support` is the number of sample pages on which it finds records, `inducer` the name of the
    inducer whose candidate it was. `score` is its score (comparable within one learning only).
    """

    wrapper: Wrapper
    support: int
    inducer: str
    score: float


def learn_wrapper(
    samples: Sequence[Sample],
    no_result: Page | None = None,
    inducers: Collection[InducerName] = DEFAULT_INDUCERS,
) -> LearnedWrapper:
    """Learn to read result pages from samples of them, and the page of no results if at hand.

    Raises `InductionError`: `NoSamplesError`, `EqualPagesError` (several samples, all showing the
    same), `NoRecordsError`, `DifferentSitesError`, `PageTooLargeError`.
    """
    samples, view = in_one_view(samples)
    samples = as_seen(samples)
    nothing = None
    if no_result is not None:
        nothing = page_features(no_result_sample(no_result, samples, view))
    return choose_wrapper(rank_sample_pages(samples, nothing, inducers), nothing)


def choose_wrapper(pages: Sequence[RankedPage], nothing: PageFeatures | None) -> LearnedWrapper:
    """Return the wrapper of the rule that is best over all pages; `nothing` is without results.

    Raises `NoRecordsError`, `DifferentSitesError`.
    """
    evaluated_rules = integrate(pages, nothing)
    if not evaluated_rules:
        raise NoRecordsError("Nothing on the sample pages repeats as records do.")
    least_support = min(2, len(pages))
    best, score = next(
        ((t, s) for t, s in evaluated_rules if t.support >= least_support), evaluated_rules[0]
    )
    refuse_noise(best, pages)
    # What is found on one page only may score a little better. Beyond that the common rule reads
    # what is around the records.
    max_lead = ranking_weights().threshold("max_lead_of_one_page")
    if best.support < least_support or evaluated_rules[0][1] > score + max_lead:
        raise DifferentSitesError("The sample pages have no layout in common.")
    return LearnedWrapper(
        wrapper=make_wrapper(best, pages, None if nothing is None else nothing.sample.page),
        support=best.support,
        inducer=best.inducer,
        score=score,
    )


def rank_sample_pages(
    samples: Sequence[Sample],
    no_result: PageFeatures | None = None,
    inducers: Collection[InducerName] = DEFAULT_INDUCERS,
) -> tuple[RankedPage, ...]:
    """Return the first `MAX_SAMPLES` sample pages with what the inducers propose for each.

    Pages that are of another site than most are left out; the page without results helps to tell
    what was searched for. Raises `NoSamplesError`,
    `DifferentSitesError`, `EqualPagesError`, `PageTooLargeError`.
    """
    if not samples:
        raise NoSamplesError("There is no sample page to learn from.")
    features = pages_of_one_site([page_features(sample) for sample in samples[:MAX_SAMPLES]])
    _refuse_equal_pages(features)
    proposed = propose_candidates(features, no_result, inducers)
    return tuple(
        rank_candidates(page, candidates)
        for page, candidates in zip(features, proposed, strict=True)
    )


def make_wrapper(
    best: EvaluatedRule, pages: Sequence[RankedPage], no_result: Page | None
) -> Wrapper:
    """Return the wrapper whose records an evaluated rule finds, with all that follows from them."""
    wrapper = Wrapper(
        sections=(final_rule(best, pages), *further_sections(best, pages)),
        hits_line=_hits_line(best, pages, no_result),
        next_page=_next_page(best, pages, no_result),
        view=pages[0].features.sample.page.view,
        styles=pages[0].features.sample.page.styles,
    )
    if no_result is not None:
        samples = [page.features.sample.page for page in pages]
        wrapper = wrapper.replace(fixed=fixed_regions(wrapper, samples, no_result))
    fixed = fixed_addresses(wrapper, [page.features.sample for page in pages])
    wrapper = wrapper.replace(fixed_records=fixed) if fixed else wrapper
    return wrapper.replace(items=_items(wrapper, pages))


def _items(wrapper: Wrapper, pages: Sequence[RankedPage]) -> ItemRules | None:
    """Learn what the records say, now that they are known."""
    return learn_items([sample for page in pages for sample in _records(wrapper, page.features)])


def _records(wrapper: Wrapper, page: PageFeatures) -> list[ItemSample]:
    """Return the records of a page to learn items from."""
    return item_samples(wrapper, page.sample)


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


def _hits_line(
    best: EvaluatedRule, pages: Sequence[RankedPage], no_result: Page | None
) -> HitsLineRule | None:
    """Learn the hits line, now that the records are known."""
    samples = [
        HitsSample(
            page.features.sample.page,
            page.features.sample.query,
            len(match.spans),
            tuple(page.features.index.elements[span.first] for span in match.spans),
        )
        for page, match in zip(pages, best.matches, strict=True)
        if match.spans
    ]
    return learn_hits_line(samples, no_result)


def _next_page(
    best: EvaluatedRule, pages: Sequence[RankedPage], no_result: Page | None
) -> NextPageRule | None:
    """Learn the way to further pages, now that the records are known."""
    samples = [
        NextSample(
            page.features.sample.page,
            page.features.sample.query,
            tuple(page.features.index.elements[span.first] for span in match.spans),
        )
        for page, match in zip(pages, best.matches, strict=True)
        if match.spans
    ]
    return learn_next_page(samples, no_result)


def _refuse_equal_pages(pages: Sequence[PageFeatures]) -> None:
    """Raise `EqualPagesError` when several pages all show the same text."""
    texts = {page.index.text(0, len(page.index.pieces)) for page in pages}
    if len(pages) > 1 and len(texts) == 1:
        raise EqualPagesError("All sample pages show the same: nothing depends on the query.")
