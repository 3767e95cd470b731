"""Sites whose forms delete and order: nobody sends them, whoever learns, imports, finds or checks.

The server counts whatever is asked besides pages to be looked at.
"""

from collections.abc import Iterator
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command

from discovery.models import Engine, EngineState
from tests import small_server
from tests.wrappers.redesigned_engine import Design
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.monitoring.checking import check_engine
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)

FORMS = """
<form action=/delete-account><input name=confirm placeholder="Type DELETE"><button>Delete</button>
</form><form action=/order><input name=q value=1><button>Order</button></form>
<form action=/order2 method=post><input name=q><button>Buy with one click</button></form>
<form action=/remove><input name=text><button>Remove user</button></form>
<form action=/purge><input name=key><button>Purge cache</button></form>
<form action=/wipe><input name=what><button>OK</button></form>
<form action=/redeem><input name=s placeholder="Your code"><button>Redeem</button></form>
<form action=/transfer method=post><input name=words><button>Transfer</button></form>
<form action=/vote><input name=q><button>Vote</button></form>
<form action=/report><input name=query><button>Report</button></form>
<form action=/x1 method=post><input name=q><button>Konto löschen</button></form>
<form action=/x2><input name=q><button>Commander</button></form>
<form action=/x3><input name=q><button>アカウントを削除</button></form>
<form action=/x4><input type=hidden name=action value=delete><input name=q><button>Go</button>
</form><form action=/x5><input name=x><button>Go</button></form>
<form action=/x6 onsubmit="return confirm('Sure?')"><input name=q><button>OK</button></form>
<form action=/pass><button>Approve all</button></form><a href="/pass?id=31">Qapla</a>
<a href="/store?search=4">Mothball this search</a><a href=/logout>Search the log</a>
<a href="/delete?id=3">Find</a><a href=/search-help>Search</a>
"""
PAGE = f"<html lang=en><title>Account</title><body><h1>Your account</h1>{FORMS}</body></html>"
SHOWN = {"/", "/search-help", "/robots.txt", "/favicon.ico", "/sitemap.xml", "/opensearch.xml"}


@pytest.fixture
def sent() -> list[str]:
    return []


@pytest.fixture
def site(settings: Any, sent: list[str]) -> Iterator[str]:
    class Handler(small_server.Handler):
        def do_GET(self) -> None:
            if urlsplit(self.path).path not in SHOWN or "?" in self.path:
                sent.append(f"GET {self.path}")
            self.send(PAGE, status=404 if self.path == "/robots.txt" else 200)

        def do_POST(self) -> None:
            sent.append(f"POST {self.path} {self.received()}")
            self.send(PAGE)

    with small_server.serving(Handler) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        yield address


def test_nothing_is_sent_where_a_crawl_passes(site, sent):
    call_command("discover_engines", site, "--max-pages", "5", stdout=StringIO(), stderr=StringIO())
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


class Account(Design):
    """An engine that turns into its owner's account."""

    gone = False

    def page(self, path: str, parameters: dict[str, list[str]]) -> tuple[int, str]:
        if not self.gone:
            return super().page(path, parameters)
        # The engine in use is asked by its stored connection: that stays.
        if path not in SHOWN | {self.action}:
            self.asked.append(path)
        return 200, PAGE


@pytest.fixture
def new_design() -> Design:
    return Account()


def test_nothing_is_sent_where_a_search_has_vanished(engine, design):
    design.gone, design.asked = True, []
    check_engine(engine)
    for job in engine.learning_jobs.unfinished():
        LEARNING.work_now(job)
    assert design.asked == []
