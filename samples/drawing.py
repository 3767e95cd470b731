"""Pictures as PNG files: boxes, lines, and letters of five by seven points."""

import struct
import zlib
from collections.abc import Sequence

Colour = tuple[int, int, int]

# Width of a letter with the space after it, and its height, in points.
LETTER_WIDTH = 6
LETTER_HEIGHT = 8
FIRST_LETTER = 0x20
# The columns of each letter from the space on, the topmost point the lowest bit.
_COLUMNS = bytes.fromhex(
    "000000000000005f00000007000700147f147f14242a7f2a12231308646236495620500008070300001c224100"
    "0041221c002a1c7f1c2a08083e080800807030000808080808000060600020100804023e5149453e00427f4000"
    "72494949462141494d331814127f1027454545393c4a494931412111090736494949364649491e290000140000"
    "0040340000000814224114141414140041221408020159090"
    "63e415d594e7c1211127c7f494949363e41414122"
    "7f4141413e7f494949417f090909013e414151737f0808087f00417f41002040413f017f081422417f40404040"
    "7f021c027f7f0408107f3e4141413e7f090909063e4151215e7f09192946264949493203017f01033f4040403f"
    "1f2040201f3f4038403f631408146303047804036159494d43007f414141020408102000414141"
    "7f0402010204"
    "4040404040000307080020545478407f284444383844444428384444287f385454541800087e090218a4a49c78"
    "7f0804047800447d40002040403d007f1028440000417f40007c047804787c080404783844444438fc18242418"
    "18242418fc7c0804040848545454240404"
    "3f44243c4040207c1c2040201c3c4030403c44281028444c9090907c"
    "4464544c4400083641000000770000004136080002010204"
    "02"
)


class Canvas:
    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self.width = width
        self.height = height
        self._palette: dict[Colour, int] = {}
        self._rows = [bytearray([self._index(ground)]) * width for _ in range(height)]

    def fill(self, left: int, top: int, width: int, height: int, colour: Colour) -> None:
        index = self._index(colour)
        left, right = max(0, left), min(self.width, left + width)
        if right <= left:
            return
        for row in self._rows[max(0, top) : max(0, top + height)]:
            row[left:right] = bytes([index]) * (right - left)

    def write(self, left: int, top: int, text: str, colour: Colour, size: int) -> None:
        for place, letter in enumerate(text):
            columns = _letter(letter)
            for column, points in enumerate(columns):
                for row in range(LETTER_HEIGHT):
                    if points >> row & 1:
                        x = left + (place * LETTER_WIDTH + column) * size
                        self.fill(x, top + row * size, size, size, colour)

    def png(self) -> bytes:
        """Return the picture as a PNG file (ISO/IEC 15948), by a palette."""
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        palette = bytes(part for colour in self._palette for part in colour)
        points = b"".join(b"\0" + row for row in self._rows)
        chunks = (
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", zlib.compress(points)),
            _chunk(b"IEND", b""),
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)

    def _index(self, colour: Colour) -> int:
        return self._palette.setdefault(colour, len(self._palette))


def text_width(text: str, size: int) -> int:
    return (len(text) * LETTER_WIDTH - 1) * size


def _letter(letter: str) -> Sequence[int]:
    place = (ord(letter) - FIRST_LETTER) * 5
    known = 0 <= place <= len(_COLUMNS) - 5
    return _COLUMNS[place : place + 5] if known else _letter("?")


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
