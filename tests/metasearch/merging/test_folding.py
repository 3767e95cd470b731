"""Results of one host with nearly the same title stand under the best of them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metasearch.merging.duplicates import MergedResult
from metasearch.merging.ranking import fold


def result(key: str, title: str, host: str = "a.example") -> MergedResult:
    return MergedResult(key, f"https://{host}/{key}", title, "", (), 1.0)


def shape(results, standing=()):
    """Return the keys of results, those folded under each in brackets."""
    return " ".join(
        folded.result.key
        + (f"({''.join(each.key for each in folded.similar)})" if folded.similar else "")
        for folded in fold(results, standing)
    )


@pytest.mark.parametrize(
    ("first", "second", "fold"),
    [
        ("Zip files", "Zip files", True),
        ("Zip files", "ZIP Files!", True),
        ("Zip files – Manual", "Manual: Zip files", True),
        ("Re: [list] Broken zip", "[list] Broken zip", True),
        ("AW: Fwd: Broken zip", "RE: Broken zip", True),
        ("How to read all files of a zip archive", "How to read all files of a z…", True),
        ("How to read all files of a z…", "How to read all files of a zip archive", True),
        ("How to read all files ...", "How to read all files …", True),
        ("Zip files", "Zip file", False),
        ("Chapter 1: Zip files", "Chapter 2: Zip files", False),
        ("Download", "Download", False),
        ("", "", False),
        ("How to read all files of a zip", "How to read all files of a tar", False),
        ("How to read …", "How to read all files of a zip", False),
        ("Version 3.11 of the manual", "Version 3.12 of the manual", False),
    ],
)
def test_nearly_the_same_titles_of_a_host_fold(first, second, fold):
    assert shape([result("a", first), result("b", second)]) == ("a(b)" if fold else "a b")
    assert shape([result("a", first), result("b", second, "b.example")]) == "a b"


def test_the_best_is_the_head_and_order_stands():
    titles = {"a": "Zip files", "b": "Other things", "c": "zip files", "d": "Files, zip"}
    assert shape([result(key, title) for key, title in titles.items()]) == "a(cd) b"


def test_what_stands_is_not_folded():
    results = [result("a", "Zip files"), result("b", "Zip files"), result("c", "Zip files")]
    assert shape(results, {"b"}) == "a(c) b"


@settings(max_examples=100)
@given(st.lists(st.text(max_size=30), max_size=8))
def test_nothing_is_lost_or_invented(titles):
    results = [result(str(number), title) for number, title in enumerate(titles)]
    folded = fold(results)
    keys = [each.key for head in folded for each in (head.result, *head.similar)]
    assert sorted(keys) == sorted(each.key for each in results)
    assert [head.result for head in folded] == [
        each for each in results if each in [head.result for head in folded]
    ]
