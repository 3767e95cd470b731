"""A collection as an engine of the merged search: answered from the index, asked like any other."""

import asyncio
import time
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import F

from discovery.engines.bangs import give_bang
from discovery.engines.registration import free_slug, log_event
from discovery.models import Collection, Engine, EngineState
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.extraction.records.record import ResultRecord
from wrappers.items.searching import ItemHits, search_items


@dataclass(frozen=True, slots=True)
class ReadyCollection:
    """A collection that can be asked, with what searches show of an engine."""

    slug: str
    name: str
    state: str
    home_url: str
    version: int
    collection_id: int
    categories: tuple[str, ...] = ()
    weight: float = 1.0
    bang: str = ""
    # It has no form in which anything could be chosen.
    variant: str = ""


def publish_collection(collection: Collection) -> Engine:
    """Let searches find the items of a collection: the first time, make its engine."""
    reason = f"Searches {collection.items.count()} items of the collection."
    with transaction.atomic():
        engine = Engine.objects.filter(collection=collection).first()
        if engine is not None:
            Engine.objects.filter(pk=engine.pk).update(
                version=F("version") + 1, reason=reason, name=collection.name
            )
            return engine
        engine = Engine.objects.create(
            slug=free_slug(collection.samples[0]),
            name=collection.name,
            home_url=collection.samples[0][:2000],
            state=EngineState.ACTIVE,
            reason=reason,
            collection=collection,
            version=1,
        )
        give_bang(engine, engine.name)
        log_event(engine, EngineState.PROPOSED, EngineState.ACTIVE, reason)
    return engine


async def ask_collection(engine: ReadyCollection, query: str, page: int = 1) -> Answer:
    """Return what a collection answers to `query`, `page` counted from 1."""
    started = time.monotonic()
    found = await asyncio.to_thread(_search_in_thread, engine.collection_id, query, page)
    return Answer(
        slug=engine.slug,
        reason=AnswerReason.RECORDS if found.hits else AnswerReason.SAYS_NOTHING_FOUND,
        seconds=time.monotonic() - started,
        records=tuple(
            ResultRecord(url=hit.url, title=hit.title, snippet=hit.snippet, original_url=hit.url)
            for hit in found.hits
        ),
        total=found.total,
    )


def _search_in_thread(collection_id: int, query: str, page: int) -> ItemHits:
    """Search on a thread of its own, whose database connection nobody else would close."""
    try:
        return search_items(collection_id, query, page)
    finally:
        connection.close()
