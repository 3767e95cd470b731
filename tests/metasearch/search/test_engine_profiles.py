"""Engines are profiled, chosen by their profiles, and one that is known twice is one vote."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.db.models import F

from discovery.connection.description import ConnectionDescription, query_slot
from discovery.models import Collection, Engine
from discovery.pages.outcomes import AnswerReason
from metasearch.models import StoredProfile
from metasearch.search import engine_profiles
from metasearch.search.engine_profiles import EngineChooser, voter_of
from metasearch.search.results import merge_answers
from tests.metasearch.engines import engine as ready
from wrappers.engines.answer import Answer, ReadyEngine
from wrappers.engines.registry import publish_collection, ready_engine
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import Item, WrapperVersion

IN_ITS_FIRST_RUN = {"run": 1, "first_run": 1, "changed_run": 1}


def store_collection_engine(slug: str, titles: list[str]) -> Engine:
    address = f"http://{slug}.example"
    collection = Collection.objects.create(name=slug, samples=[f"{address}/"])
    for number, title in enumerate(titles):
        url = f"{address}/{number}"
        page = collection.pages.create(url=url, key=url, number=number, **IN_ITS_FIRST_RUN)
        Item.objects.create(
            collection=collection, page=page, url=url, title=title, text="kitchen", number=1
        )
    engine = publish_collection(collection)
    Engine.objects.filter(pk=engine.pk).update(slug=slug)
    return engine


def test_a_profile_counts_each_sampled_record_once(version):
    assert engine_profiles.profile_engines() == 1
    data = StoredProfile.objects.get(engine=version.engine).data
    # "vector" stands on both pages with the same four records.
    assert (data["records"], data["words"]["vector"], data["words"]["part"]) == (12, 4, 12)
    assert engine_profiles.profile_engines() == 0


@pytest.mark.parametrize(
    ("set_before", "shown"), [("", ["Images"]), ("Maps", ["Maps"])], ids=["none set", "set by hand"]
)
def test_new_engines_whose_records_have_pictures_get_a_tab_once(
    version, monkeypatch, set_before, shown
):
    Engine.objects.update(categories=set_before)
    records = [ResultRecord("", f"Title {n}", thumbnail=f"/{n}.png") for n in range(9)]
    monkeypatch.setattr(Wrapper, "extract", lambda *_: SimpleNamespace(records=records))
    assert engine_profiles.profile_engines() == 1
    profile = StoredProfile.objects.get()
    assert profile.proposed_categories() == ("Images",)
    assert list(Engine.objects.get().category_names()) == shown
    # An operator who takes it away is not asked again.
    Engine.objects.update(categories="", version=F("version") + 1)
    assert engine_profiles.profile_engines() == 1
    assert Engine.objects.get().category_names() == ()


@pytest.mark.parametrize(
    ("held", "category"),
    [
        ([(ItemKind.PRICE, "€ 3")], "Shopping"),
        ([(ItemKind.SIZE, "3 MB"), (ItemKind.TYPE, "PDF")], "Files"),
        ([(ItemKind.TEXT, "12:30")], "Videos"),
        ([(ItemKind.SIZE, "3 MB")], ""),
    ],
)
def test_new_engines_get_the_tab_of_what_their_records_hold(version, monkeypatch, held, category):
    said = tuple(RecordItem(text, kind, text) for kind, text in held)
    records = [ResultRecord("", f"Title {number}", items=said) for number in range(9)]
    monkeypatch.setattr(Wrapper, "extract", lambda *_: SimpleNamespace(records=records))
    engine_profiles.profile_engines()
    assert Engine.objects.get().categories == category


def test_collections_are_profiled_by_their_items_and_chosen_by_them(version, settings, db):
    settings.ENGINES_ASKED = 1
    mine = store_collection_engine("mine", ["Saffron soup", "Rice with saffron"])
    engine_profiles.profile_engines()
    data = StoredProfile.objects.get(engine=mine).data
    assert (data["records"], data["words"]["saffron"], data["words"]["kitchen"]) == (2, 2, 2)
    ready_mine = ready_engine("mine")
    for query, expected in (("saffron", "mine"), ("iterator", "one")):
        broker = engine_profiles.load_broker()
        chosen = engine_profiles.choose_engines(broker, [ready_mine, ready("one")], query)
        assert [engine.slug for engine in chosen] == [expected]


def test_a_collection_of_many_items_is_profiled_from_the_whole_of_it(monkeypatch, db):
    monkeypatch.setattr(engine_profiles, "ITEMS_PROFILED", 4)
    mine = store_collection_engine("mine", [f"item{number}" for number in range(10)])
    engine_profiles.profile_engines()
    words = StoredProfile.objects.get(engine=mine).data["words"]
    assert {word for word in words if word.startswith("item")} == {
        "item0", "item3", "item6", "item9",
    }  # fmt: skip


def test_queries_are_completed_by_words_and_titles_and_these_loaded_when_they_change(
    version, django_assert_num_queries
):
    load = engine_profiles.CompleterLoader()
    assert not load()
    engine_profiles.profile_engines()
    words, titles = load().complete("vec", 5)
    assert words[0] == "vector" and titles
    with django_assert_num_queries(1):
        assert load().correct("vectro") == "vector"
    store_collection_engine("mine", ["Saffron soup"])
    engine_profiles.profile_engines()
    assert load().complete("saf", 5) == (["saffron"], ["Saffron soup"])


@pytest.mark.parametrize("is_unreadable", [False, True])
def test_an_engine_that_changed_is_profiled_anew(version, is_unreadable):
    engine_profiles.profile_engines()
    Engine.objects.update(version=F("version") + 1)
    if is_unreadable:
        WrapperVersion.objects.update(wrapper={})
    else:
        version.samples.all().delete()
    assert engine_profiles.profile_engines() == 1
    assert StoredProfile.objects.get().data["records"] == 0
    assert engine_profiles.profile_engines() == 0


async def test_profiles_are_loaded_once_a_while(monkeypatch, settings):
    loaded = []
    original = engine_profiles.Broker([])
    monkeypatch.setattr(engine_profiles, "load_broker", lambda: loaded.append(1) or original)
    settings.ENGINES_ASKED = 1
    chooser = engine_profiles.EngineChooser()
    for _ in range(3):
        assert len(await chooser.choose((ready("two"), ready("one")), "word")) == 1
    assert loaded == [1]
    monkeypatch.setattr(engine_profiles, "CACHE_SECONDS", 0.0)
    chooser = engine_profiles.EngineChooser()
    for _ in range(2):
        await chooser.choose((ready("two"), ready("one")), "word")
    assert loaded == [1, 1, 1]


RECORDS = (ResultRecord("https://x.example/", "A"), ResultRecord("https://y.example/", "B"))


def asked_at(slug: str, action: str) -> ReadyEngine:
    description = ConnectionDescription(action=action, parameters=(query_slot("q"),))
    return replace(ready(slug), description=description)


def answer(slug: str) -> Answer:
    return Answer(slug, AnswerReason.RECORDS, 0.1, records=RECORDS)


async def test_engines_asked_alike_are_one_vote_and_asked_once():
    once = asked_at("votes-home", "https://a.example/find")
    twice = asked_at("votes-search", "http://www.a.example/find/")
    other = asked_at("votes-other", "https://b.example/find")
    assert voter_of(once) == voter_of(twice) != voter_of(other)
    results = merge_answers(
        (once, twice, other), tuple(answer(each.slug) for each in (once, twice, other)), "a"
    )
    assert [[each.slug for each in result.engines] for result in results] == [
        ["votes-home", "votes-other"],
        ["votes-home", "votes-other"],
    ]
    alone = merge_answers((once, other), (answer(once.slug), answer(other.slug)), "a")
    assert [result.score for result in results] == [result.score for result in alone]
    assert voter_of(ready("votes-a")) != voter_of(ready("votes-b"))
    assert await EngineChooser().choose((once, twice, other), "a") == (once, other)
