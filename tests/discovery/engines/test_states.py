"""Engines change state along one table, and every change is on record."""

import pytest

from discovery.engines.registration import (
    AddressError,
    change_state,
    clean_address,
    free_slug,
    register_engine,
)
from discovery.models import ALLOWED_CHANGES, Engine, EngineEvent, EngineState, ForbiddenChangeError


def test_every_state_has_its_row_and_can_be_reached() -> None:
    assert set(ALLOWED_CHANGES) == set().union(*ALLOWED_CHANGES.values()) == set(EngineState)


@pytest.mark.django_db
def test_a_change_is_logged_with_its_evidence() -> None:
    engine, _ = register_engine("http://a.example/")
    change_state(engine, EngineState.LEARNING, "begun", {"url": "http://a.example/"})
    engine.refresh_from_db()
    assert engine.state == EngineState.LEARNING
    event = EngineEvent.objects.get()
    assert (event.before, event.after) == (EngineState.PROPOSED, EngineState.LEARNING)
    assert event.evidence == {"url": "http://a.example/"}


@pytest.mark.django_db
def test_a_forbidden_change_changes_nothing() -> None:
    engine, _ = register_engine("http://a.example/")
    with pytest.raises(ForbiddenChangeError, match="PROPOSED cannot become BROKEN"):
        change_state(engine, EngineState.BROKEN, "no")
    assert Engine.objects.get().state == EngineState.PROPOSED
    assert not EngineEvent.objects.exists()


@pytest.mark.django_db
def test_the_state_in_the_database_counts() -> None:
    engine, _ = register_engine("http://a.example/")
    stale = Engine.objects.get()
    change_state(engine, EngineState.LEARNING, "begun")
    change_state(engine, EngineState.ACTIVE, "learned")
    with pytest.raises(ForbiddenChangeError):
        change_state(stale, EngineState.LEARNING, "begun")


def test_addresses_people_type() -> None:
    for text, address in (
        ("example.org", "https://example.org"),
        (" http://a.example/x ", "http://a.example/x"),
        ("http://a.example:8080/", "http://a.example:8080/"),
    ):
        assert clean_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "ftp://a.example/", "javascript:alert(1)", "http://", "http://a:b:c/"),
        *("x" * 9000, "http://1" * 1000, "http://1http://1", "https://https://a.example/"),
        *("http:/a.example", "https//a.example", "http://a.example/ http://b.example/"),
        *("me@a.example", "http://me:secret@a.example/", "http://a.example\\@b.example/"),
        *("http://[::1]x/", "http://a.example/\0", "http://a.example/\udcff"),
        f"http://a.example/{'a' * 2_000}",
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(AddressError):
        clean_address(text)


@pytest.mark.django_db
def test_one_site_is_one_engine() -> None:
    first, is_new = register_engine("http://a.example/search/")
    again, is_new_again = register_engine("https://www.a.example/search")
    assert (is_new, is_new_again) == (True, False)
    assert first == again


@pytest.mark.django_db
def test_what_is_stored_has_a_place_in_every_database() -> None:
    host = ".".join(["long" * 15] * 4)
    engine, _ = register_engine(f"http://{host}/")
    engine.full_clean(exclude=("description",))


@pytest.mark.django_db
def test_slugs_do_not_collide() -> None:
    slugs = {register_engine(f"http://a.example/s?n={number}")[0].slug for number in range(3)}
    assert slugs == {"a-example-s", "a-example-s-2", "a-example-s-3"}
    assert free_slug("http://[::1]:8080/") == "1-8080"
