"""One streamed response, packed chunk by chunk; what programs load is not packed."""

import gzip
import zlib

import pytest
from django.test import AsyncClient

from metasearch.web import results_page
from tests.metasearch.engines import after, gives, hangs, records
from tests.metasearch.web.test_views import texts


async def test_the_frame_comes_before_any_answer(engines, settings):
    settings.ENGINE_DEADLINE = 0.3
    engines.add("late", hangs, "Late")
    response = await AsyncClient().get("/search?q=x")
    assert response.streaming
    assert response["X-Accel-Buffering"] == "no"
    chunks = aiter(response.streaming_content)
    frame = (await anext(chunks)).decode()
    assert "Asking 1 engine …" in frame
    assert "</main>" not in frame
    assert engines.asked == []
    rest = [chunk.decode() async for chunk in chunks]
    assert "did not answer in time" in rest[0]
    assert rest[-1].rstrip().endswith("</html>")


async def test_every_chunk_can_be_unpacked_when_it_comes(one):
    one.add("two", after(0.05, gives("two", *records("b"))))
    response = await AsyncClient().get("/search?q=x", headers={"accept-encoding": "br, gzip"})
    assert response["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response["Vary"]
    unpacker = zlib.decompressobj(31)
    pages = [unpacker.decompress(chunk).decode() async for chunk in response.streaming_content]
    assert "Asking 2 engines …" in pages[0]
    assert "Page a" in pages[1]
    assert "Page b" in pages[2]
    assert unpacker.eof


async def test_a_fault_in_the_middle_is_said_and_the_page_ends_well(
    engines, async_client, monkeypatch, caplog
):
    def fail(*arguments):
        raise ZeroDivisionError

    monkeypatch.setattr(results_page, "outcome_of", fail)
    engines.add("one", gives("one", *records("a")))
    response = await async_client.get("/search?q=private+words")
    assert texts(response, "result-title") == ["Page a"]
    assert "The search broke off here" in texts(response, "notice")[0]
    assert response.content.decode().rstrip().endswith("</html>")
    assert "private" not in caplog.text


STYLE = "/static/metasearch/site.css"


async def body(response) -> bytes:
    if not response.streaming:
        return response.content
    return b"".join([chunk async for chunk in response.streaming_content])


@pytest.mark.parametrize("path", [STYLE, "/help", "/search?q=x"])
async def test_pages_and_styles_are_packed(one, async_client, db, path):
    plain = await async_client.get(path)
    assert "Content-Encoding" not in plain
    packed = await async_client.get(path, headers={"accept-encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert "ETag" not in packed
    sent = await body(packed)
    assert packed.get("Content-Length", str(len(sent))) == str(len(sent))
    if path != "/search?q=x":
        assert gzip.decompress(sent) == await body(plain)
    for response in (plain, packed):
        assert "Accept-Encoding" in response["Vary"]


@pytest.mark.parametrize("path", ["/api/v1/search?q=x", "/search?q=x&format=rss", "/admin/login/"])
async def test_answers_for_programs_and_the_console_are_not(one, async_client, db, path):
    response = await async_client.get(path, headers={"accept-encoding": "gzip"})
    assert response.status_code == 200
    assert "Content-Encoding" not in response


async def test_a_packed_file_is_not_sent_twice(async_client):
    first = await async_client.get(STYLE, headers={"accept-encoding": "gzip"})
    again = await async_client.get(
        STYLE, headers={"accept-encoding": "gzip", "if-modified-since": first["Last-Modified"]}
    )
    assert again.status_code == 304
    part = await async_client.get(STYLE, headers={"accept-encoding": "gzip", "range": "bytes=0-9"})
    assert (part.status_code, "Content-Encoding" in part) == (206, False)
    assert len(await body(part)) == 10
