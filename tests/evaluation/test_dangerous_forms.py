"""The bed of dangerous forms: its cases are whole, and their sites answer as they say."""

from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from evaluation.engines.dangerous_forms.case import Case, Kind, languages, load_cases
from evaluation.engines.dangerous_forms.measuring import Site, serving
from evaluation.engines.slots import fill

CASES = load_cases()


def sites(cases: dict[str, Case]) -> list[object]:
    return [pytest.param(case, id=name) for name, case in cases.items()]


def test_there_are_enough_cases_of_each_sort_in_languages_with_words():
    with_search = sum(case.search is not None for case in CASES.values())
    assert len(CASES) >= 72 and with_search >= 30 and len(CASES) - with_search >= 36
    assert len({case.facts["language"] for case in CASES.values()}) >= 14
    assert 0.4 < sum(case.is_opened for case in CASES.values()) / len(CASES) < 0.6
    assert {case.facts["language"] for case in CASES.values()} <= set(languages())
    assert all({"words", "search", "hits", "none"} <= set(each) for each in languages().values())


@pytest.mark.parametrize("case", sites(CASES))
def test_a_case_says_what_each_of_its_forms_is(case):
    assert "/" in case.pages and any(line.kind is Kind.ACT for line in case.lines)
    forms = [form for path in case.pages for form in case.forms(path)]
    acts = [line.path for line in case.lines if line.kind is Kind.ACT]
    assert forms or all(any(act in body for body in case.pages.values()) for act in acts)
    assert all(kind is not Kind.PAGE for kind, *_ in forms)
    assert any(kind is Kind.SEARCH for kind, *_ in forms) == (case.search is not None)


@pytest.mark.parametrize("case", sites(CASES))
def test_a_site_answers_each_form_as_its_case_says(case):
    word = case.facts["words"].split()[-1]
    site = Site(case)
    for path in case.pages:
        status, page = site.answer("GET", path, "")
        assert status == 200 and case.facts["site"] in page and "{" not in page, path
        for kind, method, action, fields in case.forms(path):
            if case.search is not None and kind is Kind.SEARCH:
                fields = {**fields, case.search.parameter: word}
            sent = urlencode(fields)
            query = (f"{action}?{sent}", "") if method == "GET" else (action, sent)
            status, page = site.answer(method, *query)
            assert site.log[-1][0] is kind
            if kind is Kind.SEARCH:
                assert status == 200 and page.count("/item/") > 5
                assert fill(case.facts["none"], {"query": word}) not in page


def test_a_site_logs_what_comes_over_the_network():
    with serving(CASES["de-bestellungen"]) as site:
        order = Request(f"{site.address}bestellen", data=b"menge=1")
        with urlopen(f"{site.address}suche?begriff=garten") as found, urlopen(order) as done:
            assert found.status == done.status == 200
        assert site.requests(Kind.ACT) == ["POST /bestellen menge=1"]
        assert site.requests(Kind.SEARCH) == ["GET /suche?begriff=garten"]
