"""What browsers load is packed, what programs load is not."""

import gzip

import pytest

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
        STYLE,
        headers={"accept-encoding": "gzip", "if-modified-since": first["Last-Modified"]},
    )
    assert again.status_code == 304
    part = await async_client.get(STYLE, headers={"accept-encoding": "gzip", "range": "bytes=0-9"})
    assert (part.status_code, "Content-Encoding" in part) == (206, False)
    assert len(await body(part)) == 10
