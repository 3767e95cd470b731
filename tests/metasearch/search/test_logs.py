"""The log tells what went wrong, never what was searched for, as text and as JSON."""

import asyncio
import gc
import io
import json
import logging
import time

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.models import Engine
from discovery.pages.outcomes import AnswerReason
from metasearch.search import dispatch
from metasearch.settings.log_format import JsonFormatter, PlaceFormatter
from metasearch.web import results_page
from tests.metasearch.engines import FakeEngines, answers, crashes, gives, hangs, records
from tests.small_server import Reply, serving_site
from tests.wrappers.stored_engine import store_engine
from wrappers.engines.answer import Answer
from wrappers.engines.query_session import QuerySession
from wrappers.engines.versions import use_version

pytestmark = pytest.mark.usefixtures("short_deadline")
# No word of ours.
SECRET = "haemorrhoids"
ASKED = f"q={SECRET}+private"


@pytest.fixture(params=[PlaceFormatter, JsonFormatter])
def log(request):
    """The lines of the log as it is written."""
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.setFormatter(request.param())
    root = logging.getLogger()
    root.addHandler(handler)
    yield lambda: text.getvalue()
    root.removeHandler(handler)
    if request.param is JsonFormatter:
        for line in text.getvalue().splitlines():
            assert set(json.loads(line)) >= {"time", "level", "logger", "process", "message"}


@pytest.fixture
def failing(engines: FakeEngines) -> FakeEngines:
    """Engines that answer, raise, hang, say that they fail, and are not reached."""
    engines.add("fine", gives("fine", *records("a")))
    engines.add("crashes", crashes)
    engines.add("hangs", hangs)
    for reason in (AnswerReason.SERVER_ERROR, AnswerReason.DNS, AnswerReason.NOT_UNDERSTOOD):
        said = f"{SECRET} is not known"
        engines.add(str(reason), answers(Answer(str(reason), reason, 0.1, detail=said)))
    return engines


ADDRESSES = (
    "/search?",
    "/api/v1/search?",
    "/search?format=rss&",
    "/autocompleter?",
    "/search?page=2&",
)


@pytest.mark.parametrize("address", ADDRESSES)
async def test_engines_that_fail(log, failing, async_client, address):
    assert (await async_client.get(address + ASKED)).status_code == 200
    assert SECRET not in log()
    if "search" in address:
        assert "asking crashes failed" in log() and "ZeroDivisionError" in log()


@pytest.mark.django_db(transaction=True)
async def test_an_engine_of_the_network(log, settings, async_client, monkeypatch):
    asked = []

    def site(request):
        asked.append(request.fields["q"])
        if len(asked) == 2:
            time.sleep(1)
        return Reply(f"<p>{SECRET} breaks us</p>", 500 if len(asked) == 1 else 200)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(SECRET)

    with serving_site(site) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        await sync_to_async(engine_at)(address)
        kinds = [await kind_of(async_client) for _ in range(2)]
        with monkeypatch.context() as patch:
            patch.setattr(QuerySession, "ask_for", fail)
            kinds.append(await kind_of(async_client))
    kinds.append(await kind_of(async_client))
    assert kinds == ["server_error", "no_answer", "internal", "connection"]
    assert asked == [f"{SECRET} private"] * 2
    assert "asking one failed" in log() and SECRET not in log()


def engine_at(address: str) -> None:
    form = ConnectionDescription(template=f"{address}search?q={{searchTerms}}")
    version = store_engine()
    version.description = to_xml(form).decode()
    version.save()
    use_version(version.engine, version)
    Engine.objects.update(home_url=address)


async def kind_of(client) -> str:
    (engine,) = (await client.get(f"/api/v1/search?{ASKED}")).json()["engines"]
    return engine["reason"]


@pytest.mark.parametrize("fault", [ValueError, OperationalError, KeyError, UnicodeError])
async def test_faults_of_our_own(log, failing, async_client, monkeypatch, fault):
    def fail(*_: object, **__: object) -> None:
        try:
            raise fault(f"no {SECRET}")
        except fault as error:
            raise RuntimeError(f"not even {SECRET}") from error

    async_client.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(results_page, "outcome_of", fail)
        await async_client.get(f"/search?{ASKED}")
    assert "a page of results broke off" in log()
    monkeypatch.setattr(dispatch, "ask_engine", fail)
    monkeypatch.setattr(failing, "ready", fail)
    for address in ADDRESSES:
        await async_client.get(address + ASKED)
    assert (await async_client.post("/search", {"q": SECRET})).status_code == 500
    assert "Internal Server Error: /search" in log()
    assert SECRET not in log()


async def test_what_a_task_raised_that_nobody_asks_for(log):
    async def fail() -> None:
        raise ValueError(SECRET)

    task = asyncio.ensure_future(fail())
    await asyncio.wait([task])
    del task
    gc.collect()
    assert "Task exception was never retrieved" in log()
    assert SECRET not in log()
