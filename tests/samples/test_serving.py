"""The process that serves all sample sites."""

import json
import signal
import socket
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
from lxml.html import document_fromstring

from samples import SITES
from samples.serving import serve

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "samples", "--port")
# Seconds; generous, for a machine that is busy with other tests.
PATIENCE = 30


def start(port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, str(port)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_the_process_lists_its_sites_and_stops_when_told():
    with start(0) as process:
        lines = [json.loads(process.stdout.readline()) for _ in SITES]
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=PATIENCE)
    assert [line["name"] for line in lines] == [site.name for site in SITES]
    assert all(line["url"].startswith("http://127.0.0.1:") for line in lines)
    assert process.returncode == 0
    assert errors == ""
    with start("x") as process:
        assert "--port" in process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 2


def test_a_busy_port_gets_one_clear_line():
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with start(port - SITES[0].port_offset) as process:
            output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert output == ""
    assert errors.count("\n") == 1
    assert str(port) in errors


async def test_all_sites_answer_at_the_addresses_given():
    async with serve(SITES, 0) as addresses, aiohttp.ClientSession() as session:
        assert len(set(addresses)) == len(SITES)
        for site, address in zip(SITES, addresses, strict=True):
            async with session.get(address) as response:
                assert response.status == 200
                assert site.title in document_fromstring(await response.read()).text_content()
    with pytest.raises(aiohttp.ClientConnectionError):
        async with aiohttp.ClientSession() as session, session.get(addresses[0]):
            pass
