"""Which answers of an engine are of one kind: those of one place, where several agree on it."""

from wrappers.learning.steps import in_one_place
from wrappers.models import SamplePage


def pages(*paths: str) -> list[SamplePage]:
    return [SamplePage(url=f"http://wiki.example{path}") for path in paths]


def test_a_page_that_is_called_like_the_query_is_no_list_of_results():
    asked = pages("/WikiHome", "/Search?q=time", "/Search?q=tea", "/Search?q=sea")
    assert in_one_place(asked) == asked[1:]


def test_queries_that_stand_in_the_path_agree_on_no_place():
    asked = pages("/find/time", "/find/tea", "/find/sea")
    assert in_one_place(asked) == asked
    assert in_one_place([]) == []
