"""`manage.py search`: output, exit codes, progress."""

import json
from functools import partial

import pytest
from django.core.management import CommandError

from discovery.pages.outcomes import AnswerReason
from tests.metasearch.engines import answers, gives, records
from tests.programs import called
from wrappers.engines.answer import Answer
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.django_db


run = partial(called, "search")


def test_text_for_people_and_progress_on_standard_error(engines):
    engines.add("one", gives("one", *records("a", "b"), total=7))
    engines.add("two", gives("two", *records("b")))
    engines.add("ill", answers(Answer("ill", AnswerReason.NOT_UNDERSTOOD, 0.1, "no records found")))
    out, err = run("page")
    assert out.splitlines() == [
        "  1. Page b",
        "     https://site.example/b  [two 1, one 2]",
        "     About b.",
        "  2. Page a",
        "     https://site.example/a  [one 1]",
        "     About a.",
    ]
    assert "asking 3 engine(s)" in err
    assert "one: 2 of 7 results, 0.01 s" in err
    assert "ill: its page was not understood (no records found), 0.10 s" in err


def test_json_is_that_of_the_address_also_of_one_engine_of_any_state(engines):
    engines.add("one", gives("one", *records("a")))
    engines.add("sick", gives("sick", *records("b")), state="BROKEN")
    document = json.loads(run("page", "--json", "--page", "2")[0])
    assert list(document) == ["query", "engines", "results"]
    assert document["results"][0]["engines"] == [{"slug": "one", "position": 1}]
    assert engines.asked == [("one", "page", 2)]
    document = json.loads(run("page", "--engine", "sick", "--json")[0])
    assert [engine["state"] for engine in document["engines"]] == ["BROKEN"]
    assert [result["title"] for result in document["results"]] == ["Page b"]


@pytest.mark.parametrize(
    ("typed", "asked", "found"),
    [
        ("!two page", [("two", "page", 1)], ["site.example/c"]),
        ("!books !one page", [("one", "page", 1), ("two", "page", 1)], None),
        ("page site:other.example", [("one", "page", 1), ("two", "page", 1)], ["other.example/d"]),
        ("!nobody page", [("one", "page", 1), ("two", "page", 1)], None),
        ('"!nobody" page', [("one", '"!nobody" page', 1), ("two", '"!nobody" page', 1)], None),
    ],
)
def test_a_query_means_the_same_as_on_the_page(engines, client, typed, asked, found):
    other = ResultRecord("https://other.example/d", "Page d", "About d.")
    engines.add("one", gives("one", *records("a", "b"), other))
    engines.add("two", gives("two", *records("c")), categories=("Books",))
    document = json.loads(run(typed, "--json")[0])
    assert sorted(engines.asked) == asked
    engines.asked.clear()
    page = client.get("/api/v1/search", {"q": typed})
    assert sorted(engines.asked) == asked
    assert page.json()["query"] == document["query"]
    assert page.json()["results"] == document["results"]
    if found is not None:
        assert [result["url"] for result in document["results"]] == [
            f"https://{at}" for at in found
        ]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["x", "--engine", "nobody"], 1, "There is no engine 'nobody'."),
        ([""], 2, "Type what you are looking for."),
        (["a\0b"], 2, "control character"),
        (["a\udcffb"], 2, "control character (U+DCFF)"),
        (["x" * 10_000], 2, "too long"),
        (["x", "--page", "0"], 2, "counted from 1"),
        (["x", "--page", "one"], 2, "whole number"),
    ],
)
def test_failures_have_a_sentence_and_an_exit_code(engines, arguments, code, message):
    engines.add("one", gives("one"))
    with pytest.raises(CommandError) as raised:
        run(*arguments)
    assert message in str(raised.value)
    assert raised.value.returncode == code
    assert engines.asked == []


def test_hostile_records_do_not_steer_the_terminal(engines):
    with pytest.raises(CommandError, match="add_engine URL") as raised:
        run("x")
    assert raised.value.returncode == 1, "no engine is a failure"
    hostile = ResultRecord("https://a.example/", "\x1b[2J\u202ered", "\x07")
    engines.add("one", gives("one", hostile), bang="oak")
    out, err = run("!nobody page")
    assert "[oak 1]" in out, "engines go by what people call them"
    assert "No engine is called !nobody: it is left out. In quotes it is searched for." in err
    assert not set("\x1b\x07\u202e") & set(out)
    engines.behaviours["one"] = gives("one")
    out, err = run("x")
    assert out == "Nothing found.\n"
    assert "one: no results" in err
