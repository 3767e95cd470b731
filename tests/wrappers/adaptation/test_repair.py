"""Adapting wrappers: from every design to every other, unharmed ones left alone, refusals named."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from discovery.pages.page import Page, parse_page
from tests.wrappers.extraction.record_nodes import key, rule_of
from tests.wrappers.induction.test_pipeline import BIRDS, FISH, LAYOUTS, result_page
from wrappers.adaptation.adaptation import (
    MAX_ELEMENTS,
    Adaptation,
    AdaptationSettings,
    KnownAnswer,
    NotAdaptedError,
    Strategy,
)
from wrappers.adaptation.field_repair import adapt_fields, find_failed_fields
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import take_tree_grams
from wrappers.extraction.constraints import NO_CONSTRAINTS
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

QUERIES = {"nests": BIRDS, "rivers": FISH}
NEW_QUERIES = {"feathers": BIRDS[::-1], "lakes": FISH[1:], "nests": BIRDS}


def page(layout: str, query: str, names: list[str], around: str = "") -> Page:
    record, before, after = LAYOUTS[layout]
    return result_page(query, names, record, around + before, after)


def samples(layout: str, queries: dict[str, list[str]], around: str = "") -> list[Sample]:
    return [Sample(page(layout, query, names, around), query) for query, names in queries.items()]


def titles(query: str, names: list[str]) -> list[str]:
    return [f"The {name} and its {query}" for name in names]


DEFAULT = AdaptationSettings()
CHROME = "<div class='banner'><a href='/sale'>Great sale</a><a href='/help'>Help us</a></div>"


def repair(
    old: Sequence[Sample], new: Sequence[Sample], settings: AdaptationSettings, **more: Any
) -> Adaptation:
    """Learn from old samples, take up what they give, and adapt to new ones."""
    wrapper = learn_wrapper(old).wrapper
    grams = take_tree_grams(wrapper, [sample.page for sample in old])
    known = [KnownAnswer(s.query or "", wrapper.records(s.page)) for s in old]
    return prepare_repair(wrapper, grams, new, settings=settings, known=known, **more).run()


def adapted(
    old: str, new: Sequence[Sample], settings: AdaptationSettings = DEFAULT, **more: Any
) -> Adaptation:
    return repair(samples(old, QUERIES), new, settings, **more)


@pytest.mark.parametrize(("old", "new"), list(permutations(LAYOUTS, 2)))
def test_from_one_design_to_another(old, new):
    adaptation = adapted(old, samples(new, NEW_QUERIES))
    for query, names in (*NEW_QUERIES.items(), ("eggs", BIRDS[2:])):
        records = adaptation.wrapper.records(page(new, query, names))
        assert [record.title for record in records] == titles(query, names)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_changed_chrome_leaves_the_wrapper_alone(layout):
    adaptation = adapted(layout, samples(layout, NEW_QUERIES, CHROME))
    assert adaptation.strategy is None
    assert adaptation.wrapper == learn_wrapper(samples(layout, QUERIES)).wrapper


@pytest.mark.parametrize("strategy", Strategy)
def test_each_strategy_by_itself(strategy):
    record = "<div class='hit'><h4><a href='{url}'>{title}</a></h4><p class='s'>{text}</p></div>"
    renamed = record.replace("div", "article").replace("hit", "result").replace("h4", "h3")
    old = [Sample(result_page(q, n, record), q) for q, n in QUERIES.items()]
    new = [Sample(result_page(q, n, renamed), q) for q, n in NEW_QUERIES.items()]
    settings = AdaptationSettings(order=(strategy,), thresholds={Strategy.ATTRIBUTES: 0.3})
    adaptation = repair(old, new, settings)
    assert adaptation.strategy is strategy
    assert 0.0 < adaptation.score <= 1.0
    assert len(adaptation.wrapper.records(new[0].page)) == len(BIRDS)


def test_the_oracle_needs_a_query_asked_before():
    settings = AdaptationSettings(order=(Strategy.ORACLE,))
    known = adapted("ordered list", samples("cards", {"nests": BIRDS}), settings)
    assert known.strategy is Strategy.ORACLE
    with pytest.raises(NotAdaptedError, match="enough like"):
        adapted("ordered list", samples("cards", {"feathers": BIRDS}), settings)


def test_settings_stored_with_flags_are_read():
    stored = {"format": "metasearch-adaptation/1", "order": ["oracle"], "top_down": False}
    assert AdaptationSettings.from_json(stored) == AdaptationSettings(order=(Strategy.ORACLE,))


def test_tree_grams_follow_by_setting():
    new = samples("dt and dd", NEW_QUERIES)
    for follows in (False, True):
        grams = adapted("cards", new, AdaptationSettings(update_tree_grams=follows)).tree_grams
        assert ("img" in {node.tag for node in grams.records[0].nodes}) is not follows


def test_pages_too_large_are_left_out_and_without_any_it_is_refused():
    with pytest.raises(NotAdaptedError, match="no sample page"):
        adapted("cards", [])
    new = samples("ordered list", NEW_QUERIES)
    (large,) = samples("ordered list", {"nests": BIRDS}, "<p>" * (MAX_ELEMENTS + 1))
    adaptation = adapted("cards", [large, *new])
    assert [record.title for record in adaptation.wrapper.records(new[0].page)] == titles(
        "feathers", NEW_QUERIES["feathers"]
    )
    with pytest.raises(NotAdaptedError, match="elements each"):
        adapted("cards", [large])


@pytest.mark.parametrize(
    "markup",
    [
        "",
        "<p>Down for maintenance.</p>",
        "<ul><li><a href='/menu/home'>home</a><li><a href='/menu/help'>help</a></ul>",
        "<ul>" + "".join(f"<li><a href='/c/{n}'>Topic {n}</a></li>" for n in range(9)) + "</ul>",
    ],
)
def test_pages_without_the_records_are_refused(markup):
    pages = [
        Sample(parse_page(f"<body>{markup}<p>{query}</p>".encode()), query) for query in NEW_QUERIES
    ]
    with pytest.raises(NotAdaptedError) as caught:
        adapted("cards", pages)
    assert str(caught.value)


def test_what_stands_on_the_no_result_page_is_refused():
    box = page("ordered list", "nests", BIRDS)
    new = [
        Sample(parse_page(box.body.replace(b"Results for nests", query.encode()), box.url), query)
        for query in NEW_QUERIES
    ]
    with pytest.raises(NotAdaptedError):
        adapted("cards", new, no_result=box)


def test_records_of_any_depth_and_size_give_bounded_tree_grams():
    wrapper = Wrapper((rule_of(key("p")),))
    deep = "<b>" * 400 + "<a href='/x'>x</a>" + "</b>" * 400
    wide = "<i>i</i>" * 900 + "<a href='/y'>y</a>"
    large = parse_page(f"<body><p>{deep}</p><p>{wide}</p>".encode(), "http://a.example/")
    grams = take_tree_grams(wrapper, [large])
    assert [len(gram.nodes) for gram in grams.records] == [200, 200]
    # Of pages too deep to be analysed there are none.
    deepest = parse_page(b"<div>" * 1_000 + b"<p><a href='/x'>x</a>", "http://a.example/")
    assert [record.title for record in wrapper.records(deepest)] == ["x"]
    assert take_tree_grams(wrapper, [deepest]).records == ()


DATED = "<li><h3><a href='{{url}}'>{{title}}</a></h3>{}</li>"
BEFORE = DATED.format("<div class=meta>{number} May 2004</div><p>{text}</p>")
MOVED = DATED.format("<p>{text}</p><section class=x>{number} May 2004</section>")
TWO_DATES = MOVED.replace("</li>", "<footer class=y>{number} June 2009</footer></li>")


def dates_after(record: str, *, known: bool) -> list[str]:
    before, after = (
        [Sample(result_page(q, n, each, "<ol>", "</ol>"), q) for q, n in QUERIES.items()]
        for each in (BEFORE, record)
    )
    wrapper = learn_wrapper(before).wrapper
    answers = [KnownAnswer(s.query or "", wrapper.records(s.page)) for s in before]
    assert all(record.date for answer in answers for record in answer.records)
    read = [wrapper.records(sample.page) for sample in after]
    failed = find_failed_fields(wrapper, NO_CONSTRAINTS, read)
    assert failed == ("date",)
    repaired, _ = adapt_fields(wrapper, failed, after, answers if known else ())
    return [record.date for record in repaired.records(after[0].page)]


def test_a_date_elsewhere_is_found_by_its_type_and_one_of_two_by_what_is_known():
    dates = [f"{n} May 2004" for n in range(1, 11)]
    assert dates_after(MOVED, known=False) == dates
    assert dates_after(TWO_DATES, known=True) == dates
    assert dates_after(TWO_DATES, known=False) == [""] * 10, "either may be it"
