"""Wrappers of answers that are no HTML: learned, stored, read and adapted as those of pages."""

import json

import pytest

from discovery.pages import NotHtmlError, Page, parse_answer
from evaluation.quality.data_answers import html_page, measure, page_of
from evaluation.training.data_answers.looked_at import ENVELOPES, elastic, graphql
from evaluation.training.data_answers.things import HOST, NOTHING, WORDS, Envelope, things_for
from wrappers.adaptation import prepare_repair, take_tree_grams
from wrappers.extraction import Wrapper
from wrappers.induction import Sample, learn_wrapper

WORD = WORDS[-1]


def learned(envelope: Envelope) -> Wrapper:
    """Return the wrapper of an envelope, as it is stored."""
    samples = [Sample(page_of(envelope, word), word) for word in WORDS[:3]]
    wrapper = learn_wrapper(samples, page_of(envelope, NOTHING)).wrapper
    return Wrapper.from_json(json.loads(json.dumps(wrapper.to_json())))


def truth() -> list[tuple[str, str]]:
    """Return titles and addresses of what the last word finds."""
    return [(thing.title, thing.address) for thing in things_for(WORD)[0]]


def read(wrapper: Wrapper, page: Page) -> list[tuple[str, str | None]]:
    """Return titles and addresses of the records."""
    return [(record.title, record.url) for record in wrapper.records(page)]


@pytest.mark.parametrize("envelope", ENVELOPES, ids=lambda each: each.__name__)
def test_every_envelope_is_learned(envelope: Envelope) -> None:
    score = measure(envelope)
    assert (score.f1, score.perfect, score.says_nothing) == (1, 1, True)


def test_total_date_and_no_results_are_read() -> None:
    wrapper = learned(elastic)
    things, total = things_for(WORD)
    extraction = wrapper.extract(page_of(elastic, WORD), WORD)
    assert extraction.total == total
    assert [record.date for record in extraction.records] == [thing.date for thing in things]
    assert wrapper.extract(page_of(elastic, NOTHING), NOTHING).total == 0


def renamed(page: Page, old: str, new: str, *, wrapped: bool) -> Page:
    """Return an answer with other names of keys, in a further envelope."""
    body = page.body.decode().replace(f'"{old}"', f'"{new}"')
    return parse_answer((f'{{"answer": {body}}}' if wrapped else body).encode(), page.url)


@pytest.mark.parametrize(
    ("envelope", "old", "new"),
    [(graphql, "headline", "caption"), (graphql, "edges", "rows"), (elastic, "permalink", "link")],
)
def test_a_further_envelope_and_renamed_keys_are_adapted_to(
    envelope: Envelope, old: str, new: str
) -> None:
    wrapper = learned(envelope)
    grams = take_tree_grams(wrapper, [page_of(envelope, word) for word in WORDS[:3]])
    for wrapped in (False, True):
        pages = {
            word: renamed(page_of(envelope, word), old, new, wrapped=wrapped) for word in WORDS
        }
        samples = [Sample(pages[word], word) for word in WORDS[:3]]
        adapted = prepare_repair(wrapper, grams, samples).run().wrapper
        assert read(adapted, pages[WORD]) == truth()


def test_addresses_of_records_with_a_number_alone_come_from_the_rendered_page() -> None:
    def bare(word: str) -> Page:
        items = [{"id": t.number, "title": t.title, "slug": t.slug} for t in things_for(word)[0]]
        return parse_answer(json.dumps({"items": items}).encode(), f"{HOST}/api?q={word}")

    def links(word: str) -> tuple[str, ...]:
        return (HOST, *(f"{HOST}/show/{t.number}/{t.slug}" for t in things_for(word)[0]))

    samples = [Sample(bare(word), word, links=links(word)) for word in WORDS[:3]]
    wrapper = learn_wrapper(samples, bare(NOTHING)).wrapper
    assert [url for _, url in read(wrapper, bare(WORD))] == list(links(WORD)[1:])


def test_a_wrapper_of_pages_does_not_read_data() -> None:
    wrapper = learned(html_page)
    assert wrapper.view is None
    with pytest.raises(NotHtmlError):
        wrapper.parse(b'{"hits": []}', HOST)
