"""The parts of adaptation: tree-grams as trees, traits, triggers, the oracle."""

from lxml.html import fromstring

from discovery.pages.matching.trees import LabelOptions
from tests.wrappers.adaptation.pages import NEW_QUERIES, QUERIES, samples
from tests.wrappers.induction.test_pipeline import BIRDS, result_page
from wrappers.adaptation.adaptation import KnownAnswer, Pattern, scopes_of
from wrappers.adaptation.known_records import consult_oracle
from wrappers.adaptation.tree_grams import (
    agreement,
    found_by,
    take_tree_gram,
    take_tree_grams,
    traits_of,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample


def facts_and_wrapper(layout: str) -> tuple[list[PageFeatures], Wrapper]:
    """Return the old pages of a design and their wrapper."""
    old = samples(layout, QUERIES)
    return [page_features(sample) for sample in old], learn_wrapper(old).wrapper


def test_content_trees_do_not_mind_wrappers_and_kinds_of_blocks() -> None:
    plain = fromstring("<li><a href='/'>t</a><p>s <b>q</b></p></li>")
    wrapped = fromstring(
        "<div><div><section><a href='/'>t</a><div>s <b>q</b></div></section></div></div>"
    )
    left, right = take_tree_gram([plain]), take_tree_gram([wrapped])
    assert left.content_tree() == right.content_tree()
    assert left.tree(LabelOptions()) != right.tree(LabelOptions())


def test_labels_of_tree_grams() -> None:
    gram = take_tree_gram([fromstring("<li id='i' class='b a' itemprop='item'>x</li>")])
    options = LabelOptions(with_id=True, with_class=True, with_name=True)
    assert gram.tree(options).labels == ("li#i.a.b[item]", "record")
    assert gram.all_names() == {"i", "a", "b", "item"}


def test_a_link_to_a_book_is_no_link_to_its_author() -> None:
    book, other, author = (
        take_tree_gram([fromstring(f"<li><a href='{address}'>x</a></li>")])
        for address in ("/book/17/moby-dick", "/book/9/typee", "/author/3/melville")
    )
    options = LabelOptions(with_target=True)
    assert book.tree(options) == other.tree(options) != author.tree(options)
    assert book.tree(LabelOptions()) == author.tree(LabelOptions())


def test_records_agree_with_themselves_whatever_the_design() -> None:
    before, wrapper = facts_and_wrapper("cards")
    after, other = facts_and_wrapper("pairs of rows")
    past = traits_of([(page, found_by(wrapper, page)) for page in before])
    present = traits_of([(page, found_by(other, page)) for page in after])
    assert past is not None
    assert present is not None
    assert agreement(past, past) == 1.0
    assert agreement(past, present) > 0.8
    assert agreement(past, present.replace(title_length=0.0, forms=())) < 0.8


def test_addresses_beside_the_records_are_noise() -> None:
    old = samples("cards", QUERIES)
    wrapper = learn_wrapper(old).wrapper
    grams = take_tree_grams(wrapper, [sample.page for sample in old])
    assert {name.rpartition("/")[2] for name in grams.noise} >= {"home", "help", "news"}
    assert not any("nests" in name for name in grams.noise)


def test_a_lost_title_is_a_field_lost_records_are_the_record() -> None:
    record = "<div class='hit'><h3><a href='{url}'>{title}</a></h3><p>{text}</p></div>"
    old = [Sample(result_page(q, n, record), q) for q, n in QUERIES.items()]
    wrapper = learn_wrapper(old).wrapper
    region = take_tree_grams(wrapper, [sample.page for sample in old]).region

    def patterns(markup: str, before: str = "", after: str = "") -> list[Pattern]:
        pages = [
            page_features(Sample(result_page(q, n, markup, before, after), q))
            for q, n in NEW_QUERIES.items()
        ]
        return [scope.pattern for scope in scopes_of(wrapper, region, pages, bottom_up=True)]

    assert patterns(record.replace("h3", "b")) == list(Pattern)
    assert patterns(record.replace("hit", "r")) == [Pattern.RECORD, Pattern.REGION]
    assert patterns("<ul><li><a href='{url}'>{title}</a></li></ul>")[-1] is Pattern.REGION
    lowest = scopes_of(wrapper, region, [page_features(old[0])], bottom_up=False)
    assert [scope.pattern for scope in lowest] == [Pattern.FIELD]


def test_the_oracle_locates_records_by_address_and_by_title() -> None:
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
