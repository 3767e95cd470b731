"""Records built alike are read by what one of them taught: as each by itself would be."""

from functools import cache
from unittest.mock import patch

import pytest

from discovery.pages.page import Page, parse_page
from evaluation.speed.engines import result_page
from evaluation.speed.search_speed import learn_furnished
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper

HOME = "http://a.example/search"


@cache
def learned(number: int) -> Wrapper:
    return learn_furnished(number)[0].wrapper


def read_without_plans(wrapper: Wrapper, page: Page) -> tuple[ResultRecord, ...]:
    with patch.object(ItemRules, "_plan", return_value=None):
        return Wrapper.from_json(wrapper.to_json()).extract(page).records


@pytest.fixture(params=[1, 4, 9])
def engine(request: pytest.FixtureRequest) -> tuple[int, Wrapper]:
    return request.param, learned(request.param)


def test_planned_records_are_read_as_by_themselves(engine, monkeypatch):
    number, wrapper = engine
    for place in range(3, 8):
        page = parse_page(result_page(number, "tea", place), HOME)
        assert wrapper.extract(page).records == read_without_plans(wrapper, page)
    # Of a page built as those before nothing is looked at but its texts.
    monkeypatch.setattr(ItemRules, "assign", None)
    monkeypatch.setattr(RecordTree, "nodes", None)
    assert wrapper.extract(parse_page(result_page(number, "tea", 7), HOME)).records


def test_a_record_that_hides_something_is_not_built_as_the_others():
    wrapper = learned(4)
    ordinary = result_page(4, "tea", 5)
    hiding = ordinary.replace(b"<font ", b'<font style="display:none" ', 3)
    records = [wrapper.extract(parse_page(each, HOME)).records for each in (ordinary, hiding)]
    assert hiding != ordinary
    assert records[1] == read_without_plans(wrapper, parse_page(hiding, HOME)) != records[0]
