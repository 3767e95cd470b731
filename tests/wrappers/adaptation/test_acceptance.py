"""What speaks against a repaired wrapper: known records, habits, old constraints."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.adaptation.acceptance import choose_repair, find_objections
from wrappers.adaptation.adaptation import Adaptation, KnownAnswer, NotAdaptedError, Strategy
from wrappers.adaptation.expectations import (
    ChangeMeasurement,
    PastReading,
    ReadAnswer,
    find_disagreement,
    find_missing_essentials,
    required_share,
)
from wrappers.adaptation.known_records import count_found_again
from wrappers.extraction.constraints import NO_CONSTRAINTS, DataType
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.samples import Sample

QUERIES = ("fish", "bread", "wine")
Records = tuple[ResultRecord, ...]


def records_of(query: str, host: str = "s.example", count: int = 5) -> Records:
    return tuple(
        ResultRecord(
            f"http://{host}/{query}-{number}",
            f"All about {query} {'abcdefghij'[number] * 4}",
            f"What there is to be told of {query} in number {number}, at some length.",
        )
        for number in range(count)
    )


KNOWN = tuple(KnownAnswer(query, records_of(query)) for query in QUERIES)
PAST = PastReading(KNOWN, required_share=0.55)
PAGE = parse_page(b"<p>A page", "http://s.example/find")


def today(change: Callable[[str, Records], Sequence[ResultRecord]]) -> list[ReadAnswer]:
    """Return today's readings of pages that link nothing, each answer changed."""
    return [ReadAnswer(q, PAGE, tuple(change(q, records_of(q)))) for q in QUERIES]


def each(change: Callable[[ResultRecord], ResultRecord]) -> list[ReadAnswer]:
    return today(lambda _, records: [change(record) for record in records])


def test_what_may_be_used():
    assert find_objections(PAST, each(lambda record: record)) == ()
    assert find_objections(PAST, today(lambda _, records: records[::-1][:3])) == ()
    numbered = today(
        lambda _, records: [r.replace(title=f"{n}. {r.title}") for n, r in enumerate(records, 1)]
    )
    assert find_objections(PAST, numbered) == ()
    assert find_objections(PAST, each(lambda r: r.replace(title=f"{r.title[:18]}…"))) == ()
    leading = each(lambda r: r.replace(url=(r.url or "").replace(".example", ".example/out?to=")))
    assert find_objections(PAST, leading) == ()
    news = PastReading(KNOWN, required_share=0.0)
    other = today(lambda q, _: records_of(q, count=9)[4:])
    assert find_objections(news, other) == ()
    assert find_objections(PAST, other) != ()


@pytest.mark.parametrize("title", ["Permalink of {}", "{} (no comments)", "{} by anybody"])
def test_titles_that_are_merely_like_those_known_are_told(title):
    other = each(lambda record: record.replace(title=title.format(record.title * 3)))
    known = [
        KnownAnswer(a.query, tuple(r.replace(title=r.title * 3) for r in a.records)) for a in KNOWN
    ]
    objections = find_objections(replace(PAST, answers=tuple(known)), other)
    assert objections == ("of 15 known records that are found again 0 have the title they had",)


def test_records_known_prove_and_sites_of_the_whole_web_are_many():
    news = today(lambda query, _: records_of(f"{query} news"))
    assert any("are asked for" in each for each in find_objections(PAST, news))
    by_title = tuple(KnownAnswer(r.title, (r,)) for r in records_of("fish"))
    found = [ReadAnswer(each.query, PAGE, each.records) for each in by_title]
    assert find_objections(replace(PAST, by_title=by_title), [*news, *found]) == ()
    others = [ReadAnswer(each.query, PAGE, records_of("cheese")) for each in by_title]
    assert find_objections(replace(PAST, by_title=by_title), [*news, *others])
    sites = [f"http://site{n}.example" for n in range(5)]

    def spread(records: Records) -> Records:
        return tuple(
            r.replace(url=f"{site}/{(r.url or '')[-6:]}")
            for r, site in zip(records, sites, strict=True)
        )

    web = PastReading(tuple(KnownAnswer(a.query, spread(a.records)) for a in KNOWN))
    assert find_objections(web, today(lambda _, records: spread(records))) == ()
    told = "; ".join(find_objections(web, each(lambda r: r)))
    assert "15 of 15 records lead to s.example" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda r: r.replace(url=None), "0 have an address"),
        (lambda r: r.replace(title=""), "0 have a title"),
        (lambda r: r.replace(title=r.snippet, snippet=r.title), "found again"),
        (lambda r: r.replace(title="3 March 2024"), "of the titles differ"),
        (lambda r: r.replace(url=f"http://ads.example/{(r.url or '')[-6:]}"), "ads.example"),
        (lambda r: r.replace(url=f"{r.url}-new", title=f"Nothing {r.title[-4:]}"), "found again"),
        (lambda r: r.replace(title="Read more"), "of the titles differ"),
    ],
)
def test_what_is_lost_is_told(change, said):
    assert said in "; ".join(find_objections(PAST, each(change)))


def test_what_speaks_against_all_records_is_told():
    found = today(lambda q, records: [*records[:3], *records_of(q, "ads.example")[:2]])
    assert any("ads.example" in objection for objection in find_objections(PAST, found))
    popular = records_of("popular", count=10)
    turns = iter(range(3))

    def in_turn(_query: str, _records: Records) -> Records:
        turn = next(turns)
        return popular[turn : turn + 7]

    news = PastReading(KNOWN, required_share=0.0)
    told = "; ".join(find_objections(news, today(in_turn)))
    assert "every answer holds" in told
    assert "word of what was asked" in told
    twice = today(lambda _, records: [record for record in records for _ in range(2)])
    own = PastReading(KNOWN, NO_CONSTRAINTS.replace(addresses_differ=True))
    assert "10 records lead to 5 different addresses" in find_objections(own, twice)
    assert find_objections(own, each(lambda record: record)) == ()
    assert find_objections(PAST, today(lambda *_: ())) == ("no record is read on today's pages",)


def test_old_constraints_are_kept_where_they_speak_of_the_records():
    few = PastReading(
        tuple(KnownAnswer(a.query, a.records[:1]) for a in KNOWN),
        NO_CONSTRAINTS.replace(sites=("s.example",), types={"title": DataType.TEXT}),
    )
    elsewhere = each(lambda r: r.replace(url=(r.url or "").replace("s.example", "t.example")))
    assert any("other sites" in objection for objection in find_objections(few, elsewhere))
    numbers = each(lambda r: r.replace(title="12"))
    assert any("is no text" in objection for objection in find_objections(few, numbers))
    shaped = PastReading(KNOWN, NO_CONSTRAINTS.replace(minimum=4, maximum=4))
    assert find_objections(shaped, each(lambda r: r)) == (), "numbers belong to the old page"


def test_what_was_never_there_or_is_cut_off_is_not_missed():
    bare = [ResultRecord(None, "A title") for _ in range(5)]
    assert find_missing_essentials(bare) == ("of 5 records 0 have an address",)
    assert find_missing_essentials(bare, bare) == ()
    known = records_of("fish", count=8)
    found = count_found_again([(known, known[:4]), (known, known[4:])])
    assert (found.expected, found.found, found.share) == (8, 8, 1.0)
    assert count_found_again([(known, ())]).share == 0.0
    news = [ChangeMeasurement(6, 0.2), ChangeMeasurement(0.01, 1.0), ChangeMeasurement(0.01, 1.0)]
    assert required_share(news) == 0.0
    steady = [ChangeMeasurement(6, 1.0)] * 5
    assert required_share(steady) == 0.8
    assert required_share(steady[:1]) == pytest.approx(0.55)


@pytest.mark.parametrize("words_find", [True, False])
def test_what_is_found_by_its_title_does_not_excuse_what_is_missing(words_find):
    demanding = NO_CONSTRAINTS.replace(mandatory=("url", "title", "date"))
    by_title = tuple(KnownAnswer(r.title, (r,)) for query in QUERIES for r in records_of(query)[:3])
    past = replace(PAST, constraints=demanding, by_title=by_title)
    words = today(lambda query, _: records_of(query) if words_find else ())
    found = [ReadAnswer(each.query, PAGE, each.records) for each in by_title]
    assert any("have no date" in each for each in find_objections(past, [*words, *found]))


MENU = ("about", "help", "terms")


def record(name: str) -> ResultRecord:
    return ResultRecord(f"http://s.example/{name}", f"All about {name}")


def page_with(*names: str) -> Page:
    links = "".join(f"<a href=/{name}>x</a>" for name in (*MENU, *names))
    return parse_page(f"<p>{links}</p>".encode(), "http://s.example/find")


def names_of(query: str) -> list[str]:
    return [f"{query}-{number}" for number in range(5)]


AS_KNOWN = [answer.records for answer in KNOWN]


def disagreement(*given: Sequence[ResultRecord], shown: Sequence[str] = ()) -> str | None:
    """Return what is said of what three queries give today; all known records are on the pages."""
    answers = zip(QUERIES, given, strict=True)
    today = [ReadAnswer(q, page_with(*names_of(q), *shown), tuple(read)) for q, read in answers]
    return find_disagreement(KNOWN, today)


def test_what_is_as_it_was_agrees_and_the_same_whatever_is_asked_does_not():
    assert disagreement(*AS_KNOWN) is None
    assert find_disagreement(KNOWN, []) is None
    news = [
        ReadAnswer(query, page_with(*names_of(f"new {query}")), (record("a"), record(each)))
        for query, each in zip(QUERIES[:2], "xy", strict=True)
    ]
    assert find_disagreement(KNOWN[:2], news) is None
    latest = tuple(map(record, ("one", "two", "three", "four")))
    same = [ReadAnswer(query, page_with("one", "two"), latest) for query in QUERIES]
    assert find_disagreement(KNOWN, same) == "the same records come whatever is asked"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([records[:2] for records in AS_KNOWN], "15 known records"),
        ([tuple(record(name) for name in MENU)] * 3, "15 known records"),
        ([[r.replace(title=(r.url or "")[-1]) for r in records] for records in AS_KNOWN], "title"),
        ([(*records, record("about")) for records in AS_KNOWN], "every answer holds"),
    ],
)  # fmt: skip
def test_misread_pages_are_found_out(given, said):
    assert said in (disagreement(*given, shown=MENU) or "")


SAMPLES = [Sample(parse_page(b"<p>A page", f"http://s.example/find?{q}"), q) for q in QUERIES]
RIGHT = {answer.query: answer.records for answer in KNOWN}
LABELLED = {q: [r.replace(title=f"{r.title} PDF") for r in rows] for q, rows in RIGHT.items()}
FEWER = {q: rows[1:] for q, rows in RIGHT.items()}
WRONG = {q: [ResultRecord(f"http://s.example/tag/{q}", q)] * 4 for q in QUERIES}


def adaptation(answers: Any, strategy: Strategy, score: float) -> Adaptation:
    """Return an adaptation whose wrapper reads these records of the page of each query."""
    wrapper = Mock(answers=answers)
    wrapper.records = lambda page: tuple(answers[page.url.rpartition("?")[2]])
    return Adaptation(wrapper, strategy, score, Mock())


def chosen(passed: Any, *others: tuple[Any, float]) -> tuple[Any, tuple[str, ...]]:
    """Return what is chosen of a repair that passed its check, or none, and of what else is."""
    repair = Mock()
    repair.run = Mock(side_effect=NotAdaptedError("No adaptation passed."))
    if passed is not None:
        repair.run = Mock(return_value=adaptation(passed, Strategy.CLUSTERED, 0.9))
    repair.unproven = lambda: (adaptation(each, Strategy.ORACLE, share) for each, share in others)
    found, objections = choose_repair(repair, PAST, SAMPLES)
    return found.wrapper.answers if found is not None else None, objections


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
