"""The process that serves all sample sites."""

import json
import re
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
from tests.test_architecture import ROOT, imported_modules

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


SAMPLES = ROOT / "samples"
PRODUCT_FOLDERS = ("discovery", "wrappers", "metasearch", "templates")
COMPILED = {".pyc", ".mo"}
# What came with earlier versions is told by its name.
RETIREMENT = ROOT / "metasearch" / "presentation" / "sample_sites.py"
# What the samples may import beside the standard library and themselves: no ORM, no settings.
LIBRARIES = ("aiohttp", "rapidfuzz", "django.core.paginator", "django.template", "django.utils")


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def product_files() -> list[Path]:
    return [
        path
        for folder in PRODUCT_FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in COMPILED and path != RETIREMENT
    ]


def test_samples_and_the_project_know_nothing_of_each_other():
    for path in SAMPLES.rglob("*.py"):
        for module in imported_modules(path):
            known = module.split(".")[0] in sys.stdlib_module_names or any(
                is_within(module, package) for package in ("samples", *LIBRARIES)
            )
            assert known, f"{path.relative_to(ROOT)} imports {module}"
    names = {site.name for site in SITES}
    for name in names:
        for path in (SAMPLES / name).rglob("*"):
            if path.is_file() and path.suffix not in COMPILED:
                text = path.read_text(encoding="utf-8").casefold()
                assert not [other for other in names - {name} if other in text]
    marks = {site.name for site in SITES} | {site.title.casefold() for site in SITES}
    for path in SAMPLES.rglob("pages.py"):
        marks |= set(re.findall(r"[\w-]+\.example\b", path.read_text(encoding="utf-8")))
    files = product_files()
    assert len(files) > 10
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace").casefold()
        found = sorted(mark for mark in marks if mark in text or mark in path.name.casefold())
        assert not found, f"{path.relative_to(ROOT)} names {found}"
