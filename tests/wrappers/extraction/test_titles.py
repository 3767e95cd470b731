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


POTS = [f"<a href=/{n}>Pot {n}</a>" for n in "abcdef"]
COVERED = [f"<a class=title href=/{n}>Book {n} of tea</a>" for n in range(6)]


@pytest.mark.parametrize(
    ("records", "expected"),
    [
        # Where most titles stand a title stands.
        ([*COVERED, "<a href=/9><span>No cover</span></a> <a class=title href=/9>Oolong</a>"],
         [*(f"Book {n} of tea" for n in range(6)), "Oolong"]),
        # Namesakes keep their name, and parts of one thing theirs however they are numbered.
        ([*POTS, *(f"<a href=/x{n}>Coffee maker</a> <a class=p href=/x{n}>4{n},49 €</a>"
                   for n in "1234")],
         [*(f"Pot {n}" for n in "abcdef"), *["Coffee maker"] * 4]),
        ([*POTS, *(f"<a href=/f{n}>Form 527 (2016)</a><p>https://a.example/f{n}</p>"
                   for n in range(5))],
         [*(f"Pot {n}" for n in "abcdef"), *["Form 527 (2016)"] * 5]),
        # An address is no title where all links say the same; what all say is no name.
        ([f"<a href=/{n}>Read more</a><p>https://a.example/{n}</p>" for n in range(4)],
         ["Read more"] * 4),
        ([f"<h3>Pot {n}</h3> <a href=/{n}>Read more</a>" for n in "abcdef"],
         [f"Pot {n}" for n in "abcdef"]),
        # Two signs may be a whole title.
        ([f"<a href=/{n}>{n}</a> <a href=/{n}>詳細を見る</a>" for n in ("民宿", "温泉の宿")],
         ["民宿", "温泉の宿"]),
    ],
)  # fmt: skip
def test_titles_of_records(records, expected):
    assert titles(*records) == expected


TITLED = "<div class=kicker>Films</div><div class='{}'>A new one</div><p>Text</p>"
UNTITLED = "<div>A new one</div><div class='{}'>Films</div><p>Text</p>"


@pytest.mark.parametrize(
    ("card", "name"),
    [
        *((TITLED, name) for name in ("title", "cardTitle big", "card__headline", "Title_a1b2c")),
        *((UNTITLED, name) for name in ("subtitle", "sub-title", "entitled", "title-icon")),
    ],
)
def test_a_class_may_name_the_title_of_a_card(card, name):
    assert title_text(html.fromstring(f"<a href=/1>{card.format(name)}</a>")) == "A new one"
