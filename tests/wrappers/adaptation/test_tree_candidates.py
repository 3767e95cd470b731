"""What tree-grams find on a new page by themselves, and which strategy is said to have decided."""

import pytest
from lxml.html import fromstring

from discovery.pages.matching.trees import LabelOptions
from tests.wrappers.adaptation.pages import NEW_QUERIES, QUERIES, samples
from tests.wrappers.induction.test_pipeline import BIRDS, result_page
from wrappers.adaptation.adaptation import AdaptationSettings, KnownAnswer, Strategy
from wrappers.adaptation.candidates import TreeGramSimilarity, propose_by_trees
from wrappers.adaptation.known_records import consult_oracle
from wrappers.adaptation.repair import prepare_repair
from wrappers.adaptation.tree_grams import (
    agreement,
    found_by,
    take_tree_gram,
    take_tree_grams,
    traits_of,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.element_groups import element_groups
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

OLD = (
    "<div class='hit'><a class='pic' href='{url}#p'><img src='p.png'></a>"
    "<h4><a href='{url}'>{title}</a></h4><p class='s'>{text}</p></div>"
)
TREES = [s for s in Strategy if s not in {"attributes", "oracle", "learn_anew"}]


def pages_of(record: str, queries: dict[str, list[str]]) -> list[Sample]:
    return [Sample(result_page(q, names, record), q) for q, names in queries.items()]


@pytest.mark.parametrize("strategy", TREES)
def test_records_and_their_titles_are_found_without_an_inducer(strategy):
    old = pages_of(OLD, QUERIES)
    grams = take_tree_grams(learn_wrapper(old).wrapper, [sample.page for sample in old])
    # Other names, and a link more that is no title.
    new = OLD.replace("hit", "row").replace("'s'", "'about'")
    new = new.replace("</p>", " <a href='/more'>more</a></p>")
    (sample,) = pages_of(new, {"feathers": NEW_QUERIES["feathers"]})
    features = page_features(sample)
    similarity = TreeGramSimilarity(grams.records, LabelOptions())
    groups = element_groups(features.index)
    candidates = propose_by_trees(features, groups, grams.records, similarity, strategy, 0.5)
    assert {candidate.inducer for candidate in candidates} == {strategy}
    titles = [[features.text(span.title) for span in each.match.spans] for each in candidates]
    assert [f"The {name} and its feathers" for name in NEW_QUERIES["feathers"]] in titles


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


def test_trees_of_content_and_of_links():
    plain = fromstring("<li><a href='/'>t</a><p>s <b>q</b></p></li>")
    wrapped = fromstring(
        "<div><div><section><a href='/'>t</a><div>s <b>q</b></div></section></div></div>"
    )
    left, right = take_tree_gram([plain]), take_tree_gram([wrapped])
    assert left.content_tree() == right.content_tree()
    assert left.tree(LabelOptions()) != right.tree(LabelOptions())
    book, other, author = (
        take_tree_gram([fromstring(f"<li><a href='{address}'>x</a></li>")])
        for address in ("/book/17/moby-dick", "/book/9/typee", "/author/3/melville")
    )
    options = LabelOptions(with_target=True)
    assert book.tree(options) == other.tree(options) != author.tree(options)
    assert book.tree(LabelOptions()) == author.tree(LabelOptions())


def test_addresses_beside_records_are_noise_and_records_agree_with_themselves():
    old = samples("cards", QUERIES)
    wrapper = learn_wrapper(old).wrapper
    grams = take_tree_grams(wrapper, [sample.page for sample in old])
    assert {name.rpartition("/")[2] for name in grams.noise} >= {"home", "help", "news"}
    assert not any("nests" in name for name in grams.noise)
    before, wrapper = facts_and_wrapper("cards")
    after, other = facts_and_wrapper("pairs of rows")
    past = traits_of([(page, found_by(wrapper, page)) for page in before])
    present = traits_of([(page, found_by(other, page)) for page in after])
    assert past is not None
    assert present is not None
    assert agreement(past, past) == 1.0
    assert agreement(past, present) > 0.8
    assert agreement(past, present.replace(title_length=0.0, forms=())) < 0.8


def facts_and_wrapper(layout: str) -> tuple[list[PageFeatures], Wrapper]:
    old = samples(layout, QUERIES)
    return [page_features(sample) for sample in old], learn_wrapper(old).wrapper


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
