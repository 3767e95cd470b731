"""Voters: an engine that is known twice, under two addresses, is one."""

from collections.abc import Sequence
from functools import lru_cache

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.engine_lists.proposals import engine_key
from wrappers.engines.registry import Askable, ReadyCollection

# Descriptions whose voters are kept: every answer that is merged needs its own.
MAX_KEPT = 10_000


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
    return _voter_of(engine.description) or engine.slug


@lru_cache(maxsize=MAX_KEPT)
def _voter_of(description: ConnectionDescription) -> str:
    if not description.action and not description.template:
        return ""
    try:
        return engine_key(description)
    except DescriptionError:
        return ""
