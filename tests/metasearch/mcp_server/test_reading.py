"""Reading a result: with a permit, through the guard, as robots.txt allows, within limits."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from discovery.pages.page import parse_page
from evaluation.own_installation import own_environment
from metasearch.mcp_server import tools
from metasearch.mcp_server.tools import (
    MAX_TEXT,
    Caller,
    ToolProblemError,
    is_permitted,
    open_door,
    permit_for,
    read_result,
)
from tests.discovery.web.hostile_server import HostileServer, serving
from tests.metasearch.mcp_server.test_http import called
from wrappers.engines.client import open_client
from wrappers.extraction.main_text import main_text

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
        caller = Caller(client, key, lambda: 0, open_door)
        return await read_result(caller, url, permit_for(url) if permit is None else permit, offset)


async def test_the_main_part_is_read_and_a_long_page_in_parts(server):
    server.page("/oak", ARTICLE, HTML)
    assert await read(server.url("/oak")) == {
        "url": server.url("/oak"),
        "title": "Oaks",
        "text": "Oaks\nAn oak is a tree.\nIt grows.",
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
        with pytest.raises(ToolProblemError, match="permit"):
            await read(server.url("/oak"), permit)
    assert server.requests == []
    assert (await read(server.url("/oak"), "", key=True))["title"] == "Oaks"


def test_a_permit_is_good_until_the_end_of_the_next_day():
    address = "https://a.example/"
    good = [is_permitted(address, permit_for(address, days_ago)) for days_ago in range(3)]
    assert good == [True, True, False]


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/", "http://169.254.169.254/", "file:///etc/passwd", "nonsense"]
)
async def test_what_is_not_for_us_is_refused(url):
    with pytest.raises(ToolProblemError, match=r"not fetched|no address|private|refused|local"):
        await read(url, key=True)


async def test_robots_txt_is_obeyed_and_what_is_no_page_said(server):
    server.page("/picture", b"\x89PNG\r\n\x1a\n" + bytes(100), "Content-Type: image/png")
    with pytest.raises(ToolProblemError, match="cannot be read"):
        await read(server.url("/picture"))
    with pytest.raises(ToolProblemError, match="404"):
        await read(server.url("/nowhere"))
    server.page("/robots.txt", b"User-agent: *\nDisallow: /oak")
    server.page("/oak", ARTICLE, HTML)
    with pytest.raises(ToolProblemError, match=r"robots\.txt"):
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


ROOT = Path(__file__).resolve().parents[3]


async def test_the_machine_s_user_needs_no_key(tmp_path, sample_addresses):
    address = next(iter(sample_addresses.values()))
    host = address.removeprefix("http://").rstrip("/")
    started = StdioServerParameters(
        command=sys.executable,
        args=["manage.py", "mcp"],
        cwd=str(ROOT),
        env=own_environment(tmp_path, [host]),
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


def test_nothing_but_messages_is_written(tmp_path):
    begun = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    done = subprocess.run(
        (sys.executable, "manage.py", "mcp"),
        cwd=ROOT,
        env=own_environment(tmp_path) | {"DEBUG": "1"},
        input=json.dumps(begun) + "\nno message\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line)["jsonrpc"] for line in done.stdout.splitlines()]


def test_the_search_does_not_load_the_protocol():
    code = (
        "import sys, metasearch.processes.asgi; "
        "print([name for name in sys.modules if name.partition('.')[0] in {'mcp', 'pydantic'}])"
    )
    done = subprocess.run(
        (sys.executable, "-c", code),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "[]"
