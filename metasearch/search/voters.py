"""Who votes: an engine that is known twice, under two addresses, is one voter."""

from collections.abc import Sequence

from discovery.connection import DescriptionError
from discovery.engine_lists import engine_key
from wrappers.engines import Askable, ReadyCollection, ReadyEngine

# Voters kept, by what their engines are asked with: every answer that is merged needs its own.
_MAX_KEPT = 100_000
_kept: dict[tuple[str, int, str], str] = {}


def each_voter_once(engines: Sequence[Askable]) -> tuple[Askable, ...]:
    """Return `engines` without those that are asked the very same as one before them."""
    voters: dict[str, Askable] = {}
    for engine in engines:
        voters.setdefault(voter_of(engine), engine)
    return tuple(voters.values())


def voter_of(engine: Askable) -> str:
    """Return what is equal for engines that are asked the very same."""
    if isinstance(engine, ReadyCollection):
        return engine.slug
    kept = (engine.slug, engine.version, engine.variant)
    voter = _kept.get(kept)
    if voter is None:
        if len(_kept) >= _MAX_KEPT:
            _kept.clear()
        voter = _kept[kept] = _voter_of(engine) or engine.slug
    return voter


def _voter_of(engine: ReadyEngine) -> str:
    description = engine.description
    if not description.action and not description.template:
        return ""
    try:
        return engine_key(description)
    except DescriptionError:
        return ""
