"""Which answers of an engine are of one kind: those of one place, where several agree on it."""

from wrappers.learning.steps import in_one_place
from wrappers.models import SamplePage


def pages(*paths: str) -> list[SamplePage]:
    return [SamplePage(url=f"http://wiki.example{path}") for path in paths]


def test_answers_of_one_kind_are_those_of_one_place():
    asked = pages("/WikiHome", "/Search?q=time", "/Search?q=tea", "/Search?q=sea")
    assert in_one_place(asked) == asked[1:]
    asked = pages("/find/time", "/find/tea", "/find/sea")
    assert in_one_place(asked) == asked
    assert in_one_place([]) == []
