"""Bangs: readable, short, unique; given once, and kept."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from discovery.engines.registration import bang_stem, free_bang, give_bang, register_engine
from discovery.models import Engine, EngineState

migration = import_module("discovery.migrations.0012_bangs")


@pytest.mark.parametrize(
    ("name", "address", "stem"),
    [
        ("Python documentation", "https://docs.example/", "python-documentation"),
        ("Wikipédia, l’encyclopédie libre", "https://fr.example/", "wikipedia"),
        ("Search | Open Library", "https://a.example/", "search"),
        ("Stack Overflow - Where Developers Learn", "https://a.example/", "stack-overflow"),
        ("The Very Longest Name Of All", "https://a.example/", "the-very-longest"),
        ("Donaudampfschifffahrtsgesellschaft", "https://a.example/", "donaudampfschifffahr"),
        ("维基百科", "https://zh.wikipedia.org/", "wikipedia"),
        ("127.0.0.1", "http://127.0.0.1:18214/", "engine"),
        ("127.0.0.1:18214 – Museum", "http://127.0.0.1:18214/", "engine"),
        ("www.example.org", "https://www.example.org/", "www-example-org"),
        ("", "https://books.example/", "books"),
    ],
)
def test_a_bang_is_made_from_what_a_site_calls_itself(name: str, address: str, stem: str) -> None:
    assert bang_stem(name, address) == stem
    assert migration.stem_of(name, address) == stem


@given(st.text(max_size=60), st.sampled_from(["https://a.example/", "http://[::1]/", "http://x/"]))
def test_every_bang_is_one_that_a_person_could_give(name: str, address: str) -> None:
    bang = free_bang(bang_stem(name, address), ())
    Engine._meta.get_field("bang").clean(bang, None)
    assert migration.stem_of(name, address) == bang


@pytest.mark.django_db
def test_engines_of_one_name_are_called_differently_and_keep_it() -> None:
    engines = [register_engine(f"https://{host}.example/")[0] for host in "abc"]
    for engine in engines:
        assert engine.bang is None
        give_bang(engine, "Oak Library")
        give_bang(engine, "Another name after a redesign")
    assert list(Engine.objects.order_by("pk").values_list("bang", flat=True)) == [
        "oak-library",
        "oak-library-2",
        "oak-library-3",
    ]


@pytest.mark.django_db
def test_no_bang_is_the_slug_of_another() -> None:
    other, _ = register_engine("https://oak.example/")
    engine, _ = register_engine("https://a.example/")
    give_bang(engine, "Oak Example")
    engine.refresh_from_db()
    assert other.slug == "oak-example"
    assert engine.bang == "oak-example-2"
    assert Engine.objects.called("oak-example").get() == other
    assert Engine.objects.called("oak-example-2").get() == engine


def test_what_nobody_could_type_is_no_bang() -> None:
    for bang in ("Oak", "oak tree", "-oak", "oak--tree", "wörter", "!oak"):
        with pytest.raises(ValidationError):
            Engine._meta.get_field("bang").clean(bang, None)


@pytest.mark.django_db
def test_engines_in_use_get_bangs_by_the_migration() -> None:
    for number, (name, state) in enumerate(
        [("Oak", "ACTIVE"), ("Oak", "BROKEN"), ("Elm", "PROPOSED")]
    ):
        Engine.objects.create(
            slug=f"127-0-0-1-{number}",
            name=name,
            home_url=f"http://127.0.0.1:{number}/",
            state=EngineState(state),
        )
    migration.give_bangs(apps, SimpleNamespace(connection=connection))
    bangs = Engine.objects.order_by("pk").values_list("bang", flat=True)
    assert list(bangs) == ["oak", "oak-2", None]
