"""Profiles of engines: made in the background from their sample pages, used to choose among many.

Only what was asked while learning goes into a profile, never what users ask or get.
"""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence

from django.conf import settings
from django.db import connection

from metasearch.brokering import Broker, EngineProfile, ProfileFormatError, make_profile
from metasearch.models import StoredProfile
from wrappers.asking import ReadyEngine
from wrappers.extraction import Wrapper, WrapperFormatError, wrapper_from_json
from wrappers.models import SampleRole, WrapperVersion
from wrappers.registry import Askable

logger = logging.getLogger(__name__)

# Versions profiled in one task: each parses about ten stored pages.
PROFILED_AT_ONCE = 20
# Seconds for which profiles are used without looking for newer ones.
KEPT_FOR = 60.0

# The broker made last, and until when (monotonic seconds) it is used unasked.
_made: tuple[float, Broker] | None = None


def profile_engines(limit: int = PROFILED_AT_ONCE) -> int:
    """Profile active versions that have no profile yet; return how many were profiled."""
    versions = WrapperVersion.objects.filter(is_active=True, word_profile__isnull=True)
    count = 0
    for version in versions.select_related("engine")[:limit]:
        profile = make_profile(version.engine.slug, _sampled_texts(version))
        StoredProfile.objects.get_or_create(version=version, defaults={"data": profile.to_json()})
        count += 1
    return count


def _sampled_texts(version: WrapperVersion) -> Iterator[str]:
    """Yield title and snippet of each differing record on the version's sample pages."""
    try:
        wrapper = wrapper_from_json(version.wrapper)
    except WrapperFormatError as error:
        logger.error("%s cannot be profiled: %s", version, error)
        return
    seen = set()
    for text in _texts(wrapper, version):
        if text not in seen:
            seen.add(text)
            yield text


def _texts(wrapper: Wrapper, version: WrapperVersion) -> Iterator[str]:
    samples = version.samples.exclude(role=SampleRole.NO_RESULT)
    for sample in samples.iterator(chunk_size=5):
        for record in wrapper.extract(sample.page()).records:
            yield f"{record.title} {record.snippet}"


def load_broker() -> Broker:
    """Return a broker that knows all profiles of active versions."""
    rows = StoredProfile.objects.filter(version__is_active=True)
    profiles: list[EngineProfile] = []
    for slug, data in rows.values_list("version__engine__slug", "data"):
        try:
            profiles.append(EngineProfile.from_json(slug, data))
        except ProfileFormatError as error:
            logger.error("the profile of %s cannot be read: %s", slug, error)
    return Broker(profiles)


def choose_now(
    engines: Sequence[Askable], query: str, broker: Broker | None = None
) -> tuple[Askable, ...]:
    """Return the engines to ask, in the order given: all while they are few.

    Collections are always asked: they are on this machine, and cost nobody a request.
    """
    weights = _weights_on_the_web(engines)
    if len(weights) <= settings.ENGINES_ASKED:
        return tuple(engines)
    broker = broker or load_broker()
    chosen = broker.choose(query, tuple(weights), settings.ENGINES_ASKED, weights).slugs
    left_out = weights.keys() - set(chosen)
    return tuple(engine for engine in engines if engine.slug not in left_out)


async def choose_engines(engines: Sequence[Askable], query: str) -> tuple[Askable, ...]:
    """The same from the event loop, with profiles that may be a minute old."""
    if len(_weights_on_the_web(engines)) <= settings.ENGINES_ASKED:
        return tuple(engines)
    return choose_now(engines, query, await _current_broker())


def _weights_on_the_web(engines: Sequence[Askable]) -> dict[str, float]:
    """Return the weights of the engines that have to be asked over the network, by slug."""
    return {engine.slug: engine.weight for engine in engines if isinstance(engine, ReadyEngine)}


async def _current_broker() -> Broker:
    """Return the broker made last, or make one when that is out of date."""
    global _made
    if _made is not None:
        until, broker = _made
        if time.monotonic() < until:
            return broker
        # Whoever finds it out of date makes it anew; the others go on with the old one meanwhile.
        _made = (time.monotonic() + KEPT_FOR, broker)
    broker = await asyncio.to_thread(_load_in_thread)
    _made = (time.monotonic() + KEPT_FOR, broker)
    return broker


def _load_in_thread() -> Broker:
    """Load on a thread of its own, whose database connection nobody else would close."""
    try:
        return load_broker()
    finally:
        connection.close()
