"""Engines ready to be asked, kept in the process until their version changes."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from asgiref.sync import sync_to_async
from django.db.models import Case, Value, When

from discovery.connection.description.description import DescriptionError
from discovery.connection.xml.reading import from_xml
from discovery.documents.document import DocumentError
from discovery.models import Engine, EngineState
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.collection_engine import ReadyCollection
from wrappers.engines.last_known import DATABASE_AWAY, LastKnown
from wrappers.extraction.constraints.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.no_result.signature import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.models import WrapperVersion

logger = logging.getLogger(__name__)

# Seconds for which the engines found are asked without looking again. Looking costs a search a
# trip to the database's thread, and an engine paused may be asked for one second more.
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
        """Tell whether there is any."""
        return self.count > 0


def unavailable_engines() -> UnavailableEngines:
    """Return the engines that users would expect to be asked and are not.

    Those that a person paused are named last: that they are not asked is no news.
    """
    resting = Engine.objects.resting()
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
    """The engines a process knows, each loaded and compiled once a version."""

    def __init__(self) -> None:
        self._compiled: dict[str, Askable] = {}
        # What a search asks, the very same object until something changes.
        self._seen: tuple[Askable, ...] = ()
        self._ready = LastKnown(self._look, CACHE_SECONDS, keeps_empty=False)
        self._unavailable = LastKnown(unavailable_engines, CACHE_SECONDS)
        self._load_async = sync_to_async(self._load)

    async def ready(self) -> tuple[Askable, ...]:
        """Return the engines a search asks, as they were at most `CACHE_SECONDS` seconds ago.

        By name. While the database is away they are those last known (`is_stale`).
        """
        return await self._ready.get()

    async def unavailable(self) -> UnavailableEngines:
        """Return the resting engines as they were at most `CACHE_SECONDS` seconds ago."""
        return await self._unavailable.get()

    async def find(self, slug: str) -> Askable:
        """Return the engine of that slug or bang, whatever its state.

        The last known while the database is away. Raises `NotReadyError` with the reason.
        """
        try:
            return await self._load_async(slug)
        except DATABASE_AWAY:
            if slug in self._compiled:
                return self._compiled[slug]
            raise

    @property
    def is_stale(self) -> bool:
        """Whether the engines are those last known, because the database does not answer."""
        return self._ready.is_stale

    def _look(self) -> tuple[Askable, ...]:
        """Return the engines a search asks.

        One small query finds their versions; only those that changed since are loaded. An engine
        whose stored data cannot be read is left out and logged.
        """
        current: dict[str, Askable | None] = {}
        rows = Engine.objects.searchable().values_list("slug", "version", "state")
        for slug, version, state in rows:
            engine = self._compiled.get(slug)
            is_known = engine is not None and (engine.version, engine.state) == (version, state)
            current[slug] = engine if is_known else None
        changed = [slug for slug, engine in current.items() if engine is None]
        for start in range(0, len(changed), LOADED_AT_ONCE):
            loaded = ready_engines(changed[start : start + LOADED_AT_ONCE])
            current.update(loaded)
            self._compiled.update(loaded)
        ready = tuple(engine for engine in current.values() if engine is not None)
        if ready != self._seen:
            self._seen = ready
        return self._seen

    def _load(self, slug: str) -> Askable:
        """Load and keep an engine."""
        engine = self._compiled[slug] = ready_engine(slug)
        return engine


def ready_engine(slug: str) -> Askable:
    """Load and compile the engine of a slug or bang whatever its state. Raises `NotReadyError`."""
    engine = Engine.objects.called(slug).first()
    if engine is None:
        raise NotReadyError(f"There is no engine {slug!r}.")
    return _made_ready(engine, WrapperVersion.objects.filter(engine=engine, is_active=True).first())


def ready_engines(slugs: Sequence[str]) -> dict[str, Askable]:
    """Load and compile engines with two queries in all, by slug.

    Those that have no wrapper, or one that cannot be read, are left out and logged.
    """
    active = WrapperVersion.objects.filter(engine__slug__in=slugs, is_active=True)
    versions = {version.engine_id: version for version in active.order_by()}
    ready: dict[str, Askable] = {}
    for engine in Engine.objects.filter(slug__in=slugs).order_by():
        try:
            ready[engine.slug] = _made_ready(engine, versions.get(engine.pk))
        except NotReadyError as error:
            logger.error("%s", error)
    return ready


def _made_ready(engine: Engine, version: WrapperVersion | None) -> Askable:
    """Compile an engine with its active wrapper, or over its collection, where it has one."""
    if engine.collection_id is not None:
        return make_ready_collection(engine)
    if version is None:
        raise NotReadyError(f"The engine {engine.slug!r} has no wrapper: it is {engine.state}.")
    return make_ready_engine(engine, version)


def make_ready_collection(engine: Engine) -> ReadyCollection:
    """Return the engine of a collection as it is asked."""
    assert engine.collection_id is not None
    return ReadyCollection(
        slug=engine.slug,
        name=engine.name,
        state=engine.state,
        home_url=engine.home_url,
        version=engine.version,
        collection_id=engine.collection_id,
        categories=engine.category_names(),
        weight=engine.weight,
        bang=engine.bang or "",
    )


def make_ready_engine(engine: Engine, version: WrapperVersion) -> ReadyEngine:
    """Return `engine` as it would be asked with `version`, active or not.

    Raises `NotReadyError` when what is stored cannot be read.
    """
    try:
        return ReadyEngine(
            slug=engine.slug,
            name=engine.name,
            state=engine.state,
            home_url=engine.home_url,
            version=engine.version,
            description=from_xml(version.description.encode()),
            wrapper=Wrapper.from_json(version.wrapper),
            no_result=(
                NoResultSignature.from_json(version.no_result) if version.no_result else None
            ),
            constraints=(
                IntegrityConstraints.from_json(version.constraints)
                if version.constraints
                else NO_CONSTRAINTS
            ),
            start_pages=tuple(map(NoResultSignature.from_json, version.start_pages)),
            categories=engine.category_names(),
            weight=engine.weight,
            bang=engine.bang or "",
            secrets=tuple(engine.secrets.items()),
        )
    except (DescriptionError, DocumentError) as error:
        raise NotReadyError(f"The engine {engine.slug!r} cannot be read: {error}") from error
