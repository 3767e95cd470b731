"""Tree-grams and settings as JSON: there and back, and whatever else is refused by name."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.documents.document import DocumentError
from discovery.pages.matching.trees import LabelOptions
from discovery.pages.page import parse_page
from tests.wrappers.adaptation.pages import QUERIES, samples
from tests.wrappers.induction.test_pipeline import LAYOUTS
from wrappers.adaptation.adaptation import AdaptationSettings, Strategy
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper
from wrappers.induction.pipeline import learn_wrapper

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=12,
)


def there_and_back(grams: TreeGrams) -> TreeGrams:
    return TreeGrams.from_json(json.loads(json.dumps(grams.to_json())))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_tree_grams_there_and_back(layout):
    old = samples(layout, QUERIES)
    grams = take_tree_grams(learn_wrapper(old).wrapper, [sample.page for sample in old])
    assert grams.records
    assert grams.traits is not None
    assert there_and_back(grams) == grams
    assert len(json.dumps(grams.to_json())) < 20_000


def test_records_of_any_depth_and_size_give_bounded_tree_grams():
    rule = RecordRule(
        (ElementKey((SelectorStep("p"),)),), Extent.ELEMENT, (TitleRule(TitleKind.FIRST),)
    )
    wrapper = Wrapper((rule,))
    deep = "<b>" * 400 + "<a href='/x'>x</a>" + "</b>" * 400
    wide = "<i>i</i>" * 3_000 + "<a href='/y'>y</a>"
    page = parse_page(f"<body><p>{deep}</p><p>{wide}</p>".encode(), "http://a.example/")
    grams = take_tree_grams(wrapper, [page])
    assert [len(gram.nodes) for gram in grams.records] == [200, 200]
    assert there_and_back(grams) == grams
    # Of pages too deep to be analysed there are none.
    page = parse_page(b"<div>" * 1_000 + b"<p><a href='/x'>x</a>", "http://a.example/")
    assert [record.title for record in wrapper.records(page)] == ["x"]
    assert take_tree_grams(wrapper, [page]).records == ()


@given(ANY_JSON)
def test_anything_else_is_refused(data):
    with pytest.raises(DocumentError):
        TreeGrams.from_json(data)
    with pytest.raises(DocumentError):
        AdaptationSettings.from_json(data)


@cache
def stored_tree_grams() -> dict[str, Any]:
    """Tree-grams of one page as they are stored; learned once for all examples."""
    (old, *_) = samples("cards", QUERIES)
    return take_tree_grams(learn_wrapper([old]).wrapper, [old.page]).to_json()


@given(st.sampled_from(["records", "region", "titles", "traits", "noise"]), ANY_JSON)
def test_any_part_may_be_hostile(name, part):
    data = stored_tree_grams() | {name: part}
    try:
        grams = TreeGrams.from_json(data)
    except DocumentError:
        return
    assert there_and_back(grams) == grams


SETTINGS = st.builds(
    AdaptationSettings,
    order=st.permutations(list(Strategy)).map(lambda order: tuple(order[:3])),
    thresholds=st.dictionaries(st.sampled_from(Strategy), st.floats(0, 1)),
    labels=st.builds(LabelOptions, st.booleans(), st.booleans(), st.booleans()),
    top_down=st.booleans(),
    bottom_up=st.booleans(),
    update_tree_grams=st.booleans(),
)


@given(SETTINGS)
def test_settings_there_and_back(settings):
    assert AdaptationSettings.from_json(json.loads(json.dumps(settings.to_json()))) == settings


@pytest.mark.parametrize(
    "part",
    [
        *({"order": []}, {"order": ["bigram", "bigram"]}, {"order": ["magic"]}),
        *({"thresholds": {"bigram": 1.5}}, {"labels": {"id": 1}}, {"top_down": "yes"}),
        {"treshold": {}},
    ],
)
def test_wrong_settings_are_named(part):
    with pytest.raises(DocumentError):
        AdaptationSettings.from_json({"format": "metasearch-adaptation/1"} | part)
