"""`manage.py mcp`, started by the client of the protocol's own makers as assistants start it."""

import json
import subprocess
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from evaluation.own_installation import own_environment
from tests.metasearch.mcp_server.test_http import called

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
