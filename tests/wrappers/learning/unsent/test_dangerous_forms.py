"""Sites whose forms delete and order: nobody sends them, whoever learns, imports, finds or checks.

The server counts whatever is asked besides pages to be looked at.
"""

from pathlib import Path
from typing import Any

import pytest

from discovery.models import Engine, EngineState
from tests.programs import called
from tests.small_server import Reply, Request
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.monitoring.checking import check_engine

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = Path(__file__).with_name("account.html").read_text(encoding="utf-8")
SHOWN = {"/", "/search-help", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/opensearch.xml"}


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
def site(served: Any, sent: list[str]) -> str:
    def answer(request: Request) -> Reply:
        if request.address not in SHOWN or request.method != "GET":
            sent.append(f"{request.method} {request.address} {request.body}")
        return Reply(PAGE, 404 if request.path == "/robots.txt" else 200)

    return served(answer)


def test_nothing_is_sent_where_a_crawl_passes(site, sent):
    called("discover_engines", site, "--max-pages", "5")
    assert not Engine.objects.exists()
    # A crawl follows what does not say that it acts; a verb that nobody knows says nothing.
    assert [each for each in sent if "/store?" not in each] == []


def test_nothing_is_sent_where_an_engine_is_imported(site, sent):
    import_file(f"{site}\n".encode(), "list.txt")
    job = LEARNING.work_now(plan_learning(Engine.objects.get(), enqueue=False))
    assert (job.engine.state, sent) == (EngineState.NO_FORM, [])


def test_nothing_is_sent_where_an_engine_is_added(site, sent):
    assert add_engine(site).engine.state == EngineState.NO_FORM
    assert sent == []


def test_nothing_is_sent_where_a_search_has_vanished(engine, design):
    asked = []

    def account(request: Request) -> Reply:
        # The engine in use is asked by its stored connection: that stays.
        if request.path not in SHOWN | {design.action}:
            asked.append(request.path)
        return Reply(PAGE)

    design.page = account
    check_engine(engine)
    for job in engine.learning_jobs.unfinished():
        LEARNING.work_now(job)
    assert asked == []
