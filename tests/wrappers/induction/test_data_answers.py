"""Wrappers of answers that are no HTML: learned, stored, read and adapted as those of pages."""

import json

import pytest

from discovery.pages.page import Page, parse_answer
from evaluation.beds.packed import Case
from evaluation.quality.data_answers import envelopes, measure, page_of
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import take_tree_grams
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

HOST = "https://www.shelf.example"
ENVELOPES = envelopes("build")
# What every envelope holds for its words, the last of which finds nothing.
*ANSWERS, NOTHING = ENVELOPES["flat_list"]


def learned(envelope: list[Case]) -> Wrapper:
    """Return the wrapper of an envelope, as it is stored."""
    samples = [Sample(page_of(case), case["query"]) for case in envelope[:3]]
    wrapper = learn_wrapper(samples, page_of(envelope[-1])).wrapper
    return Wrapper.from_json(json.loads(json.dumps(wrapper.to_json())))


def truth() -> list[tuple[str, str]]:
    """Return titles and addresses of what the last word finds."""
    return [(record["title"], record["url"]) for record in ANSWERS[-1]["records"]]


def read(wrapper: Wrapper, page: Page) -> list[tuple[str, str | None]]:
    """Return titles and addresses of the records."""
    return [(record.title, record.url) for record in wrapper.records(page)]


@pytest.mark.parametrize("envelope", ENVELOPES)
def test_every_envelope_is_learned(envelope):
    score = measure(ENVELOPES[envelope])
    assert (score["F1"], score["perfect"], score["no_result"]) == (1, 1, 1)


def test_total_date_and_no_results_are_read():
    *_, last, nothing = ENVELOPES["elastic"]
    wrapper = learned(ENVELOPES["elastic"])
    extraction = wrapper.extract(page_of(last), last["query"])
    assert extraction.total == last["total"]
    dates = [record["date"] for record in last["records"]]
    assert [record.date for record in extraction.records] == dates
    assert wrapper.extract(page_of(nothing), nothing["query"]).total == 0


def renamed(page: Page, old: str, new: str, *, wrapped: bool) -> Page:
    """Return an answer with other names of keys, in a further envelope."""
    body = page.body.decode().replace(f'"{old}"', f'"{new}"')
    return parse_answer((f'{{"answer": {body}}}' if wrapped else body).encode(), page.url)


@pytest.mark.parametrize(
    ("envelope", "old", "new"),
    [
        ("graphql", "headline", "caption"),
        ("graphql", "edges", "rows"),
        ("elastic", "permalink", "link"),
    ],
)
def test_a_further_envelope_and_renamed_keys_are_adapted_to(envelope, old, new):
    *answers, _ = ENVELOPES[envelope]
    wrapper = learned(ENVELOPES[envelope])
    grams = take_tree_grams(wrapper, [page_of(case) for case in answers[:3]])
    for wrapped in (False, True):
        pages = [renamed(page_of(case), old, new, wrapped=wrapped) for case in answers]
        samples = [
            Sample(page, case["query"]) for page, case in zip(pages[:3], answers, strict=False)
        ]
        adapted = prepare_repair(wrapper, grams, samples).run().wrapper
        assert read(adapted, pages[-1]) == truth()


def test_addresses_of_records_with_a_number_alone_come_from_the_rendered_page():
    def bare(case: Case) -> Page:
        items = [
            {"id": t["number"], "title": t["title"], "slug": t["slug"]} for t in case["records"]
        ]
        return parse_answer(json.dumps({"items": items}).encode(), f"{HOST}/api?q={case['query']}")

    def links(case: Case) -> tuple[str, ...]:
        return (HOST, *(f"{HOST}/show/{t['number']}/{t['slug']}" for t in case["records"]))

    samples = [Sample(bare(case), case["query"], links=links(case)) for case in ANSWERS[:3]]
    wrapper = learn_wrapper(samples, bare(NOTHING)).wrapper
    assert [url for _, url in read(wrapper, bare(ANSWERS[-1]))] == list(links(ANSWERS[-1])[1:])
