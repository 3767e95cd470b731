"""Learning from made-up pages of many templates: what is learned from two reads a third."""

from collections.abc import Callable

import pytest

from discovery.pages import Page, parse_page
from evaluation.quality.record_matching import Case
from evaluation.training.synthetic_engines.__main__ import case_of
from evaluation.training.synthetic_engines.nineties import (
    excite_1997,
)
from evaluation.training.synthetic_engines.results import Answer, make_answer
from evaluation.training.synthetic_engines.twenty_tens import (
    google_2021,
)
from evaluation.training.synthetic_engines.two_thousands import directory_and_web
from wrappers.induction import Sample, learn_wrapper

PageTemplate = Callable[[Answer], str]


def _page(template: PageTemplate, engine: int, place: int, size: int) -> tuple[Page, Case]:
    answer = make_answer(engine, place, size, "en")
    html = template(answer)
    case = case_of(answer, template.__name__, "", "")
    return parse_page(html.encode(), case["url"]), case


def test_a_list_of_another_kind_is_a_section_of_its_own() -> None:
    pages = [_page(directory_and_web, 5, place, 10) for place in range(2)]
    learned = learn_wrapper([Sample(page, case["query"]) for page, case in pages])
    assert len(learned.wrapper.sections) == 2


@pytest.mark.parametrize("template", [excite_1997, google_2021])
def test_boxes_beside_the_results_are_no_sections(template: PageTemplate) -> None:
    pages = [_page(template, 5, place, 10) for place in range(2)]
    learned = learn_wrapper([Sample(page, case["query"]) for page, case in pages])
    assert len(learned.wrapper.sections) == 1
