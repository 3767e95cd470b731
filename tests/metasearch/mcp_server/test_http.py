"""`/mcp`, asked by the client of the protocol's own makers, through the product's connections."""

import json
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from django.urls import reverse
from mcp import Client, StdioServerParameters
from mcp import Client as McpClient
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.server.mcpserver.exceptions import ToolError

from discovery.models import Collection, Engine, EngineState
from discovery.pages.page import parse_page
from evaluation.own_installation import own_environment
from metasearch.edge.rate_limit import new_access_key
from metasearch.mcp_server import http
from metasearch.mcp_server import server as tools
from metasearch.mcp_server.server import (
    MAX_TEXT,
    NEEDS_KEY,
    OF_STRANGERS,
    Caller,
    is_permitted,
    permit_for,
)
from metasearch.models import AccessKey, KeyScope
from metasearch.processes.asgi import application
from tests.discovery.web.hostile_server import HostileServer, serving
from tests.metasearch.edge.serving import served
from tests.metasearch.engines import gives, records
from tests.programs import ROOT, run_python
from wrappers.engines.client import open_client
from wrappers.extraction.main_text import main_text


@pytest.fixture
def address(transactional_db: Any) -> Iterator[str]:
    with served(application) as port:
        yield f"http://127.0.0.1:{port}/mcp"


@pytest.fixture
def key(db: Any) -> str:
    key, fingerprint = new_access_key()
    AccessKey.objects.create(name="tests", fingerprint=fingerprint, scope=KeyScope.MANAGE)
    return key


def connected(address: str, key: str = "", mode: str = "auto") -> McpClient:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    http_client = httpx2.AsyncClient(headers=headers)
    return McpClient(streamable_http_client(address, http_client=http_client), mode=mode)


async def called(client: McpClient, name: str, **arguments: Any) -> Any:
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


async def refused(client: McpClient, name: str, **arguments: Any) -> str:
    result = await client.call_tool(name, arguments)
    assert result.is_error
    return str(result.content[0].text)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_both_kinds_of_clients_search(engines, address, mode):
    engines.add("oak", gives("oak", *records("a", "b")))
    engines.add("elm", gives("elm", *records("a")))
    async with connected(address, mode=mode) as client:
        tools = await client.list_tools()
        assert {tool.name for tool in tools.tools} == {
            *("search", "list_engines", "read_result", "add_engine", "engine_state", "collect"),
            "collection_state",
        }
        found = await called(client, "search", query="trees", limit=1)
    assert found["query"] == "trees"
    assert found["found"] == 2
    (result,) = found["results"]
    assert result["url"] == "https://site.example/a"
    assert sorted(result["engines"]) == ["elm", "oak"]
    assert set(result) == {"url", "title", "snippet", "published", "engines", "permit", "texts"}
    assert result["texts"] == OF_STRANGERS


async def test_wrong_calls_are_sentences(engines, address):
    engines.add("oak", gives("oak", *records("a")))
    async with connected(address) as client:
        assert "no engine 'ash'" in await refused(client, "search", query="x", engines=["ash"])
        assert "limit:" in await refused(client, "search", query="x", limit=0)
        assert "control character" in await refused(client, "search", query="a\x07b")
        assert "“nowhere”" in await refused(client, "search", query="x", categories=["nowhere"])
        for tool, arguments in (
            ("add_engine", {"address": "https://a.example/"}),
            ("engine_state", {"slug": "oak"}),
            ("collect", {"samples": ["https://a.example/1"]}),
            ("collection_state", {"collection": 1}),
        ):
            assert await refused(client, tool, **arguments) == NEEDS_KEY
    assert not await Engine.objects.aexists()
    assert not await Collection.objects.aexists()


def calling(client: Any, seconds: int = 0, *, key: bool = False, is_open: bool = True) -> Any:
    caller = Caller(client, lambda _scope: key, lambda: seconds, lambda: nullcontext(is_open))
    return SimpleNamespace(request_context=SimpleNamespace(request=None, lifespan_context=caller))


async def test_a_search_waits_for_its_turn_and_its_place(engines):
    engines.add("oak", gives("oak", *records("a")))
    async with open_client() as client:
        with pytest.raises(ToolError, match="Too many searches are under way"):
            await tools.search(calling(client, is_open=False), "x")
        with pytest.raises(ToolError, match="in 7 seconds"):
            await tools.search(calling(client, seconds=7), "x")
    assert engines.asked == []


async def test_a_key_holder_adds_engines_and_collects(address, key):
    async with connected(address, key) as client:
        added = await called(client, "add_engine", address="https://trees.example/")
        assert added["state"] == EngineState.LEARNING
        assert added["is_finished"] is False
        assert await called(client, "engine_state", slug=added["slug"]) == added
        begun = await called(client, "collect", samples=["https://trees.example/oak"])
        assert begun["state"] == "RUNNING"
        again = await called(client, "collection_state", collection=begun["collection"])
        assert again == begun
        assert "no http or https" in await refused(client, "add_engine", address="ftp://x/")
        assert "no collection 999" in await refused(client, "collection_state", collection=999)
        listed = await called(client, "list_engines", words="trees")
        assert listed["engines"] == []
    assert (await Engine.objects.aget()).slug == added["slug"]
    assert (await AccessKey.objects.aget()).last_used_at is not None


@pytest.mark.parametrize("scope", KeyScope)
async def test_a_key_opens_what_its_scope_says(address, key, server, scope):
    await AccessKey.objects.aupdate(scope=scope)
    server.page("/oak", ARTICLE, HTML)
    refused_to = []
    async with connected(address, key) as client:
        for tool, arguments in (
            ("list_engines", {}),
            ("read_result", {"url": server.url("/oak")}),
            ("engine_state", {"slug": "oak"}),
        ):
            told = str(await client.call_tool(tool, arguments))
            if "access key" in told:
                refused_to.append(tool)
    by_scope = {KeyScope.SEARCH: ["read_result", "engine_state"], KeyScope.READ: ["engine_state"]}
    assert refused_to == by_scope.get(scope, [])


async def test_engines_are_listed(address):
    await Engine.objects.acreate(
        slug="oak", name="Oak", home_url="https://oak.example/", state=EngineState.BROKEN
    )
    async with connected(address) as client:
        listed = await called(client, "list_engines", words="oak")
    told = {"slug": "oak", "bang": "oak", "name": "Oak", "home_url": "https://oak.example/"}
    assert listed["engines"] == [told | {"state": "BROKEN", "categories": [], "language": ""}]
    assert listed["count"] == 1


def message(address: str, **headers: str) -> httpx2.Response:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accept = {"Accept": "application/json, text/event-stream"}
    return httpx2.post(address, json=body, headers=accept | headers)


def test_pages_of_other_sites_and_wrong_or_revoked_keys_are_refused(address, settings, key):
    own = address.removesuffix("/mcp")
    assert message(address, Origin=own).status_code == 200
    assert message(address, Origin="https://evil.example").status_code == 403
    # A name of theirs that leads to this machine.
    assert message(address, Host="evil.example").status_code == 400
    settings.CORS_ALLOWED_ORIGINS = ["https://friend.example"]
    assert message(address, Origin="https://friend.example").status_code == 200
    assert message(address).status_code == 200
    assert message(address, Authorization=f"Bearer {key}").status_code == 200
    AccessKey.objects.update(revoked_at="2026-01-01T00:00Z")
    for shown in (f"Bearer {key}", "Bearer nonsense", f"Basic {key}"):
        answer = message(address, Authorization=shown)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_it_stands_behind_what_all_requests_pass(address, settings):
    answer = message(address)
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "mcp-session-id" not in answer.headers
    assert httpx2.get(address).status_code == 405
    assert httpx2.delete(address).headers["Allow"] == "POST"
    assert httpx2.post(address, content=b"x" * 2_100_000).status_code == 413
    assert httpx2.post(address, content=b"no json").status_code in (400, 406)
    settings.SEARCHES_A_MINUTE = 1
    # Not of this machine: its requests are not counted.
    counted = [message(address, Via="1.1 proxy") for _ in range(11)]
    assert [answer.status_code for answer in counted[:10]] == [200] * 10
    assert counted[10].status_code == 429
    assert int(counted[10].headers["Retry-After"]) > 0


def test_without_its_package_it_is_not_there(address, monkeypatch):
    monkeypatch.setattr(http, "is_installed", lambda: False)
    answer = message(address)
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "requirements-mcp.txt" in answer.text


def test_an_administrator_makes_and_revokes_keys(admin_client, sign_in):
    add = reverse("admin:metasearch_accesskey_add")
    form = {"name": "my assistant", "scope": KeyScope.READ, "searches_a_minute": "600"}
    added = admin_client.post(add, form, follow=True)
    shown = [str(each) for each in added.context["messages"]]
    (key,) = [word for text in shown for word in text.split() if word.startswith("metasearch_")]
    row = AccessKey.objects.get()
    assert (row.scope, row.searches_a_minute) == (KeyScope.READ, 600)
    assert key not in row.fingerprint
    change = reverse("admin:metasearch_accesskey_change", args=(row.pk,))
    assert key not in admin_client.get(change).content.decode()
    admin_client.post(
        reverse("admin:metasearch_accesskey_changelist"),
        {"action": "revoke", "_selected_action": [row.pk]},
    )
    row.refresh_from_db()
    assert row.revoked_at is not None
    assert sign_in("editors").get(add).status_code == 403, "editors make none"


ARTICLE = (
    b"<title>Oaks</title><nav><a href=/>Home</a></nav><main><h1>Oaks</h1><p>An oak is"
    b"  a <b>tree</b>.</p><p>It grows.</p><script>x()</script></main><footer>Imprint</footer>"
)
HTML = "Content-Type: text/html"


@pytest.fixture
async def server(settings: Any) -> AsyncIterator[HostileServer]:
    async with serving(HostileServer()) as running:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [running.endpoint]
        yield running


async def read(url: str, permit: str | None = None, *, key: bool = False, offset: int = 0) -> Any:
    async with open_client() as client:
        shown = permit_for(url) if permit is None else permit
        return await tools.read_result(calling(client, key=key), url, shown, offset)


async def test_the_main_part_is_read_and_a_long_page_in_parts(server):
    server.page("/oak", ARTICLE, HTML)
    assert await read(server.url("/oak")) == {
        "url": server.url("/oak"),
        "title": "Oaks",
        "text": "Oaks\nAn oak is a tree.\nIt grows.",
        "texts": OF_STRANGERS,
        "next_offset": None,
    }
    server.page("/long", b"<main>" + b"<p>word</p>" * 5_000 + b"</main>", HTML)
    first = await read(server.url("/long"))
    second = await read(server.url("/long"), offset=first["next_offset"])
    assert len(first["text"]) == MAX_TEXT
    assert second["next_offset"] is None
    assert (first["text"] + second["text"]).split() == ["word"] * 5_000


async def test_strangers_read_results_alone(server):
    server.page("/oak", ARTICLE, HTML)
    for permit in ("", "0" * tools.LENGTH, permit_for(server.url("/other"))):
        with pytest.raises(ToolError, match="permit"):
            await read(server.url("/oak"), permit)
    assert server.requests == []
    assert (await read(server.url("/oak"), "", key=True))["title"] == "Oaks"


def test_a_permit_is_good_until_the_end_of_the_next_day(monkeypatch):
    now = time.time()
    monkeypatch.setattr(tools, "time", SimpleNamespace(time=lambda: now))
    address = "https://a.example/"
    good = [is_permitted(address, permit_for(address, days_ago)) for days_ago in range(3)]
    assert good == [True, True, False]


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/", "http://169.254.169.254/", "file:///etc/passwd", "nonsense"]
)
async def test_what_is_not_for_us_is_refused(url):
    with pytest.raises(ToolError, match=r"not fetched|no address|private|refused|local"):
        await read(url, key=True)


async def test_robots_txt_is_obeyed_and_what_is_no_page_said(server):
    server.page("/picture", b"\x89PNG\r\n\x1a\n" + bytes(100), "Content-Type: image/png")
    with pytest.raises(ToolError, match="cannot be read"):
        await read(server.url("/picture"))
    with pytest.raises(ToolError, match="404"):
        await read(server.url("/nowhere"))
    server.page("/robots.txt", b"User-agent: *\nDisallow: /oak")
    server.page("/oak", ARTICLE, HTML)
    with pytest.raises(ToolError, match=r"robots\.txt"):
        await read(server.url("/oak"))
    assert "/oak" not in [request.path for request in server.requests]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        # What marks nothing is read without what frames it; a trifle so marked does not count.
        ("<body><nav>Home</nav><div>An oak.</div><div hidden>No</div></body>", "An oak."),
        ("<main>Menu</main><div>" + "<p>A long text of oaks.</p>" * 20 + "</div>",
         "Menu\n" + "\n".join(["A long text of oaks."] * 20)),
        ("<nav><p>One</p><p>Two</p></nav>", "One\nTwo"),
        ("<div>" * 1_000 + "deep", "deep"),
    ],
)  # fmt: skip
def test_the_main_text_of_a_page(markup, text):
    assert main_text(parse_page(markup.encode())) == text


async def test_the_machine_s_user_needs_no_key(data_folder, sample_addresses):
    address = next(iter(sample_addresses.values()))
    host = address.removeprefix("http://").rstrip("/")
    started = StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp"],
        cwd=str(ROOT),
        env=own_environment(data_folder, [host]),
    )
    async with Client(stdio_client(started)) as client:
        nobody = await client.call_tool("search", {"query": "tree"})
        assert nobody.is_error
        assert nobody.content[0].text == "There is no engine to ask yet."
        added = await called(client, "add_engine", address=address)
        assert added["state"] == "LEARNING"
        assert (await called(client, "engine_state", slug=added["slug"]))["slug"] == added["slug"]
        page = await called(client, "read_result", url=address)
        assert page["text"]


def test_nothing_but_messages_is_written(data_folder):
    client = {"capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    params = {"protocolVersion": "2025-06-18", **client}
    begun = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    environment = own_environment(data_folder) | {"DEBUG": "1"}
    sent = json.dumps(begun) + "\nno message\n"
    done = run_python("manage.py", "mcp", env=environment, input=sent, check=False)
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["jsonrpc"] for line in done.stdout.splitlines()]


def test_the_search_does_not_load_the_protocol():
    code = (
        "import sys, metasearch.processes.asgi; "
        "print([name for name in sys.modules if name.partition('.')[0] in {'mcp', 'pydantic'}])"
    )
    assert run_python("-c", code).stdout.strip() == "[]"
