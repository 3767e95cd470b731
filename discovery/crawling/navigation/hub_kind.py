"""Kinds of hubs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HubKind:
    """Hubs that are treated alike. `pattern` is empty when their addresses say nothing."""

    members: tuple[str, ...]
    pattern: str
