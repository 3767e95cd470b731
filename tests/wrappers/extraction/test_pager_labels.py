import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cases import cases_of
from wrappers.extraction.paging import LabelKind, number_changes, read_label, same_site
from wrappers.induction.paging import keeps_query

CASES = cases_of(__file__)


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        *((text, LabelKind.NEXT, None) for text in CASES["next"]),
        *((text, LabelKind.NUMBER, 2) for text in CASES["numbers"]),
        *((text, LabelKind.SIGN, None) for text in (">", "»", "›", "→", ">>", "▶")),
        *((text, LabelKind.MORE, None) for text in CASES["more"]),
    ],
)
def test_labels_in_many_languages(text, kind, number):
    label = read_label(text)
    assert label is not None
    assert label.kind is kind
    assert number is None or label.number == number


@pytest.mark.parametrize("text", [*CASES["others"], "a" * 100])
def test_other_labels_are_none_of_a_pager(text):
    assert read_label(text) is None


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_label_whatever_the_space_around_it_or_none(text):
    assert read_label(f" {text} ") == read_label(text)
    assert keeps_query("http://a.example/" + text.replace("[", ""), text) in (True, False)


@pytest.mark.parametrize(("current", "target", "parameter", "number"), CASES["counts"])
def test_what_counts_the_pages(current, target, parameter, number):
    step = number_changes(f"http://a.example{current}", f"http://a.example{target}")[0]
    assert (step.parameter, step.number) == (parameter, number)


@pytest.mark.parametrize("target", ["&sort=date", "&page=0", "&facetFilter=2", "/about"])
def test_nothing_counts_on(target):
    target = target if target.startswith("/") else f"/s?q=a{target}"
    assert number_changes("http://a.example/s?q=a", f"http://a.example{target}") == []


def test_sites_and_queries():
    assert same_site("http://www.a.example/x", "https://a.example/y")
    assert not same_site("http://a.example/", "http://b.example/")
    assert keeps_query("http://a.example/search/blue-cheese/2", "Blue cheese")
    assert not keeps_query("http://a.example/search?q=blue", "red")
    assert keeps_query("http://a.example/s?words=%93%FA%96%7B;page=2", "日本", "shift_jis")
