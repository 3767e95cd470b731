"""Titles of records: which of what their links show names them."""

import pytest
from lxml import html

from tests.wrappers.extraction.record_nodes import nodes_of
from wrappers.extraction.records.titles import read_titles, title_text


def titles(*records: str) -> list[str]:
    """Return the titles of records whose first link with a text is their title link."""
    listed = html.fromstring(f"<ul>{''.join(f'<li>{each}</li>' for each in records)}</ul>")
    found = []
    for item in listed:
        link = next(link for link in item.iter("a") if link.text_content().strip())
        found.append(nodes_of(item, link))
    return read_titles(found)


def test_where_most_titles_stand_a_title_stands() -> None:
    covered = [f"<a class=title href=/{n}>Book {n} of tea</a>" for n in range(6)]
    bare = "<a href=/9><span>No cover</span></a> <a class=title href=/9>Oolong</a>"
    assert titles(*covered, bare) == [*(f"Book {n} of tea" for n in range(6)), "Oolong"]


def test_namesakes_keep_their_name() -> None:
    records = [f"<a href=/{n}>Pot {n}</a>" for n in "abcdef"]
    alike = [f"<a href=/x{n}>Coffee maker</a> <a class=p href=/x{n}>4{n},49 €</a>" for n in "1234"]
    assert titles(*records, *alike)[6:] == ["Coffee maker"] * 4


def test_parts_of_one_thing_keep_its_name_however_it_is_numbered() -> None:
    records = [f"<a href=/{n}>Pot {n}</a>" for n in "abcdef"]
    parts = [f"<a href=/f{n}>Form 527 (2016)</a><p>https://a.example/f{n}</p>" for n in range(5)]
    assert titles(*records, *parts)[6:] == ["Form 527 (2016)"] * 5


def test_an_address_is_no_title_where_all_links_say_the_same() -> None:
    records = [f"<a href=/{n}>Read more</a><p>https://a.example/{n}</p>" for n in range(4)]
    assert titles(*records) == ["Read more"] * 4


def test_what_all_say_is_no_name() -> None:
    records = [f"<h3>Pot {n}</h3> <a href=/{n}>Read more</a>" for n in "abcdef"]
    assert titles(*records) == [f"Pot {n}" for n in "abcdef"]


def test_two_signs_may_be_a_whole_title() -> None:
    records = [f"<a href=/{n}>{name}</a> <a href=/{n}>詳細を見る</a>" for n, name in (
        (1, "民宿"), (2, "温泉の宿"))]  # fmt: skip
    assert titles(*records) == ["民宿", "温泉の宿"]


@pytest.mark.parametrize("name", ["title", "cardTitle big", "card__headline", "Title_a1b2c"])
def test_a_class_may_name_the_title_of_a_card(name: str) -> None:
    card = "<a href=/1><div class=kicker>Films</div><div class='{}'>A new one</div><p>Text</p></a>"
    assert title_text(html.fromstring(card.format(name))) == "A new one"


@pytest.mark.parametrize("name", ["subtitle", "sub-title", "entitled", "title-icon"])
def test_other_classes_name_none(name: str) -> None:
    card = "<a href=/1><div>A new one</div><div class='{}'>Films</div><p>Text</p></a>"
    assert title_text(html.fromstring(card.format(name))) == "A new one"
