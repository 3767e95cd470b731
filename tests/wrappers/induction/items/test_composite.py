"""Texts that say several things in a sentence, cut at the words that all of them have."""

from tests.wrappers.induction.items.test_items import BIRDS, FISH, page_of
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

NAMES = ("Ann Ode", "bob", "Carl Heron Fry", "dora99 x", "Eve")


def records_with(sentence: str) -> list[ResultRecord]:
    """Return the records read where each has a title and a sentence of its own, and no text."""

    def record(number: int, name: str) -> str:
        said = sentence.format(name=NAMES[number % 5], day=number + 3, count=number * 7)
        return f"<li><a href='/{name}.html'>The {name} of the year</a><p>{said}</p></li>"

    samples = [Sample(page_of(names, record), None) for names in (BIRDS, FISH)]
    return list(learn_wrapper(samples).wrapper.records(page_of(FISH[::-1], record)))


def test_a_sentence_says_who_and_when_and_is_no_snippet() -> None:
    read = records_with("Submitted by {name} on Thu, {day} May 2012 - 12:30 in garden news")
    assert [each.author for each in read[:2]] == ["bob", "Carl Heron Fry"]
    assert [each.date for each in read[:2]] == ["4 May 2012", "5 May 2012"]
    assert {each.snippet for each in read} == {""}


def test_labels_within_a_text_say_what_follows_them() -> None:
    read = records_with("Chapters: {count} - Words: 2,{count}1 - Author: {name} - State: open")
    assert read[1].author == "Carl Heron Fry"
    said = {item.label: item.bare for item in read[1].said if item.kind is ItemKind.TEXT}
    assert said["Words"] == "2,141"
    assert said["State"] == "open"


def test_prose_that_mentions_dates_stays_a_snippet() -> None:
    read = records_with("In {day} gardens {name} saw {count} of them, each in another kind of tree")
    assert all(each.snippet and not each.date and not each.author for each in read)
