"""A client that openapi-python-client makes of our OpenAPI document asks the live server.

What it reads, written out again, is what was sent: nothing of an answer is lost or misread.
"""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import httpx
import pytest

from metasearch.api.openapi import document
from metasearch.processes.asgi import application
from tests.metasearch.edge.serving import served
from tests.metasearch.engines import FakeEngines, answers, gives
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.extraction.records.record import ResultRecord

PACKAGE = "generated_metasearch_client"


@pytest.fixture(scope="module")
def client_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Make the client; nothing of the document may be left out."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(document("http://127.0.0.1")))
    (folder / "config.json").write_text('{"post_hooks": []}')
    done = subprocess.run(
        (
            *(sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"),
            *("--path", "openapi.json", "--config", "config.json", "--fail-on-warning"),
            *("--output-path", PACKAGE),
        ),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(PACKAGE)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]


class Asking:
    def __init__(self, package: ModuleType, port: int) -> None:
        self.sent: Any = None
        hooks = {"response": [self._keep]}
        self.client = package.Client(
            base_url=f"http://127.0.0.1:{port}", httpx_args={"event_hooks": hooks}
        )

    def _keep(self, response: httpx.Response) -> None:
        response.read()
        self.sent = response.json()

    def __call__(self, operation: str, **arguments: Any) -> Any:
        module = importlib.import_module(f"{PACKAGE}.api.default.{operation}")
        parsed = module.sync(client=self.client, **arguments)
        written = parsed if isinstance(parsed, list) else parsed.to_dict()
        assert written == self.sent
        return parsed


@pytest.fixture
def ask(client_package: ModuleType, engines: FakeEngines) -> Iterator[Asking]:
    record = ResultRecord(
        url="https://a.example/",
        title="Räksmörgås",
        snippet="bröd",
        date="3 May 2004",
        thumbnail="https://a.example/p.jpg",
    )
    bare = ResultRecord(url=None, title="No address", snippet="")
    engines.add("one", gives("one", record, bare, total=40), categories=["Food"])
    engines.add("two", gives("two", record))
    engines.add("shut", answers(Answer("shut", AnswerReason.RATE_LIMITED, 0.1, "no")))
    with served(application) as port:
        yield Asking(client_package, port)


def test_a_search_and_searxng_s_addresses_are_read_whole(ask):
    found = ask("search", q="smörgås", page=1, limit=5)
    assert type(found).__name__ == "Search"
    first, second = found.results
    assert first.published.isoformat() == "2004-05-03"
    assert [each.slug for each in first.engines] == ["one", "two"]
    assert second.published is None
    assert {each.slug: str(each.kind) for each in found.engines} == {
        "one": "RESULTS",
        "two": "RESULTS",
        "shut": "BLOCKED",
    }
    found = ask("searxng_search", q="x", format_="json", language="en-US")
    assert found.results[0].published_date == "2004-05-03T00:00:00"
    assert found.unresponsive_engines[0][0] == "shut"
    assert ask("searxng_config").engines[0].name == "one"
    assert ask("complete", q="x") == ["x", []]


def test_all_parameters_are_sent_as_we_read_them(ask, engines):
    found = ask("search", q="x", engine=["one", "two"], fields="url,title", compact=True)
    assert type(found).__name__ == "CompactSearch"
    assert [sorted(each.to_dict()) for each in found.results] == [["title", "url"]] * 2
    assert sorted(slug for slug, _query, _page in engines.asked) == ["one", "two"]
    module = importlib.import_module(f"{PACKAGE}.models")
    ask(
        "search",
        q="x",
        category="Food",
        language="de",
        period=module.SearchPeriod.WEEK,
        safe=module.SearchSafe.STRICT,
        format_=module.SearchFormat.JSON,
    )


def test_posts_lists_and_errors_are_read(ask):
    module = importlib.import_module(f"{PACKAGE}.models")
    found = ask("post_search", body=module.PostSearchBody(q="smör", engine=["two"], limit=1))
    assert [each.slug for each in found.engines] == ["two"]
    for arguments in ({"q": "x", "engine": ["nobody"]}, {"q": "x", "page": 0}):
        assert type(ask("search", **arguments)).__name__ == "Error"
    listed = ask("list_engines")
    assert [each.slug for each in listed.engines] == ["one", "two", "shut"]
    assert listed.categories == ["Food"]
