"""Language, period and safe search: offered where engines do, sent to those, said of the others."""

from dataclasses import replace

import pytest
from django.utils import translation
from lxml.html import document_fromstring

from discovery.connection.description import (
    ConnectionDescription,
    Parameter,
    ParameterOption,
    ParameterRole,
)
from metasearch.search import dispatch
from metasearch.search.query_form import available_filters, filtered, unsupported_filters
from metasearch.search.service import current_service
from tests.metasearch.engines import engine, gives, records
from tests.metasearch.web.test_views import links, texts


def with_select(one, role, *values):
    options = tuple(ParameterOption(value, value) for value in values)
    parameter = Parameter("choice", "", "select", options, role=role)
    return replace(one, description=ConnectionDescription(parameters=(parameter,)))


SPEAKS = with_select(engine("one"), ParameterRole.LANGUAGE, "fr", "de")
DATED = with_select(engine("two"), ParameterRole.DATE, "year", "past day")
PLAIN = engine("three")


def test_what_some_engine_offers_can_be_chosen():
    language, period = available_filters([SPEAKS, DATED, PLAIN], {"period": "day"})
    assert [value for value, _ in language.choices] == ["", "de", "fr"]
    assert language.choices[1][1] == "Deutsch"
    assert [value for value, _ in period.choices] == ["", "day", "year"]
    assert (language.chosen, period.chosen) == ("", "day")
    assert available_filters([PLAIN], {}) == ()


def test_an_engine_is_asked_with_what_it_offers():
    asked = filtered(SPEAKS, {"language": "de", "period": "day"})
    assert [parameter.value for parameter in asked.description.parameters] == ["de"]
    assert asked.variant == "language=de"
    assert filtered(SPEAKS, {"period": "day"}) is SPEAKS
    with translation.override("en"):
        assert unsupported_filters(SPEAKS, {"language": "de", "period": "day"}) == ("Period",)
        assert unsupported_filters(SPEAKS, {"language": "ja"}) == ("Language of the results",)
        assert unsupported_filters(PLAIN, {}) == ()


@pytest.fixture
def two(engines, monkeypatch):
    """Two engines, one of which knows languages; what was sent to each."""
    for slug in ("one", "two"):
        engines.add(slug, gives(slug, *records("a")))
    engines.active[0] = SPEAKS
    engines.sent = {}
    ask = engines.ask

    async def listening(client, asked, query, page, deadline):
        engines.sent[asked.slug] = [each.value for each in asked.description.parameters]
        return await ask(client, asked, query, page, deadline)

    monkeypatch.setattr(dispatch, "ask", listening)
    return engines


async def test_filters_are_chosen_on_the_page_and_kept_in_its_links(two, async_client):
    response = await async_client.get("/search?q=x&language=de")
    assert two.sent == {"one": ["de"], "two": []}
    root = document_fromstring(response.content.decode())
    (select,) = root.xpath("//p[@class='filters']/select")
    assert (select.get("form"), select.value) == ("search", "de")
    assert "/search?q=x&language=de&page=2" in links(response)
    lines = {line.split()[0]: line for line in texts(response, "engine")}
    assert "without: Language of the results" in lines["Two"]
    assert "without" not in lines["One"]


async def test_filters_that_do_not_exist_are_refused(two, async_client):
    for query in ("language=german", "period=decade", "safe=very"):
        assert (await async_client.get(f"/search?q=x&{query}")).status_code == 400
    assert two.sent == {}


async def test_answers_to_filtered_questions_tell_nothing_of_engines(
    two, async_client, monkeypatch
):
    observed = []
    monkeypatch.setattr(
        current_service(), "observe_later", lambda query, answers: observed.append(answers)
    )
    for query in ("q=x", "q=x&language=de"):
        await async_client.get(f"/search?{query}")
    assert [{answer.slug for answer in answers} for answers in observed] == [
        {"one", "two"},
        {"two"},
    ]
