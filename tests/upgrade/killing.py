"""What the stored installation holds of workers that were killed in the midst of their work."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from discovery.collecting import Wish, start_collection, work_on_collection
from discovery.collecting_memory import CrawlMemory
from discovery.crawl_control import pause_crawl
from discovery.crawl_slice import CrawlSlice
from discovery.engine_crawl import start_crawl, work_on_crawl
from discovery.leases import Lease
from discovery.services import register_engine
from discovery.states import EngineState
from django.core.management import call_command
from wrappers.collecting import begin_collection, enqueue_collection, finish_now, work_on_slice
from wrappers.index_questions import index_source
from wrappers.learning_jobs import plan_learning, plan_mending, recheck_connection
from wrappers.learning_slices import work_on_job
from wrappers.services import add_engine, enqueue_check

from discovery.connection import from_xml
from discovery.models import CollectingMethod, Collection, CollectionStage, Engine, TraversalState
from tests.upgrade.engine_sites import plain
from tests.upgrade.filling import engine_of
from tests.upgrade.serving import Web
from tests.upgrade.websites import LEARNING_STEPS, MENDING_STEPS, make_sites
from wrappers import collecting, imports, mending
from wrappers import learning as learning_steps
from wrappers.imports import accept_file, work_on_import
from wrappers.models import CollectionQuestion, EngineImport, LearningJob


class Killed(BaseException):
    """Stands for a worker's sudden end."""


@contextmanager
def killed_in(place: Any, name: str, after: int = 0) -> Iterator[None]:
    """Kill what runs in here when it calls `place`'s `name` for the time `after` the first.

    A killed worker releases no lease.
    """
    real = place[name] if isinstance(place, dict) else getattr(place, name)
    calls = iter(range(10_000))

    def deadly(*args: Any, **named: Any) -> Any:
        if next(calls) == after:
            raise Killed
        return real(*args, **named)

    change = (
        patch.dict(place, {name: deadly})
        if isinstance(place, dict)
        else patch.object(place, name, deadly)
    )
    with change, patch.object(Lease, "release", lambda lease: None):
        try:
            yield
        except Killed:
            return
    raise AssertionError(f"{name} was not called {after + 1} times")


def kill_learning(web: Web) -> None:
    """Leave jobs under way in every step, their slices and a check in the queue."""
    enqueue_check(engine_of("barn"))
    for step in LEARNING_STEPS:
        engine, _ = register_engine(web.sites[step].address)
        job = plan_learning(engine)
        with killed_in(learning_steps.STEPS, step, after=2 if step == "ask_samples" else 0):
            work_on_job(job.pk, 60)
    today = make_sites()
    for step in MENDING_STEPS:
        site = web.sites[step]
        site.layout, site.action = plain, "/find"
        engine = add_engine(site.address).engine
        site.layout, site.action = today[step].layout, today[step].action
        job = plan_mending(engine.wrapper_versions.get())
        with killed_in(mending.MENDING_STEPS, step, after=1 if step == "ask_again" else 0):
            work_on_job(job.pk, 60)
    # Two searches that redesigned engines do not answer: they are broken.
    for query in ("amber", "copper"):
        call_command("search", query, stdout=io.StringIO(), stderr=io.StringIO())
    broken = Engine.objects.filter(state=EngineState.BROKEN)
    assert broken.count() == len(MENDING_STEPS), broken
    recheck_connection(engine_of("hut"), from_xml(engine_of("hut").description.encode()))
    for job in LearningJob.objects.unfinished():
        print(job.engine, job.step, job.samples.count(), "samples")


def kill_crawls(web: Web) -> None:
    """Leave a crawl for engines and collections under way, each with another algorithm."""
    crawl = start_crawl([web.sites["alley"].address])
    with killed_in(CrawlSlice, "_store_arrived", after=2):
        work_on_crawl(crawl.pk)
    with patch("discovery.collecting_memory.STATE_EVERY", 3):
        _kill_collection(web.sites["archive"].person(0), CollectingMethod.INDESIT)
        _kill_collection(web.sites["gallery"].person(0), CollectingMethod.PATTERN)
        again = finish_now(start_collection(Wish((web.sites["museum"].person(0),))))
        assert again.found == 12, again.reason
        _kill_collection(web.sites["museum"].person(0), CollectingMethod.AUTO)
    states = set(TraversalState.objects.values_list("method", flat=True))
    assert states == {"structure", "mapping", "pattern"}, states
    _kill_while_learning(web.sites["depot"].thing(0))
    _kill_asking(web)
    unread = begin_collection(Wish((web.sites["library"].person(0),)))
    while Collection.objects.get(pk=unread.pk).finished_at is None:
        work_on_slice(unread.pk)
    with killed_in(collecting, "publish_if_read"):
        collecting.read_slice(unread.pk)
    pause_crawl(begin_collection(Wish((web.sites["depot"].person(0),))))
    for collection in Collection.objects.all():
        print(collection, collection.method, collection.state, collection.stage, collection.run)


def _kill_collection(sample: str, method: CollectingMethod) -> None:
    collection = start_collection(Wish((sample,), method=method))
    enqueue_collection(collection.pk)
    with killed_in(CrawlMemory, "give", after=10):
        work_on_collection(collection.pk)


def _kill_while_learning(sample: str) -> None:
    collection = begin_collection(Wish((sample,)))
    while collection.stage != CollectionStage.LEARNING:
        collection = work_on_collection(collection.pk)
    with killed_in(CrawlMemory, "learn"):
        work_on_collection(collection.pk)


def _kill_asking(web: Web) -> None:
    """Leave a collection under way whose site's engine is being asked for further pages."""
    site = web.sites["library"]
    wish = Wish((site.thing(0),), entry_engine=engine_of("library"))
    collection = begin_collection(wish)
    with killed_in(CollectionQuestion, "save", after=12):
        work_on_collection(collection.pk, source_of=index_source)


def kill_imports(web: Web) -> None:
    """Leave an import under way, and one that waits in the queue."""
    for name in ("booth", "stall"):
        site = web.sites[name]
        entry = f"engines:\n- name: {name}\n  search_url: {site.address}find?q={{query}}\n"
        accept_file(entry.encode(), f"{name}.yml")
    first = EngineImport.objects.unfinished().earliest("pk")
    with killed_in(imports, "plan_import"):
        work_on_import(first.pk)
