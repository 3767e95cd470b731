"""Engines ready to be asked: looked up at most once in a while."""

import asyncio
from typing import Any

import pytest

from wrappers.engines import registry


@pytest.fixture
def lookups(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What each look into the database will find; looking takes the first away."""
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(registry, "ready_engines", lambda: found.pop(0))
    monkeypatch.setattr(registry, "_found", (0.0, ()))
    return found


def ask(count: int) -> list[Any]:
    """Look up the engines several times in a row."""

    async def in_a_row() -> list[Any]:
        return [await registry.aready_engines() for _ in range(count)]

    return asyncio.run(in_a_row())


def test_searches_in_a_row_look_once(lookups: list[tuple[str, ...]]) -> None:
    lookups += [("one",), ("two",)]
    assert ask(3) == [("one",)] * 3
    assert lookups == [("two",)]


def test_a_change_is_seen_after_a_while(
    lookups: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "CACHE_SECONDS", 0.0)
    lookups += [("one",), ("one", "two")]
    assert ask(2) == [("one",), ("one", "two")]


def test_no_engine_is_looked_up_again_at_once(lookups: list[tuple[str, ...]]) -> None:
    lookups += [(), ("one",)]
    assert ask(2) == [(), ("one",)]
