"""What the stored installation holds that was done in peace: engines, collections, crawls."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from discovery.collecting import Wish, start_collection
from discovery.crawl_control import pause_crawl
from discovery.database import prepare_database
from discovery.engine_crawl import crawl_now, start_crawl
from discovery.fetching import open_fetcher
from discovery.states import EngineState
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import F
from django.test import Client
from metasearch.answer_figures import count_answers, write_figures
from metasearch.installation import check_secret_key
from metasearch.preferences import Preferences
from metasearch.profiling import profile_engines
from metasearch.thumbnails import thumbnail_url
from wrappers.asking import ask
from wrappers.checking import check_engine
from wrappers.collecting import finish_now
from wrappers.correction import alternatives, choose, stored_samples
from wrappers.imported_selectors import INDUCER
from wrappers.learning_jobs import plan_learning
from wrappers.learning_slices import learn_now
from wrappers.registry import ready_engine
from wrappers.services import add_engine, enqueue_check, pause

from discovery.models import CollectingMethod, Engine
from metasearch.models import StoredProfile
from tests.upgrade.engine_sites import cards, plain
from tests.upgrade.serving import HOST, Web
from tests.upgrade.websites import SILENT_PORT, slug_of
from wrappers.imports import import_file

ADMIN, PASSWORD = "keeper", "keeper-of-the-house"
# Older than figures are kept, checks are put off, and work waits in the queue.
AGE = timedelta(days=60)
NEVER = datetime(2100, 1, 1, tzinfo=UTC)
LEARNED = ("shed", "barn", "attic", "loft", "cellar", "porch", "hut", "library")
SELECTORS = """
engines:
  - name: The Shelf
    engine: xpath
    search_url: {home}find?q={{query}}&start={{pageno}}
    first_page_num: 0
    page_size: 6
    results_xpath: //li[contains(@class, "own")]
    url_xpath: .//h3/a/@href
    title_xpath: .//h3/a
    content_xpath: .//p[@class="text"]
  - name: bad
    engine: program
"""


def prepare() -> None:
    """Make the tables and the superuser."""
    prepare_database()
    check_secret_key()
    get_user_model().objects.create_superuser(username=ADMIN, password=PASSWORD)


def learn_engines(web: Web) -> None:
    """Learn engines in every way there is: by form, by import, adapted, chosen; some fail."""
    web.sites["attic"].layout = plain
    for name in LEARNED:
        job = add_engine(web.sites[name].address)
        assert job.engine.state == EngineState.ACTIVE, job.log
        version = job.engine.wrapper_versions.get()
        print(name, version.inducer, len(version.wrapper["sections"]))
    web.sites["attic"].layout = cards
    checked = check_engine(engine_of("attic"))
    assert checked.mended, checked
    choose(engine_of("hut"), alternatives(stored_samples(engine_of("hut")))[0].key, ADMIN)
    import_file(SELECTORS.format(home=web.sites["shelf"].address).encode(), "settings.yml")
    learn_now(plan_learning(engine_of("shelf"), enqueue=False))
    inducer = engine_of("shelf").wrapper_versions.get().inducer
    assert inducer == INDUCER, inducer
    assert add_engine(f"http://{HOST}:{SILENT_PORT}/").engine.state == EngineState.UNREACHABLE
    Engine.objects.filter(slug=slug_of("shed")).update(categories="Stock, Goods", weight=2.0)
    pause(engine_of("porch"))


def crawl_and_collect(web: Web) -> None:
    """Crawl for engines, and collect pages by each method."""
    crawl = crawl_now(start_crawl([web.sites["street"].address], enqueue=False))
    assert crawl.sites.filter(is_proposal=True).exists(), crawl.reason
    pause_crawl(start_crawl([web.sites["lane"].address]))
    methods = {
        "museum": CollectingMethod.AUTO,
        "gallery": CollectingMethod.PATTERN,
        "archive": CollectingMethod.INDESIT,
    }
    for name, method in methods.items():
        site = web.sites[name]
        wish = Wish((site.thing(0),), method=method, recrawl_days=7, name=f"Things of {name}")
        collection = finish_now(start_collection(wish))
        print(name, collection.found, collection.downloads, collection.reason)
        assert collection.found == 18, collection.reason
    enqueue_check(engine_of("shed"))


def note_figures() -> None:
    """Note how engines answered, and profile them by their words."""

    async def ask_all() -> list[Any]:
        async with open_fetcher() as fetcher:
            answers = [await ask(fetcher, engine, "amber") for engine in engines]
        count_answers(answers)
        return answers

    engines = [ready_engine(slug_of(name)) for name in ("shed", "barn", "attic", "cellar")]
    for answer in asyncio.run(ask_all()):
        print(answer.slug, answer.kind, len(answer.records))
    write_figures()
    assert profile_engines() > 0
    assert StoredProfile.objects.exclude(subjects=[]).exists()


def signed_texts(web: Web) -> dict[str, Any]:
    """Return what the product of the day signed: a cookie, a picture's address, a session."""
    preferences = Preferences(
        theme="dark",
        per_page=50,
        language="de",
        blocked=("blocked.example",),
        preferred=("preferred.example",),
        engines={slug_of("barn"): "off", slug_of("shed"): "more"},
    )
    client = Client()
    assert client.login(username=ADMIN, password=PASSWORD)
    return {
        "user": ADMIN,
        "password": PASSWORD,
        "session": client.cookies["sessionid"].value,
        "preferences": preferences.to_token(),
        "thumbnail": thumbnail_url(f"http://{HOST}:{SILENT_PORT}/picture.png"),
    }


def date_back() -> None:
    """Make everything old but the session: what is found does not depend on the day it is tried."""
    for model in apps.get_models():
        moments = [
            field.name
            for field in model._meta.get_fields()
            if isinstance(field, models.DateTimeField)
        ]
        if moments and model is not Session:
            model.objects.update(**{name: F(name) - AGE for name in moments})
    Session.objects.update(expire_date=NEVER)


def engine_of(name: str) -> Engine:
    """Return the engine of a site."""
    return Engine.objects.get(slug=slug_of(name))
