"""Selectors that came with an imported engine, made into a wrapper.

The selectors are evaluated on the sample pages, in a process that can be killed. What they find is
an example: of the lists proposed for the pages the one is chosen that holds the same records.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.models import Engine
from discovery.pages.urls import comparison_key, unwrap_redirect
from wrappers.engines.page_processes import PageProcesses
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.page_features import RuleMatch
from wrappers.induction.pipeline import LearnedWrapper, rank_sample_pages, wrapper_of_list
from wrappers.induction.ranking.integration import evaluate_rules
from wrappers.induction.samples import InductionError, Sample, as_seen, in_one_view
from wrappers.learning.rendering import StoredSample
from wrappers.models import ImportedEngine, SamplePage

INDUCER = "imported selectors"
# Seconds after which the process is killed. The pages of one learning take it less than one.
DEADLINE = 20.0
# Records of a page below which selectors are no example, and pages that must have as many.
MIN_RECORDS = 3
MIN_PAGES = 2
# From this agreement (F1) on, two lists of records are one. Guess.
MIN_AGREEMENT = 0.9
# Others take advertisements for records: what finds nothing else, and so much, is right. Guess.
MIN_SHARE = 0.7


def imported_selectors(engine: Engine) -> ResultSelectors | None:
    rows = ImportedEngine.objects.filter(engine=engine, selectors__isnull=False).order_by("-pk")
    stored = rows.values_list("selectors", flat=True).first()
    return ResultSelectors.read_or_none(stored)


def apply_selectors(
    processes: PageProcesses,
    selectors: ResultSelectors,
    samples: Sequence[StoredSample],
    learned: LearnedWrapper | None,
) -> tuple[LearnedWrapper | None, str]:
    """Return the wrapper to go on with, which is checked like any other, and what is said."""
    wanted = run_selectors(processes, selectors, [stored for stored, _ in samples])
    if wanted is None:
        return learned, "the imported selectors could not be evaluated"
    if not _is_example(wanted):
        return learned, "the imported selectors find no records"

    def found_by(wrapper: Wrapper) -> list[list[str]]:
        return [
            [record.original_url or record.url or "" for record in wrapper.records(page)]
            for page in (sample.page for _, sample in samples)
        ]

    if learned and _agree(wanted, found_by(learned.wrapper)):
        return learned, "the imported selectors agree"
    best = _likest([sample for _, sample in samples], wanted)
    if best is None or _agreement(wanted, found_by(best.wrapper)) < MIN_AGREEMENT:
        return learned, "the imported selectors disagree, and no wrapper finds what they find"
    return best, "the imported selectors decide"


def _likest(samples: Sequence[Sample], wanted: Sequence[Sequence[str]]) -> LearnedWrapper | None:
    samples = as_seen(in_one_view(samples)[0])
    keys = {
        id(sample): [comparison_key(unwrap_redirect(url)) for url in own]
        for sample, own in zip(samples, wanted, strict=True)
    }
    try:
        pages = rank_sample_pages(samples)
    except InductionError:
        return None
    selected = [keys[id(page.features.sample)] for page in pages]

    def agreement(places: Sequence[int], matches: Sequence[RuleMatch]) -> float:
        found = [
            [pages[place].features.address_key(span.title) for span in match.spans]
            for place, match in zip(places, matches, strict=True)
        ]
        return _agreement([selected[place] for place in places], found)

    likest = [
        replace(
            page,
            candidates=tuple(
                sorted(page.candidates, key=lambda each: -agreement([place], [each.match]))
            ),
        )
        for place, page in enumerate(pages)
    ]
    places = range(len(pages))
    best = max(
        evaluate_rules(likest), key=lambda rule: agreement(places, rule.matches), default=None
    )
    if best is None:
        return None
    learned = wrapper_of_list(best, 0.0, pages, None)
    # What the records say is learned of all samples, whoever found them.
    return replace(learned, wrapper=learned.wrapper.replace(items=None), inducer=INDUCER)


def run_selectors(
    processes: PageProcesses, selectors: ResultSelectors, samples: Sequence[SamplePage]
) -> list[list[str]] | None:
    task = {"task": "select", "selectors": selectors.to_json()}
    until = time.monotonic() + DEADLINE
    found = []
    for sample in samples:
        document = {**task, "url": sample.url, "content_type": sample.content_type}
        try:
            answer = processes.submit(INDUCER, document, sample.html(), DEADLINE, until).result()
        except RuntimeError:
            return None
        # What is no page holds nothing.
        found.append(answer.get("selected", []))
    return found


def _is_example(selected: Sequence[Sequence[str]]) -> bool:
    """Whether selectors found enough records, and not the same on every page (a menu)."""
    pages = [frozenset(urls) for urls in selected if len(urls) >= MIN_RECORDS]
    return len(pages) >= MIN_PAGES and len(set(pages)) > 1


def _agree(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> bool:
    if _agreement(wanted, found) >= MIN_AGREEMENT:
        return True
    pairs = [(set(one), set(other)) for one, other in zip(wanted, found, strict=True)]
    share = sum(len(other) for _, other in pairs) / sum(len(one) for one, _ in pairs)
    return all(other <= one for one, other in pairs) and share >= MIN_SHARE


def _agreement(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> float:
    """Return F1 of the addresses found on all pages, each page's counted once."""
    pairs = [(set(one), set(other)) for one, other in zip(wanted, found, strict=True)]
    hits = sum(len(one & other) for one, other in pairs)
    total = sum(len(one) + len(other) for one, other in pairs)
    return 2 * hits / total if total else 0.0
