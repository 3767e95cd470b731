"""One streamed response: frame first, faults said in the page, packed chunk by chunk."""

import zlib

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
