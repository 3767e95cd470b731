"""Learning from made-up pages of many templates: what is learned from two reads a third."""

from collections.abc import Callable

import pytest

from discovery.pages import Page, parse_page
from evaluation.quality.record_matching import Case, score_page
from evaluation.training.synthetic_engines import nineties, twenty_tens, two_thousands
from evaluation.training.synthetic_engines.__main__ import case_of
from evaluation.training.synthetic_engines.nineties import (
    altavista_one_list,
    excite_1997,
    lycos_1997,
    preformatted,
    rows_of_pairs,
)
from evaluation.training.synthetic_engines.results import Answer, make_answer
from evaluation.training.synthetic_engines.site_searches import shop_grid_2006
from evaluation.training.synthetic_engines.twenty_tens import (
    duckduckgo_lite,
    google_2021,
    news_and_web,
)
from evaluation.training.synthetic_engines.two_thousands import directory_and_web
from wrappers.induction import NoRecordsError, Sample, learn_wrapper

PageTemplate = Callable[[Answer], str]


def _page(template: PageTemplate, engine: int, place: int, size: int) -> tuple[Page, Case]:
    answer = make_answer(engine, place, size, "en")
    html = template(answer)
    case = case_of(answer, template.__name__, "", "")
    return parse_page(html.encode(), case["url"]), case


@pytest.mark.parametrize(
    "template",
    [
        altavista_one_list,
        excite_1997,
        lycos_1997,
        preformatted,
        rows_of_pairs,
        google_2021,
        duckduckgo_lite,
        shop_grid_2006,
        directory_and_web,
        news_and_web,
    ],
)
def test_what_two_pages_teach_reads_a_third(template: PageTemplate) -> None:
    pages = [_page(template, 5, place, 10) for place in range(3)]
    samples = [Sample(page, case["query"]) for page, case in pages[:2]]
    wrapper = learn_wrapper(samples).wrapper
    page, case = pages[2]
    rows = [
        {"url": record.original_url, "title": record.title, "snippet": record.snippet}
        for record in wrapper.extract(page).records
    ]
    assert score_page(case, rows).perfect
    assert [row["title"] for row in rows] == [record["title"] for record in case["records"]]


def test_a_list_of_another_kind_is_a_section_of_its_own() -> None:
    pages = [_page(directory_and_web, 5, place, 10) for place in range(2)]
    learned = learn_wrapper([Sample(page, case["query"]) for page, case in pages])
    assert len(learned.wrapper.sections) == 2


@pytest.mark.parametrize("template", [excite_1997, google_2021])
def test_boxes_beside_the_results_are_no_sections(template: PageTemplate) -> None:
    pages = [_page(template, 5, place, 10) for place in range(2)]
    learned = learn_wrapper([Sample(page, case["query"]) for page, case in pages])
    assert len(learned.wrapper.sections) == 1


def test_pages_without_results_are_mostly_refused_and_pages_with_results_are_not() -> None:
    templates = (*nineties.TEMPLATES, *two_thousands.TEMPLATES, *twenty_tens.TEMPLATES)[::3]
    refused = {0: 0, 10: 0}
    for template in templates:
        for size in refused:
            page, case = _page(template, 5, 3, size)
            try:
                learn_wrapper([Sample(page, case["query"])])
            except NoRecordsError:
                refused[size] += 1
    assert refused[10] == 0
    assert refused[0] > len(templates) / 2
