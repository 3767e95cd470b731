"""Learning from made-up answers, HTML and not: what is learned from some reads another."""

import json

import pytest

from discovery.pages.page import Page, parse_answer, parse_page
from evaluation.beds.packed import BEDS, Case, archived, archived_cases
from evaluation.quality.data_answers import envelopes, measure, page_of
from evaluation.quality.record_matching import score_page
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import take_tree_grams
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import NoRecordsError, Sample

BED = BEDS / "synthetic_engines" / "synthetic_engines.tar.xz"


TEMPLATES = (
    *("altavista_one_list", "lycos_1997", "preformatted", "rows_of_pairs"),
    *("google_2021", "duckduckgo_lite", "shop_grid_2006", "directory_and_web", "news_and_web"),
)
# What two pages of an engine with four records and more news than results do not teach.
NOT_LEARNED = pytest.param("news_and_web", 0, marks=pytest.mark.xfail(reason="too few results"))


def _pages(template: str, engine: int = 0) -> list[tuple[Page, Case]]:
    """Return the pages of an engine of a template: three with records, two without."""
    body = archived(BED)
    cases = [case for case in archived_cases(BED) if case["template"] == f"{template}-{engine}"]
    return [(parse_page(body[case["html"]], case["url"]), case) for case in cases]


@pytest.mark.parametrize(
    ("template", "engine"),
    [
        NOT_LEARNED,
        *[(template, 0) for template in TEMPLATES[:-1]],
        *[(template, 1) for template in TEMPLATES],
    ],
)
def test_what_two_pages_teach_reads_a_third(template, engine):
    pages = _pages(template, engine)
    wrapper = learn_wrapper([Sample(page, case["query"]) for page, case in pages[:2]]).wrapper
    page, case = pages[2]
    rows = [
        {"url": record.original_url, "title": record.title, "snippet": record.snippet}
        for record in wrapper.extract(page).records
    ]
    assert score_page(case, rows).perfect
    assert [row["title"] for row in rows] == [record["title"] for record in case["records"]]


@pytest.mark.parametrize(
    ("template", "sections"), [("directory_and_web", 2), ("excite_1997", 1), ("google_2021", 1)]
)
def test_a_list_of_another_kind_is_a_section_and_boxes_beside_results_are_none(template, sections):
    learned = learn_wrapper([Sample(page, case["query"]) for page, case in _pages(template)[:2]])
    assert len(learned.wrapper.sections) == sections


def test_pages_without_results_are_mostly_refused_and_pages_with_results_are_not():
    templates = list(dict.fromkeys(case["site"] for case in archived_cases(BED)))[::3]
    refused = {0: 0, 3: 0}
    for template in templates:
        pages = _pages(template)
        for place, number in ((0, 0), (3, 3)):
            page, case = pages[place]
            try:
                learn_wrapper([Sample(page, case["query"])])
            except NoRecordsError:
                refused[number] += 1
    assert refused[0] == 0
    assert refused[3] > len(templates) / 2


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
