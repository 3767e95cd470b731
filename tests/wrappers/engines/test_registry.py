"""Engines ready to be asked: looked up once in a while, known while the database is away."""

import asyncio
import threading
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import Engine, EngineState
from tests.wrappers.stored_engine import store_engine
from wrappers.engines import registry as registry_module
from wrappers.engines.registry import EngineRegistry, StaleCache
from wrappers.models import WrapperVersion

pytestmark = pytest.mark.timed

Found = list[tuple[str, ...] | Exception]


def look_up(
    found: Found, times: int, seconds: float = 60.0, keeps_empty: bool = False
) -> list[Any]:
    """Return what is known when asked several times in a row; a look takes the first of `found`."""

    def read() -> tuple[str, ...]:
        value = found.pop(0)
        if isinstance(value, Exception):
            raise value
        return value

    async def in_a_row() -> list[Any]:
        known = StaleCache(read, seconds, keeps_empty)
        return [(await known.get(), known.is_stale) for _ in range(times)]

    return asyncio.run(in_a_row())


AWAY = OperationalError("connection refused")


@pytest.mark.parametrize(
    ("found", "options", "known", "left"),
    [
        # Searches in a row look once; a change is seen after a while.
        ([("one",), ("two",)], {}, [("one",), ("one",), ("one",)], 1),
        ([("one",), ("two",)], {"seconds": 0.0}, [("one",), ("two",)], 0),
        # No engine is looked up again at once.
        ([(), ("one",)], {}, [(), ("one",)], 0),
        ([(), ("one",)], {"keeps_empty": True}, [(), ()], 1),
        # Away, it is tried again only after a while: a try may take seconds.
        ([("one",), AWAY, AWAY, ("two",)], {"seconds": 0.0}, [("one",)] * 4, 2),
    ],
)
def test_what_is_known_is_looked_up_now_and_then(found, options, known, left):
    is_away = AWAY in found
    remaining = list(found)
    told = look_up(remaining, len(known), **options)
    assert told == [(each, is_away and n > 0) for n, each in enumerate(known)]
    assert len(remaining) == left


def test_a_database_that_was_away_is_tried_again(monkeypatch):
    monkeypatch.setattr(registry_module, "RETRY_SECONDS", 0.0)
    told = look_up([("one",), AWAY, ("two",)], 3, seconds=0.0)
    assert told == [(("one",), False), (("one",), True), (("two",), False)]
    with pytest.raises(OperationalError):
        look_up([AWAY], 1)


@pytest.mark.django_db
def test_engines_are_loaded_together_and_again_only_where_they_changed(caplog):
    stored = [store_engine(slug=slug) for slug in ("one", "two", "three")]
    Engine.objects.create(slug="bare", name="bare", state=EngineState.ACTIVE, home_url="http://b.c")
    description = to_xml(ConnectionDescription(template="http://one.example/?q={searchTerms}"))
    WrapperVersion.objects.update(description=description.decode())
    registry = EngineRegistry()
    with CaptureQueriesContext(connection) as queries:
        first = registry._look()
    assert len(queries) == 3
    assert {engine.slug for engine in first} == {"one", "two", "three"}
    assert "'bare' has no wrapper" in caplog.text
    Engine.objects.filter(slug="bare").delete()
    assert registry._look() is first
    Engine.objects.filter(pk=stored[1].engine_id).update(version=7)
    later = registry._look()
    changed = [after.version for before, after in zip(first, later, strict=True) if before != after]
    assert changed == [7]


def test_who_asks_meanwhile_shares_the_reading_and_who_leaves_does_not_end_it(monkeypatch):
    go_on, begun = threading.Event(), []

    def read() -> str:
        begun.append(len(begun))
        assert go_on.wait(10)
        return f"reading {len(begun)}"

    async def ask_at_once() -> None:
        known = StaleCache(read, 0.0)
        asking = [asyncio.create_task(known.get()) for _ in range(20)]
        await asyncio.sleep(0.01)
        asking[0].cancel()
        go_on.set()
        assert await asyncio.gather(*asking[1:]) == ["reading 1"] * 19
        # Once something is known, nobody waits long for it to be read again.
        go_on.clear()
        monkeypatch.setattr(registry_module, "PATIENCE", 0.01)
        assert [await known.get() for _ in range(3)] == ["reading 1"] * 3
        go_on.set()
        monkeypatch.setattr(registry_module, "PATIENCE", 10.0)
        assert await known.get() == "reading 2"

    asyncio.run(ask_at_once())
    assert begun == [0, 1]
