"""What tree-grams find on a new page by themselves, and which strategy is said to have decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.pages.matching.measures import map_node
from discovery.pages.matching.trees import LabelOptions
from discovery.pages.page import parse_page
from tests.wrappers.adaptation.pages import NEW_QUERIES, QUERIES, samples
from tests.wrappers.induction.test_pipeline import BIRDS, result_page
from wrappers.adaptation.adaptation import AdaptationSettings, KnownAnswer, Strategy
from wrappers.adaptation.candidates import TreeGramSimilarity, propose_by_trees
from wrappers.adaptation.known_records import consult_oracle
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper
from wrappers.induction.features.page_features import page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

OLD = (
    "<div class='hit'><a class='pic' href='{url}#p'><img src='p.png'></a>"
    "<h4><a href='{url}'>{title}</a></h4><p class='s'>{text}</p></div>"
)
TREES = [s for s in Strategy if s not in {"attributes", "oracle", "learn_anew"}]
parents = st.integers(1, 12).flatmap(
    lambda size: st.tuples(*(st.integers(0, max(0, n - 1)) for n in range(size)))
)


def pages_of(record: str, queries: dict[str, list[str]]) -> list[Sample]:
    return [Sample(result_page(q, names, record), q) for q, names in queries.items()]


@pytest.mark.parametrize("strategy", TREES)
def test_records_and_their_titles_are_found_without_an_inducer(strategy):
    old = pages_of(OLD, QUERIES)
    grams = take_tree_grams(learn_wrapper(old).wrapper, [sample.page for sample in old])
    assert all(gram.title is not None for gram in grams.records)
    # Other names, and a link more that is no title.
    new = OLD.replace("hit", "row").replace("'s'", "'about'")
    new = new.replace("</p>", " <a href='/more'>more</a></p>")
    (sample,) = pages_of(new, {"feathers": NEW_QUERIES["feathers"]})
    features = page_features(sample)
    similarity = TreeGramSimilarity(grams.records, LabelOptions())
    candidates = propose_by_trees(features, grams.records, similarity, strategy, 0.5)
    assert {candidate.inducer for candidate in candidates} == {strategy}
    spans = candidates[0].match.spans
    titles = [features.text(span.title) for span in spans]
    assert titles == [f"The {name} and its feathers" for name in NEW_QUERIES["feathers"]]


def test_without_trees_in_the_order_none_are_matched():
    old = pages_of(OLD, QUERIES)
    wrapper = learn_wrapper(old).wrapper
    grams = take_tree_grams(wrapper, [sample.page for sample in old])
    new = pages_of(OLD.replace("hit", "row").replace("div", "li"), NEW_QUERIES)
    by_trees = prepare_repair(wrapper, grams, new).run()
    assert by_trees.strategy is Strategy.CLUSTERED
    settings = AdaptationSettings(order=(Strategy.LEARN_ANEW,))
    anew = prepare_repair(wrapper, grams, new, settings=settings).run()
    assert anew.strategy is Strategy.LEARN_ANEW
    assert [attempt.strategy for attempt in anew.attempts] == [Strategy.LEARN_ANEW] * len(
        anew.attempts
    )


@given(parents)
def test_a_tree_is_mapped_to_itself_node_by_node(parents):
    labels = [f"n{number}" for number in range(len(parents))]
    # Parents must be in document order for numbers to be: each is the last node or above it.
    own = [-1]
    for number in range(1, len(parents)):
        chain = [number - 1]
        while own[chain[-1]] >= 0:
            chain.append(own[chain[-1]])
        own.append(chain[parents[number] % len(chain)])
    for wanted in range(len(own)):
        assert map_node(labels, own, labels, own, wanted) == wanted


def test_the_oracle_locates_records_by_address_and_by_title():
    new = samples("dt and dd", {"nests": BIRDS})
    pages = [page_features(sample) for sample in new]
    moved = tuple(
        ResultRecord(url=f"http://elsewhere.example/{name}", title=f"The {name}  and its NESTS")
        for name in BIRDS[:3]
    )
    same = tuple(
        ResultRecord(url=f"http://{name}.example/nests/{number}.html", title="Another title")
        for number, name in enumerate(BIRDS[3:6], start=4)
    )
    gone = (ResultRecord(url="http://gone.example/", title="The dodo and its nests"),)
    oracle = consult_oracle(pages, [KnownAnswer("nests", (*moved, *same, *gone))])
    assert sorted(oracle.located[0]) == [0, 1, 2, 3, 4, 5]
    assert oracle.knows_enough
    assert not consult_oracle(pages, [KnownAnswer("rivers", moved)]).knows_enough


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
    assert TreeGrams.from_text(grams.to_text()) == grams
    # Of pages too deep to be analysed there are none.
    page = parse_page(b"<div>" * 1_000 + b"<p><a href='/x'>x</a>", "http://a.example/")
    assert [record.title for record in wrapper.records(page)] == ["x"]
    assert take_tree_grams(wrapper, [page]).records == ()
