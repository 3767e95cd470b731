"""Learning from made-up pages of many templates: what is learned from two reads a third."""

import pytest

from discovery.pages.page import Page, parse_page
from evaluation.beds.packed import BEDS, Case, archived, archived_cases
from evaluation.quality.record_matching import score_page
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import NoRecordsError, Sample

BED = BEDS / "synthetic_engines" / "synthetic_engines.tar.xz"


TEMPLATES = (
    *("altavista_one_list", "excite_1997", "lycos_1997", "preformatted", "rows_of_pairs"),
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
