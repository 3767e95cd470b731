"""Engines that are not asked at present: a few are named, however many there are."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from discovery.models import Engine, EngineState
from wrappers.engines.registry import MAX_NAMED, UnavailableEngine, unavailable_engines

MANY = 10_000


def make_engines(count: int, state: EngineState) -> None:
    Engine.objects.bulk_create(
        Engine(
            slug=f"{state}-{number}".lower(),
            name=f"{state} {number}",
            home_url=f"https://site{number}.example/",
            state=state,
        )
        for number in range(count)
    )


@pytest.mark.django_db
def test_a_few_of_very_many_are_named_and_all_are_counted() -> None:
    make_engines(MANY, EngineState.PAUSED)
    make_engines(3, EngineState.BROKEN)
    make_engines(50, EngineState.PROPOSED)
    with CaptureQueriesContext(connection) as queries:
        found = unavailable_engines()
    assert len(queries) == 2
    assert found.count == MANY + 3
    assert len(found.named) == MAX_NAMED
    assert [engine.state for engine in found.named[:4]] == [*(["BROKEN"] * 3), "PAUSED"]


async def test_the_page_of_results_does_not_grow_with_them(one: Any, async_client: Any) -> None:
    one.resting += [UnavailableEngine(f"Paused {n}", "PAUSED") for n in range(MAX_NAMED)]
    few = (await async_client.get("/search?q=x")).content.decode()
    assert "all engines" not in few
    one.resting_count = MANY
    many = (await async_client.get("/search?q=x")).content.decode()
    assert f"Not asked at present ({MANY})" in many
    assert '<a href="/engines">all engines</a>' in many
    assert len(many) < len(few) + 200
