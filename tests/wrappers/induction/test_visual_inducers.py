"""ViNTs and ViDE on whole pages, and the steps of ViDE: their records as rules, their wrappers."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from discovery.pages.layout import Box, Layout
from discovery.pages.page import NotHtmlError, Page, parse_page
from discovery.pages.segmentation import VisualBlock, segment_page
from tests.boxes import boxes_of
from tests.cases import cases
from tests.strategies import html_documents
from wrappers.induction.candidates.group_candidates import Candidate
from wrappers.induction.candidates.inducers import (
    InducerName,
    propose_vide_groups,
    propose_vints_groups,
)
from wrappers.induction.features.page_features import PageFeatures, page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample
from wrappers.induction.vide import find_visual_records
from wrappers.induction.vints.vints import RecordGroup, find_record_groups, select_groups

CASES = cases(__file__)
MENU = "".join(f"<li><a href=/m{number}>menu {number}</a></li>" for number in range(14))
WORDS = "amber birch cedar dahlia elder fir ginkgo hazel iris juniper".split()
VINTS, VIDE = propose_vints_groups, propose_vide_groups
Records = Callable[[list[str]], str]
Propose = Callable[..., Any]


def page_of(markup: str) -> Page:
    return parse_page(markup.encode(), "http://a.example/search")


def sample_of(markup: str) -> Sample:
    page = page_of(markup)
    return Sample(page, layout=boxes_of(page))


def features_of(markup: str) -> PageFeatures:
    return page_features(sample_of(markup))


def titles(features: PageFeatures, candidate: Candidate) -> list[str]:
    return [features.text(span.title) for span in candidate.match.spans]


def title_link(word: str) -> str:
    return f"<a href=/{word}>About {word}</a>"


def snippet(word: str) -> str:
    return f"{word} grows in many places and is described here at some length for readers"


def written(record: str, around: str = "<body>{}") -> Records:
    """Return what writes a page of records; of a part in brackets only each second has one."""

    def page(words: list[str]) -> str:
        records = []
        for number, word in enumerate(words, start=1):
            whole, _, rest = record.partition("[")
            some, _, after = rest.partition("]")
            shape = whole + (some if number % 2 else "") + after
            records.append(
                shape.format(n=number, w=word, title=title_link(word), text=snippet(word))
            )
        return around.replace("{menu}", MENU).replace("{}", "".join(records))

    return page


def grid(words: list[str]) -> str:
    cells = [f"<td><img src=/p width=200 height=60><br>{title_link(word)}" for word in words]
    rows = "".join(f"<tr>{''.join(cells[n : n + 5])}" for n in range(0, len(cells), 5))
    return f"<body><h1>Search</h1><table>{rows}</table>"


SHAPES = {name: written(*each) for name, each in CASES["lines"].items()}
OF_LOOKS = {name: written(*each) for name, each in CASES["looks"].items()} | {"grid": grid}
BROKEN_TEXT = OF_LOOKS["broken text"]


@pytest.mark.parametrize(
    ("propose", "write"),
    [*((VINTS, each) for each in SHAPES.values()), *((VIDE, each) for each in OF_LOOKS.values())],
    ids=[*SHAPES, *OF_LOOKS],
)
def test_a_rule_finds_just_the_records(propose, write):
    features = features_of(write(WORDS))
    candidates = list(propose([features], None)[0])
    assert [f"About {word}" for word in WORDS] in [titles(features, each) for each in candidates]
    for candidate in candidates:
        assert candidate.inducer == ("vints" if propose is VINTS else "vide")
        assert features.find(candidate.rule).outcome == candidate.match.outcome


@pytest.mark.parametrize("propose", [VINTS, VIDE])
@given(html_documents())
@settings(max_examples=60, deadline=None)
def test_any_page_is_answered(propose, markup):
    try:
        features = features_of(f"<body>{markup}")
    except NotHtmlError:
        return
    for candidates in propose([features, features], None):
        for candidate in candidates:
            assert features.find(candidate.rule).spans


@pytest.mark.parametrize("propose", [VINTS, VIDE])
def test_a_page_that_no_browser_laid_out_is_read_by_its_lines_alone(propose):
    sample = sample_of(BROKEN_TEXT(WORDS))
    # Nothing is told of one of which the browser shows nothing.
    nothing = Layout(Box(0, 0, 1024, 768), (), {})
    proposed = [
        list(propose([page_features(each)], None)[0])
        for each in (sample, Sample(sample.page), Sample(sample.page, layout=nothing))
    ]
    assert [bool(each) for each in proposed] == [True, propose is VINTS, False]


@pytest.mark.parametrize("propose", [VINTS, VIDE])
@pytest.mark.parametrize("shape", CASES["endless"].values(), ids=CASES["endless"])
def test_pages_without_end_are_bounded(propose, shape):
    place = 0 if propose is VINTS else 1
    start, *starts, part, of_lines, of_looks = shape
    sample = sample_of(start * starts[place] + part * (of_lines, of_looks)[place])
    started = time.process_time()
    if propose is VINTS:
        assert sample.layout is not None
        find_record_groups(sample.page, sample.layout)
    else:
        list(propose([page_features(sample)], None)[0])
    # Usually a few; what takes time in the square takes minutes.
    assert time.process_time() - started < 25


def test_what_stands_on_the_no_result_page_is_no_record_group():
    topics = "".join(f"<p><a href=/t/{n}>Topic {n}</a><br>{snippet('Topic')}</p>" for n in range(9))
    write = written("<p>{title}<br>{text}</p>", f"<body><div>{topics}</div><div>{{}}</div>")
    page, no_result = features_of(write(WORDS[:5])), features_of(write([]))
    (without,) = propose_vints_groups([page], None)
    assert any("Topic 1" in titles(page, candidate) for candidate in without)
    (known,) = propose_vints_groups([page], no_result)
    found = [titles(page, candidate) for candidate in known]
    assert [f"About {word}" for word in WORDS[:5]] in found
    assert not any("Topic 1" in group for group in found)


# What ViNTs chooses and puts together.


def groups_of(markup: str) -> list[RecordGroup]:
    page = page_of(markup)
    layout = boxes_of(page)
    return list(select_groups(find_record_groups(page, layout), layout.page))


def test_the_wrapper_of_the_running_example():
    example = written(
        "<dl><dt>{title}<dd>{text}</dl>",
        "<html><head></head><body><img><center></center><hr><b>4 matches</b><hr>{}</body></html>",
    )
    group = groups_of(example(WORDS[:4]))[0]
    assert (group.region.tag, group.below, str(group.wrapper.stored)) == ("body", (), "X (<dl>S)")
    first_texts = [block.lines[0].text for block in group.blocks]
    assert first_texts == [f"About {word}" for word in WORDS[:4]]


def test_records_of_two_sections_are_two_groups_the_larger_first():
    offers = "".join(f"<p><a href=/ad{w}>Buy {w}</a></p>" for w in WORDS[:5])
    around = f"<table width='100%'><tr><td width='70%'><div>{{}}</div><td><div>{offers}</div>"
    groups = groups_of(written("<p>{title}<br>{text}</p>", around)(WORDS))
    assert [len(group.records) for group in groups[:2]] == [10, 5]


def test_refining_cuts_what_is_not_similar():
    write = written("<li>{title}<br>{text}", "<ul><li>Sorted by date</li>{}<li>Next page</li></ul>")
    assert len(groups_of(write(WORDS))[0].records) == len(WORDS)


def test_a_record_unlike_the_others_ends_no_list():
    odd = "<li><h3>Seen lately</h3><p>{title}</p><p>{text}</p><p>and more</p></li>"
    record = "<li>{title}<br>{text}</li>"
    before, middle, after = (
        written(each, "{}")(words)
        for each, words in ((record, WORDS[:5]), (odd, ["aspen"]), (record, WORDS[5:]))
    )
    assert len(groups_of(f"<ul>{before}{middle}{after}</ul>")[0].records) == len(WORDS) + 1


def test_the_columns_of_a_list_are_one_list():
    columns = (written("{title}<br>", "{}")(words) for words in (WORDS[:5], WORDS[5:]))
    group = groups_of(f"<table><tr>{''.join(f'<td>{each}' for each in columns)}</table>")[0]
    assert (len(group.records), group.below) == (len(WORDS), ("td",))


# What ViDE tells of looks.


def blocks_of(markup: str) -> VisualBlock:
    return segment_page(boxes_of(page_of(markup)))


def likeliest(markup: str) -> list[list[str]]:
    """Return the texts of each record of the likeliest group."""
    records = find_visual_records(blocks_of(markup))[0].records
    return [[piece.text for leaf in record for piece in leaf.own] for record in records]


MIXED = {
    "some without a second line": "<p>{title}<br>{text}[<br><i>cached</i>]</p>",
    "some without a picture": "<p>[<img src=/p width=60 height=60> ]{title}<br>{text}</p>",
    "blocks that are parts": "<h3>{title}</h3><p>{text}</p>[<p><i>cached</i></p>]",
}


@pytest.mark.parametrize("record", MIXED.values(), ids=MIXED)
def test_records_are_single_however_they_differ(record):
    records = likeliest(written(record)(WORDS))
    titles = [[text for text in own if text.startswith("About")] for own in records]
    assert titles == [[f"About {word}"] for word in WORDS]


def test_a_grid_is_read_cell_by_cell():
    assert likeliest(grid(WORDS)) == [["", f"About {word}"] for word in WORDS]


def test_noise_at_the_top_and_the_bottom_is_left_out():
    around = "<body><div><p>10 found</p>{}<p><a href=/2>2</a> <a href=/3>3</a></p></div>"
    records = likeliest(written("<p>{title}<br>{text}</p>", around)(WORDS))
    assert [own[0] for own in records] == [f"About {word}" for word in WORDS]


def test_a_wrapper_is_learned_from_looks_alone():
    samples = [sample_of(BROKEN_TEXT(words)) for words in (WORDS[:6], WORDS[3:])]
    learned = learn_wrapper(samples, inducers=(InducerName.VIDE,))
    assert learned.inducer == "vide"
    read = learned.wrapper.records(samples[1].page)
    assert [record.title for record in read] == [f"About {word}" for word in WORDS[3:]]
