"""The bed of real redesigns: pages of programs in their own themes, with their truth."""

import json

from evaluation.beds.packed import archived, archived_cases
from evaluation.quality.themes import BED, BUILD, HOST, UNOPENED, looks_of, programs


def test_every_case_has_its_page_and_records():
    for case in archived_cases(BED):
        assert len(case["records"]) >= 2, case["id"]
        assert archived(BED)[case["html"]], case["id"]


def test_pairs_are_of_looks_of_one_program():
    halves = {half: json.loads(archived(BED)[f"PAIRS-{half}.json"]) for half in (BUILD, UNOPENED)}
    assert not {p["site"] for p in halves[BUILD]} & {p["site"] for p in halves[UNOPENED]}
    for pair in (*halves[BUILD], *halves[UNOPENED]):
        assert (len(pair["old"]), len(pair["new"])) in ((4, 5), (4, 3)), pair["kind"]


def test_an_engine_answers_with_the_page_of_the_rarest_word_and_with_nothing():
    program = next(each for each in programs() if each.name == "landscape")
    look = looks_of(program)[0]
    word, page = min(look.pages.items(), key=lambda each: len(each[1].records))
    assert look.found(f"{word} qxzv") is page
    assert look.found("qxzvkwjyfh") is None
    nothing = look.answer("qxzvkwjyfh", "http://127.0.0.1:1").decode()
    assert "No results found." in nothing
    assert HOST not in nothing
