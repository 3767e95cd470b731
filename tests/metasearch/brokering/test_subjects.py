"""Subjects of engines, by their own words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metasearch.brokering.subjects import MAX_PROPOSED, MAX_REASONS, MIN_SCORE, propose_subjects


def categories(name, description="", records=()):
    return [subject.category for subject in propose_subjects(name, description, records)]


@pytest.mark.parametrize(
    ("name", "description", "expected"),
    [
        ("Städtische Bibliothek", "Bücher und Romane ausleihen, ISBN suchen", ["Books"]),
        ("Les recettes de Mamie", "Recettes de cuisine, ingrédients de saison", ["Food"]),
        ("Открытые новости", "Газета города", ["News"]),
        ("Institute Repository", "Research papers, theses and dissertations", ["Science"]),
        ("Noticias y vídeos", "periódico, películas", ["News", "Videos"]),
        ("Search", "", []),
        ("Karl's Place", "We are glad you are here", []),
        # One word in the name alone may mean anything: "Facebook", a "house of wine".
        ("Book a room", "Rooms by the sea", []),
    ],
)
def test_sites_say_what_they_are_about(name, description, expected):
    assert categories(name, description) == expected


def test_records_speak_where_the_site_does_not():
    modules = [f"Function {n} of the module, a class with methods in Python" for n in range(3)]
    mixed = [f"A plugin of version {n}: download its code" for n in range(3)]
    assert categories("Reference", "", modules + mixed) == ["Software"]


def test_a_label_in_every_record_is_a_word_of_the_site():
    records = [f"Page {n} about trees. Author: unknown" for n in range(20)]
    assert categories("Finder", "", records) == []
    (subject,) = propose_subjects("Finder of books", "", records)
    assert (subject.category, subject.words) == ("Books", ("books", "author"))


def test_few_records_prove_nothing():
    assert categories("Finder", "", ["A recipe with its ingredients"] * 4) == []


@given(st.text(max_size=200), st.text(max_size=200), st.lists(st.text(max_size=80), max_size=20))
def test_whatever_is_said_proposals_are_few_and_have_reasons(name, description, records):
    proposed = propose_subjects(name, description, records)
    assert len(proposed) <= MAX_PROPOSED
    for subject in proposed:
        assert subject.score >= MIN_SCORE
        assert 0 < len(subject.words) <= MAX_REASONS
    assert sorted(proposed, key=lambda subject: -subject.score) == list(proposed)
