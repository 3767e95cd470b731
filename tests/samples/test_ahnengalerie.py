"""The pictures of families of classes."""

import struct
import zlib

import pytest

from samples.ahnengalerie.content import families
from samples.ahnengalerie.pictures import HEIGHT, WIDTH, family_picture


def test_a_family_is_what_python_says():
    family = families()["json.JSONDecodeError"]
    assert family.ancestors == (
        "builtins.ValueError",
        "builtins.Exception",
        "builtins.BaseException",
    )
    assert "json.JSONDecodeError" in families()["builtins.ValueError"].children
    assert families()["enum.IntFlag"].generations[-1] == (
        "builtins.int",
        "enum.ReprEnum",
        "enum.Flag",
    )


def read_png(file: bytes) -> list[bytes]:
    """Return the rows of palette indices of a PNG file, its checksums compared."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    place, chunks = 8, {}
    while place < len(file):
        (length,) = struct.unpack(">I", file[place : place + 4])
        kind, content = file[place + 4 : place + 8], file[place + 8 : place + 8 + length]
        (checksum,) = struct.unpack(">I", file[place + 8 + length : place + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        chunks[kind] = content
        place += 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == height * (width + 1)
    assert max(rows) < len(chunks[b"PLTE"]) // 3
    return [rows[row * (width + 1) + 1 : (row + 1) * (width + 1)] for row in range(height)]


def test_every_family_has_a_picture():
    for title in list(families())[::40]:
        rows = read_png(family_picture(title))
        assert (len(rows[0]), len(rows)) == (WIDTH, HEIGHT)
        # Ground, lines, boxes and letters.
        assert len(set().union(*rows)) >= 4


async def test_pictures_of_results_are_files(visit):
    visitor = await visit("ahnengalerie")
    page = await visitor.ask("error")
    sources = page.root.xpath("//figure//img/@src")
    assert len(sources) == len(visitor.results(page)) == len(set(sources))
    picture = await visitor.get(sources[0])
    assert picture.content_type == "image/png"
    assert read_png(picture.body)


@pytest.mark.parametrize("name", ["no.Such", "..%2f..%2fetc%2fpasswd", "a" * 3000])
async def test_what_has_no_picture_is_not_found(name, visit):
    visitor = await visit("ahnengalerie")
    assert (await visitor.get(f"/bild/{name}.png")).status == 404
