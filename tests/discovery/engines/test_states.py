"""Engines: their states and the record of them, bangs, sites that search by themselves."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from discovery.connection.description import BrowserSearch
from discovery.connection.network_capture import Exchange, Visit
from discovery.connection.requests import EngineRequest
from discovery.engines import watched_site
from discovery.engines.form_survey import DiscoveryError
from discovery.engines.registration import (
    AddressError,
    bang_stem,
    change_state,
    clean_address,
    free_name,
    free_slug,
    give_bang,
    register_engine,
)
from discovery.engines.watched_site import Watched, WatchedSite, watch_site
from discovery.models import ALLOWED_CHANGES, Engine, EngineEvent, EngineState, ForbiddenChangeError
from discovery.pages.page import parse_page
from discovery.web.response import BrowserAnswer, Response
from tests.cases import cases

CASES = cases(__file__)


@pytest.mark.django_db
def test_a_forbidden_change_changes_nothing_and_an_allowed_one_is_logged():
    engine, _ = register_engine("http://a.example/")
    stale = Engine.objects.get()
    with pytest.raises(ForbiddenChangeError, match="PROPOSED cannot become BROKEN"):
        change_state(engine, EngineState.BROKEN, "no")
    assert Engine.objects.get().state == EngineState.PROPOSED
    assert not EngineEvent.objects.exists()
    change_state(engine, EngineState.LEARNING, "begun", {"url": "http://a.example/"})
    engine.refresh_from_db()
    assert engine.state == EngineState.LEARNING
    event = EngineEvent.objects.get()
    assert (event.before, event.after) == (EngineState.PROPOSED, EngineState.LEARNING)
    assert event.evidence == {"url": "http://a.example/"}
    # The state in the database counts.
    change_state(engine, EngineState.ACTIVE, "learned")
    with pytest.raises(ForbiddenChangeError):
        change_state(stale, EngineState.LEARNING, "begun")


def test_addresses_people_type_and_bangs_nobody_could():
    for text, address in (
        ("example.org", "https://example.org"),
        (" http://a.example/x ", "http://a.example/x"),
        ("http://a.example:8080/", "http://a.example:8080/"),
    ):
        assert clean_address(text) == address
    for bang in ("Oak", "oak tree", "-oak", "oak--tree", "wörter", "!oak"):
        with pytest.raises(ValidationError):
            Engine._meta.get_field("bang").clean(bang, None)
    assert set(ALLOWED_CHANGES) == set().union(*ALLOWED_CHANGES.values()) == set(EngineState)


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
def test_what_is_no_address_is_refused(text):
    with pytest.raises(AddressError):
        clean_address(text)


@pytest.mark.django_db
def test_one_site_is_one_engine_with_a_slug_of_its_own():
    first, is_new = register_engine("http://a.example/search/")
    again, is_new_again = register_engine("https://www.a.example/search")
    assert (is_new, is_new_again) == (True, False)
    assert first == again
    host = ".".join(["long" * 15] * 4)
    engine, _ = register_engine(f"http://{host}/")
    engine.full_clean(exclude=("description",))
    slugs = {register_engine(f"http://a.example/s?n={number}")[0].slug for number in range(3)}
    assert slugs == {"a-example-s", "a-example-s-2", "a-example-s-3"}
    assert free_slug("http://[::1]:8080/") == "1-8080"


migration = import_module("discovery.migrations.0012_bangs")


@pytest.mark.parametrize(("name", "address", "stem"), CASES["bangs"])
def test_a_bang_is_made_from_what_a_site_calls_itself(name, address, stem):
    assert bang_stem(name, address) == stem
    assert migration.stem_of(name, address) == stem


@given(st.text(max_size=60), st.sampled_from(["https://a.example/", "http://[::1]/", "http://x/"]))
def test_every_bang_is_one_that_a_person_could_give(name, address):
    bang = free_name(bang_stem(name, address), ())
    Engine._meta.get_field("bang").clean(bang, None)
    assert migration.stem_of(name, address) == bang


@pytest.mark.django_db
def test_engines_of_one_name_are_called_differently_and_keep_it():
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
    # None is the slug of another.
    other, _ = register_engine("https://oak.example/")
    engine, _ = register_engine("https://d.example/")
    give_bang(engine, "Oak Example")
    engine.refresh_from_db()
    assert other.slug == "oak-example"
    assert engine.bang == "oak-example-2"
    assert Engine.objects.called("oak-example").get() == other
    assert Engine.objects.called("oak-example-2").get() == engine


@pytest.mark.django_db
def test_engines_in_use_get_bangs_by_the_migration():
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


HOME = "http://x.example/"
OPENED = "<title>Things</title><h1>Things</h1><input type=search>"


@dataclass
class Browser:
    """In whose page each word brings the things that `found` numbers, and others nothing."""

    found: dict[str, range]

    async def watch(self, url: str, search: Callable[[Any], Any], *, seconds: float) -> None:
        await search(self)

    async def visit(self, query: Any, *, more: bool = False) -> Visit:
        word = query(OPENED, HOME) if callable(query) else query
        things = (
            f"<p><a href=/thing/{n}>Thing number {n}</a></p>" for n in self.found.get(word, ())
        )
        shown = OPENED + "".join(things)
        return Visit(word, HOME, (), (OPENED, shown, shown), (HOME, HOME, HOME))


def test_the_pages_that_a_search_brought_are_what_can_be_collected():
    words = ["thing", "other", "third", "fourth"]
    with pytest.raises(DiscoveryError) as caught:
        asyncio.run(watch_site(Browser({"thing": range(9)}), None, HOME, lambda page: iter(words)))
    assert "searches by itself" in str(caught.value)
    assert caught.value.evidence["sample"] == f"{HOME}thing/4"


BIRDS = ("heron", "egret", "bittern", "stork")


def listed(word: str) -> str:
    return "".join(f"<li><a href=/{word}/{n}>A {word[::-1]} of {n}</a>" for n in range(9))


MENU = "".join(map(listed, BIRDS))


class FillsItself:
    """A browser in whose page every word leads to one same page, which a script then fills."""

    page = f"<title>Search</title><h1>Search the birds</h1><p>Type and press Enter</p>{MENU}"

    def __init__(self, is_opened: bool) -> None:
        self.is_opened = is_opened

    async def watch(self, url: str, search: Callable[[Any], Any], *, seconds: float) -> Any:
        return await search(self)

    def filled(self, word: str) -> str:
        found = "".join(f"<h3><a href=/{word}/{n}>A {word} of {n}</a></h3>" for n in range(9))
        return self.page.replace(MENU, found)

    async def visit(self, query: Any, *, more: bool = False) -> Visit:
        word = query(OPENED, HOME) if callable(query) else query
        sent = EngineRequest("GET", f"{HOME}search.html?q={word}")
        document = Exchange(sent, 2, 200, "text/html", self.page.encode())
        shown = (OPENED, OPENED, self.filled(word))
        return Visit(word, HOME, (document,), shown, (HOME, HOME, sent.url))

    async def search(self, query: str, how: BrowserSearch, pages: int) -> BrowserAnswer:
        shown = self.filled(query) if self.is_opened else OPENED
        response = Response(HOME, 200, "text/html", {}, shown.encode())
        return BrowserAnswer(response, (response,))

    async def fetch(self, request: EngineRequest, **options: Any) -> Response:
        return Response(request.url, 200, "text/html", {}, self.page.encode())


@pytest.mark.parametrize(
    ("is_opened", "how"), [(True, BrowserSearch.OPENED), (False, BrowserSearch.SENT)]
)
def test_a_page_that_is_sent_alike_for_every_query_is_searched_in_the_browser(is_opened, how):
    page = FillsItself(is_opened)
    site = asyncio.run(watch_site(page, page, HOME, lambda page: iter(BIRDS)))
    assert isinstance(site, WatchedSite)
    assert site.description.in_browser is how
    template = f"{HOME}search.html?q={{searchTerms}}" if is_opened else HOME
    assert site.description.template == template
    assert [query for query, _ in site.seen] == list(BIRDS[: 2 if is_opened else 3])


class ListsAll(FillsItself):
    """A page that lists all there is; what is found of it is shown above that."""

    async def visit(self, query: Any, *, more: bool = False) -> Visit:
        word = query(MENU, HOME) if callable(query) else query
        found = listed(word) + MENU if word in BIRDS else MENU
        return Visit(word, HOME, (), (MENU, found, found), (HOME, HOME, HOME))


class ReadsWhatItFinds(FillsItself):
    """A page that fetches what it has found, for the summaries: its names may hold what was typed.

    Typed "heron" it reads a page whose whole name does, "egret" one of which a part does.
    """

    names = {"heron": "of-heron", "egret": "of-egretesque"}

    async def fetch(self, request: EngineRequest, **options: Any) -> Response:
        word = next((word for word in BIRDS if word in request.url), "")
        return Response(request.url, 200, "text/html", {}, listed(word).encode())

    async def visit(self, query: Any, *, more: bool = False) -> Visit:
        word = query(OPENED, HOME) if callable(query) else query
        found = listed(word)
        sent = EngineRequest("GET", f"{HOME}{self.names.get(word, 'other')}.html")
        fetched = (Exchange(sent, 2, 200, "text/html", found.encode()),)
        return Visit(word, HOME, fetched, (OPENED, OPENED, OPENED + found), (HOME, HOME, HOME))


@pytest.mark.parametrize("kind", [ListsAll, ReadsWhatItFinds])
def test_what_came_onto_a_page_is_what_was_found(kind):
    page = kind(False)
    site = asyncio.run(watch_site(page, page, HOME, lambda page: iter(BIRDS)))
    assert isinstance(site, WatchedSite)
    assert site.description.in_browser is BrowserSearch.SENT
    assert "egret" in [query for query, _ in site.seen]


RESULTS = (
    "<ul><li>The heron and its river</li><li>A river with herons</li><li>from River to sea</li>"
)


def chosen(query: str, more: bool = False) -> SimpleNamespace:
    page = parse_page(RESULTS.encode(), "http://a.example/")
    return SimpleNamespace(visit=SimpleNamespace(query=query), page=page, more=more)


@pytest.mark.parametrize(
    ("with_more", "typed"),
    [
        # What most results have is typed where no word showed more, and then no other.
        ((), ["heron", "nest", "river"]),
        (("nest",), ["heron", "nest"]),
        (("river",), ["heron", "nest", "river"]),
    ],
)
def test_a_word_that_has_more_is_typed_where_none_had(monkeypatch, with_more, typed):
    visited: list[str] = []

    class Searched:
        async def visit(self, wanted, *, more=False):
            word = wanted if isinstance(wanted, str) else wanted(RESULTS, "http://a.example/")
            visited.append(word)
            return SimpleNamespace(query=word, has_searched=True)

    def take(watched, visit, words_of):
        watched.chosen.append(chosen(visit.query, visit.query in with_more))
        return []

    monkeypatch.setattr(watched_site, "_take", take)
    monkeypatch.setattr(watched_site, "later_exchanges", lambda each: each.more)
    words = iter(("heron", "nest", "egg"))
    asyncio.run(watched_site._search(Searched(), lambda _page: words, Watched()))
    assert visited == typed


def test_two_lists_that_are_unlike_prove_a_search_though_the_first_is_like_both():
    found = {"thing": range(14, 20), "other": range(16, 34), "third": range(18)}
    site = asyncio.run(watch_site(Browser(found), None, HOME, lambda page: iter(found)))
    assert isinstance(site, WatchedSite)
    assert [query for query, _ in site.seen] == list(found)
