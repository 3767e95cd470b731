"""Engines learned from their addresses, once a session, and asked as a new process asks them."""

from collections.abc import Callable, Hashable

from asgiref.sync import async_to_sync, sync_to_async
from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from discovery.models import Engine, EngineState
from wrappers.engines.answer import Answer
from wrappers.engines.client import open_client
from wrappers.engines.query_session import ask
from wrappers.engines.registry import ready_engine
from wrappers.learning.work import add_engine
from wrappers.models import LearningJob

_STORED: dict[Hashable, str] = {}


def learn_once(address: str, design: Hashable = None) -> Engine:
    """Return the engine at an address, learned there the first time that it looks like this."""
    if (address, design) not in _STORED:
        _STORED[address, design] = _rows_after(lambda: add_engine(address))
    else:
        _put_back(_STORED[address, design])
    return Engine.objects.get()


def _rows_after(learn: Callable[[], LearningJob]) -> str:
    job = learn()
    assert job.engine.state == EngineState.ACTIVE, job.log
    rows = [row for model in _models() for row in model._base_manager.all()]
    return serializers.serialize("json", rows)


def _put_back(stored: str) -> None:
    with transaction.atomic():
        for row in serializers.deserialize("json", stored):
            row.save()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)


def _models() -> list[type[Model]]:
    configs = [apps.get_app_config(name) for name in ("discovery", "wrappers")]
    return [model for config in configs for model in config.get_models()]


@async_to_sync
async def answers_of(engine: Engine, *queries: str, page: int = 1) -> list[Answer]:
    ready = await sync_to_async(ready_engine)(engine.slug)
    async with open_client() as client:
        return [await ask(client, ready, query, page, deadline=40) for query in queries]


def answer_of(engine: Engine, query: str, page: int = 1) -> Answer:
    return answers_of(engine, query, page=page)[0]
