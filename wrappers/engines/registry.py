"""Engines ready to be asked, kept in the process until their version changes."""

import logging
from dataclasses import dataclass
from datetime import datetime

from asgiref.sync import sync_to_async
from django.db.models import Case, Value, When

from discovery.connection import DescriptionError, from_xml
from discovery.documents import DocumentError
from discovery.models import Engine, EngineState
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.collection_engine import ReadyCollection
from wrappers.engines.last_known import DATABASE_AWAY, LastKnown
from wrappers.extraction import NO_CONSTRAINTS, IntegrityConstraints, NoResultSignature, Wrapper
from wrappers.models import WrapperVersion

logger = logging.getLogger(__name__)

# Seconds for which the engines found are asked without looking again. Looking costs a search a
# trip to the database's thread, and an engine paused may be asked for one second more.
CACHE_SECONDS = 1.0

# Engines not asked that are named: a page of results has better things to show. Guess.
MAX_NAMED = 10

# What a search can ask.
Askable = ReadyEngine | ReadyCollection

_cache: dict[str, Askable] = {}


class NotReadyError(LookupError):
    """No engine of that name, or one that has no wrapper yet."""


def ready_engines() -> tuple[Askable, ...]:
    """Return the engines a search asks, by name.

    One small query finds their versions; only engines that changed since are loaded and compiled.
    An engine whose stored data cannot be read is left out and logged.
    """
    rows = Engine.objects.searchable().values_list("slug", "version", "state")
    ready = []
    for slug, version, state in rows:
        engine = _cache.get(slug)
        if engine is None or (engine.version, engine.state) != (version, state):
            try:
                engine = _load(slug)
            except NotReadyError as error:
                logger.error("%s", error)
                continue
        ready.append(engine)
    return tuple(ready)


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


def ready_engine(slug: str) -> Askable:
    """Return the engine `slug` whatever its state. Raises `NotReadyError` with the reason."""
    return _load(slug)


_ready = LastKnown(ready_engines, CACHE_SECONDS, keeps_empty=False)
_unavailable = LastKnown(unavailable_engines, CACHE_SECONDS)
_load_async = sync_to_async(ready_engine)


async def aready_engines() -> tuple[Askable, ...]:
    """Return the engines a search asks, as they were at most `CACHE_SECONDS` seconds ago.

    While the database is away they are those last known (`engines_are_stale`).
    """
    return await _ready.get()


async def aunavailable_engines() -> UnavailableEngines:
    """Return the resting engines as they were at most `CACHE_SECONDS` seconds ago."""
    return await _unavailable.get()


async def aready_engine(slug: str) -> Askable:
    """Return the engine `slug` whatever its state, the last known while the database is away.

    Raises `NotReadyError` with the reason.
    """
    try:
        return await _load_async(slug)
    except DATABASE_AWAY:
        if slug in _cache:
            return _cache[slug]
        raise


def engines_are_stale() -> bool:
    """Tell whether the engines are those last known, because the database does not answer."""
    return _ready.is_stale


def _load(slug: str) -> Askable:
    """Load, compile and keep an engine."""
    engine = Engine.objects.filter(slug=slug).first()
    if engine is None:
        raise NotReadyError(f"There is no engine {slug!r}.")
    if engine.collection_id is not None:
        return _keep(make_ready_collection(engine))
    version = WrapperVersion.objects.filter(engine=engine, is_active=True).first()
    if version is None:
        raise NotReadyError(f"The engine {slug!r} has no wrapper: it is {engine.state}.")
    return _keep(make_ready_engine(engine, version))


def _keep(ready: Askable) -> Askable:
    _cache[ready.slug] = ready
    return ready


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
        )
    except (DescriptionError, DocumentError) as error:
        raise NotReadyError(f"The engine {engine.slug!r} cannot be read: {error}") from error
