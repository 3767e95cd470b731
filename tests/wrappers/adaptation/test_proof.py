"""Which of several readings becomes the repair: the one that known answers prove."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest

from discovery.pages.page import parse_page
from wrappers.adaptation.acceptance import PastReading, choose_repair
from wrappers.adaptation.adaptation import (
    Adaptation,
    KnownAnswer,
    NotAdaptedError,
    Refusal,
    Strategy,
)
from wrappers.adaptation.repair import Repair
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.samples import Sample

QUERIES = ("fish", "bread")
KNOWN = tuple(
    KnownAnswer(
        query,
        tuple(
            ResultRecord(f"http://s.example/{query}/{n}", f"A book of {query} in volume {n}")
            for n in range(5)
        ),
    )
    for query in QUERIES
)
PAST = PastReading(KNOWN, required_share=0.55)
PAGE = parse_page(b"<p>A page", "http://s.example/find")
SAMPLES = [Sample(parse_page(b"<p>A page", f"http://s.example/find?{q}"), q) for q in QUERIES]
RIGHT = {answer.query: answer.records for answer in KNOWN}
LABELLED = {q: [r.replace(title=f"{r.title} PDF") for r in rows] for q, rows in RIGHT.items()}
FEWER = {q: rows[1:] for q, rows in RIGHT.items()}
WRONG = {q: [ResultRecord(f"http://s.example/tag/{q}", q)] * 4 for q in QUERIES}


class Reading:
    """Stands for a wrapper: what it reads of the page of each query."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def records(self, page: Any) -> tuple[ResultRecord, ...]:
        return tuple(self.answers[page.url.rpartition("?")[2]])


class Found:
    """Stands for a repair: what passed its check, and what else there is."""

    def __init__(self, passed: Any, others: Sequence[tuple[Any, float]]) -> None:
        self.passed, self.others = passed, others

    def run(self) -> Adaptation:
        if self.passed is None:
            raise NotAdaptedError(Refusal.UNSURE, "No adaptation passed.")
        return adaptation(self.passed, Strategy.CLUSTERED, 0.9)

    def unproven(self) -> Iterator[Adaptation]:
        for answers, share in self.others:
            yield adaptation(answers, Strategy.ORACLE, share)


def adaptation(answers: Any, strategy: Strategy, score: float) -> Adaptation:
    return Adaptation(cast(Any, Reading(answers)), strategy, score, cast(Any, None))


def chosen(passed: Any, *others: tuple[Any, float]) -> tuple[Any, tuple[str, ...]]:
    found, objections = choose_repair(cast(Repair, Found(passed, others)), PAST, SAMPLES)
    return cast(Any, found).wrapper.answers if found is not None else None, objections


@pytest.mark.parametrize(
    ("passed", "others"),
    [
        (RIGHT, [(WRONG, 1.0)]),
        (FEWER, [(RIGHT, 1.0)]),
        (LABELLED, [(WRONG, 1.0), (RIGHT, 1.0)]),
        (WRONG, [(WRONG, 0.5), (RIGHT, 0.9)]),
        (None, [(WRONG, 0.5), (FEWER, 0.8), (RIGHT, 0.9)]),
    ],
)
def test_what_reads_the_known_records_as_they_were_is_used(passed, others):
    assert chosen(passed, *others) == (RIGHT, ())


def test_what_is_not_proven_is_given_with_what_speaks_against_it():
    reading, objections = chosen(None, (WRONG, 0.2))
    assert reading == WRONG
    assert objections
    assert chosen(None) == (None, ("Nothing on the pages repeats as records do.",))
