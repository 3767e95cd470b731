"""Engines ready to be asked, kept in the process until their version changes."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Case, F, Value, When

from discovery.connection.description import DescriptionError
from discovery.documents.document import DocumentError
from discovery.engines.registration import free_slug, give_bang, log_event
from discovery.models import Collection, Engine, EngineState
from discovery.pages.outcomes import AnswerReason
from discovery.web.politeness import on_own_connection
from wrappers.engines.answer import ANYBODY, Answer, ReadyEngine, ShownEngine, Viewer, sees
from wrappers.extraction.answers.classifying import AnswerReader
from wrappers.extraction.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.items.searching import search_items
from wrappers.models import WrapperVersion

logger = logging.getLogger(__name__)

T = TypeVar("T")

# What Django raises where the database does not answer.
DATABASE_AWAY = (InterfaceError, OperationalError)
# Seconds after which a database that did not answer is tried again: one search pays for it.
RETRY_SECONDS = 2.0
# Seconds that nobody waits longer for what is read again: ten thousand engines take many. Guess.
PATIENCE = 0.5


class StaleCache(Generic[T]):
    """A value that is read from the database at most once in `seconds`, by one reader at a time.

    Whoever asks while it is read waits for the reading under way; who leaves does not end it. What
    was known is used where a reading takes longer than `patience`, in seconds. `keeps_empty`: an
    empty value is not read again each time. `is_stale`: the database did not answer when it was
    last tried.
    """

    def __init__(
        self,
        read: Callable[[], T],
        seconds: float,
        keeps_empty: bool = True,
        patience: float = PATIENCE,
    ) -> None:
        self._read = read
        self._seconds = seconds
        self._keeps_empty = keeps_empty
        self._patience = patience
        self._until = 0.0
        self._value: T | None = None
        self._reading: asyncio.Task[T] | None = None
        self.is_stale = False

    async def get(self) -> T:
        """Return the value, the last known while the database is away. Raises `DATABASE_AWAY`."""
        is_kept = self._value or self._keeps_empty or self.is_stale
        if self._value is not None and is_kept and time.monotonic() < self._until:
            return self._value
        reading = self._reading_under_way()
        if self._value is not None:
            await asyncio.wait([reading], timeout=self._patience)
            if not reading.done():
                return self._value
        return await asyncio.shield(reading)

    def _reading_under_way(self) -> "asyncio.Task[T]":
        reading = self._reading
        loop = asyncio.get_running_loop()
        if reading is None or reading.done() or reading.get_loop() is not loop:
            reading = self._reading = loop.create_task(self._read_again())
        return reading

    async def _read_again(self) -> T:
        try:
            # On a thread of its own: it may outlive the request, whose thread serves another then.
            async with ThreadSensitiveContext():
                self._value = await sync_to_async(on_own_connection)(self._read)
        except DATABASE_AWAY as error:
            if self._value is None:
                raise
            logger.warning("the database does not answer, the last known is used: %s", error)
            self.is_stale = True
            self._until = time.monotonic() + RETRY_SECONDS
        else:
            self.is_stale = False
            self._until = time.monotonic() + self._seconds
        return self._value


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyCollection(ShownEngine):
    collection_id: int


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
    started = time.monotonic()
    found = await asyncio.to_thread(
        on_own_connection, search_items, engine.collection_id, query, page
    )
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


# Seconds for which the engines found are asked without looking again: that costs a search a trip
# to the database's thread.
CACHE_SECONDS = 1.0

# Engines loaded at once: one by one, ten thousand of them would take a process half a minute.
LOADED_AT_ONCE = 500

# Engines not asked that are named: a page of results has better things to show. Guess.
MAX_NAMED = 10

# What a search can ask.
Askable = ReadyEngine | ReadyCollection


class NotReadyError(LookupError):
    """No engine of that name, or one that has no wrapper yet."""


@dataclass(frozen=True, slots=True)
class UnavailableEngine:
    """An engine in use that is not asked at present, its state, and when it is checked next."""

    name: str
    state: str
    next_check_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class UnavailableEngines:
    """How many engines in use are not asked at present, and the first of them by name."""

    named: tuple[UnavailableEngine, ...] = ()
    count: int = 0

    def __bool__(self) -> bool:
        return self.count > 0


def unavailable_engines() -> UnavailableEngines:
    """Return the engines that anybody would expect to be asked and are not, paused ones last."""
    resting = Engine.objects.resting().filter(seen_by="")
    is_paused = Case(When(state=EngineState.PAUSED, then=Value(1)), default=Value(0))
    rows = resting.order_by(is_paused, "name").values_list("name", "state", "watch__next_check_at")[
        :MAX_NAMED
    ]
    return UnavailableEngines(
        tuple(
            UnavailableEngine(name, state, None if state == EngineState.PAUSED else next_check_at)
            for name, state, next_check_at in rows
        ),
        resting.count(),
    )


class EngineRegistry:
    """The engines a process knows, compiled once a version, as `CACHE_SECONDS` ago at most."""

    def __init__(self) -> None:
        self._compiled: dict[str, Askable] = {}
        # What a search asks, the very same object until something changes.
        self._seen: tuple[Askable, ...] = ()
        # What of it viewers see, and whether there is anything that not everybody does.
        self._views: dict[Viewer, tuple[tuple[Askable, ...], tuple[Askable, ...]]] = {}
        self.has_closed = False
        self._ready = StaleCache(self._look, CACHE_SECONDS, keeps_empty=False)
        self._unavailable = StaleCache(unavailable_engines, CACHE_SECONDS)
        self._load_async = sync_to_async(self._load)

    async def ready(self, viewer: Viewer = ANYBODY) -> tuple[Askable, ...]:
        """Return the engines that searches of a viewer ask. Raises `DATABASE_AWAY`."""
        ready = await self._ready.get()
        seen = self._views.get(viewer)
        if seen is None or seen[0] is not ready:
            seen = self._views[viewer] = (ready, tuple(e for e in ready if sees(viewer, e.groups)))
        return seen[1]

    async def unavailable(self) -> UnavailableEngines:
        return await self._unavailable.get()

    async def find(self, slug: str, viewer: Viewer = ANYBODY) -> Askable:
        """Return the engine of that slug or bang, whatever its state. Raises `NotReadyError`."""
        try:
            return await self._load_async(slug, viewer)
        except DATABASE_AWAY:
            engine = self._compiled.get(slug)
            if engine is None or not sees(viewer, engine.groups):
                raise
            return engine

    @property
    def is_stale(self) -> bool:
        return self._ready.is_stale

    def _look(self) -> tuple[Askable, ...]:
        """Return the engines a search asks; only those of a new version are loaded."""
        current: dict[str, Askable | None] = {}
        rows = Engine.objects.searchable().values_list("slug", "version", "state")
        for slug, version, state in rows:
            engine = self._compiled.get(slug)
            is_known = engine is not None and (engine.version, engine.state) == (version, state)
            current[slug] = engine if is_known else None
        changed = [slug for slug, engine in current.items() if engine is None]
        for start in range(0, len(changed), LOADED_AT_ONCE):
            loaded = _ready_engines(changed[start : start + LOADED_AT_ONCE])
            current.update(loaded)
            self._compiled.update(loaded)
        ready = tuple(engine for engine in current.values() if engine is not None)
        if ready != self._seen:
            self._seen = ready
            self._views = {}
            self.has_closed = any(engine.groups for engine in ready)
        return self._seen

    def _load(self, slug: str, viewer: Viewer) -> Askable:
        engine = self._compiled[slug] = ready_engine(slug, viewer)
        return engine


def ready_engine(slug: str, viewer: Viewer = None) -> Askable:
    """Load and compile the engine of a slug or bang whatever its state. Raises `NotReadyError`.

    What `viewer` does not see is not there.
    """
    engine = Engine.objects.called(slug).first()
    if engine is None or not sees(viewer, engine.groups()):
        raise NotReadyError(f"There is no engine {slug!r}.")
    return _made_ready(engine, list(engine.wrapper_versions.reading()))


def _ready_engines(slugs: Sequence[str]) -> dict[str, Askable]:
    """Load and compile engines with two queries in all; those that cannot be are left out."""
    versions = defaultdict[int, list[WrapperVersion]](list)
    for version in WrapperVersion.objects.reading().filter(engine__slug__in=slugs):
        versions[version.engine_id].append(version)
    ready: dict[str, Askable] = {}
    for engine in Engine.objects.filter(slug__in=slugs).order_by():
        try:
            ready[engine.slug] = _made_ready(engine, versions[engine.pk])
        except NotReadyError as error:
            logger.error("%s", error)
    return ready


def _made_ready(engine: Engine, reading: Sequence[WrapperVersion]) -> Askable:
    if engine.collection_id is not None:
        return ReadyCollection(collection_id=engine.collection_id, **_shown(engine))
    if not reading or not reading[0].is_active:
        raise NotReadyError(f"The engine {engine.slug!r} has no wrapper: it is {engine.state}.")
    return make_ready_engine(engine, *reading)


def make_ready_engine(
    engine: Engine, version: WrapperVersion, *others: WrapperVersion
) -> ReadyEngine:
    """Return `engine` as it would be asked with `version`, and read by it and `others`.

    Raises `NotReadyError`.
    """
    try:
        reader = _reader_of(version)
        return ReadyEngine(
            description=version.connection,
            wrapper=reader.wrapper,
            no_result=reader.no_result,
            constraints=reader.constraints,
            start_pages=reader.start_pages,
            access=engine.access,
            deadline=engine.deadline,
            others=tuple(map(_reader_of, others)),
            **_shown(engine),
        )
    except (DescriptionError, DocumentError) as error:
        raise NotReadyError(f"The engine {engine.slug!r} cannot be read: {error}") from error


def _reader_of(version: WrapperVersion) -> AnswerReader:
    """Return what reads pages as `version` does. Raises `DocumentError`."""
    kept = version.constraints
    return AnswerReader(
        wrapper=Wrapper.from_json(version.wrapper),
        no_result=NoResultSignature.from_json(version.no_result) if version.no_result else None,
        constraints=IntegrityConstraints.from_json(kept) if kept else NO_CONSTRAINTS,
        start_pages=tuple(map(NoResultSignature.from_json, version.start_pages)),
    )


def _shown(engine: Engine) -> dict[str, Any]:
    kept = ("slug", "name", "state", "home_url", "version", "weight")
    values = {name: getattr(engine, name) for name in kept}
    values |= {"categories": engine.category_names(), "groups": engine.groups()}
    return values | {"bang": engine.bang or ""}
