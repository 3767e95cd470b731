"""Pages that are heavy to read: many shapes of one answer, each as large as is asked for.

Every shape is an answer of the simple engine, with records that their wrapper finds, and a load, as
`heavy_pages.toml` tells: a piece `repeated` over and over (`{n}` in it counted), between `start`
and `end`; one element `nested` in another around what is `inner`; pieces `in_record`, one alone; or
what is `made` by a function. `bare` ones have no records. A half of the shapes is held out: nothing
was measured on them while bounds were chosen.
"""

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from evaluation.speed.engines import simple_page

QUERY = "river"
_RECORD = (
    '<div class="hit"><h3><a href="https://h{n}.example/river/{n}">River {n}</a></h3>'
    "<p>A <b>river</b> and {n} stones</p><span>h{n}.example</span></div>"
)
_END = b"</div></body></html>"

Shape = Callable[[int], bytes]


def page(load: bytes, records: int = 10) -> bytes:
    head, _, _ = simple_page(QUERY).partition(b'<div class="hit">')
    hits = "".join(_RECORD.replace("{n}", str(number)) for number in range(records)).encode()
    return head + hits + b"</div><div id=load>" + load + _END


def make(told: Mapping[str, Any], size: int) -> bytes:
    """Return the page of a shape, about so many bytes of it load."""
    match told:
        case {"made": name}:
            made = MADE[name](size)
        case {"in_record": piece}:
            made = page(b"").replace(b"<p>A <b>", repeated(piece, size) + b"<p>A <b>", 1)
        case {"nested": start}:
            end = told.get("end", "")
            depth = max(1, size // len(start + end))
            made = page(f"{start * depth}{told.get('inner', 'x')}{end * depth}".encode())
        case {"repeated": piece}:
            width = len(piece) + 2 * ("{n}" in piece)
            pieces = (piece.replace("{n}", str(number)) for number in range(size // width + 1))
            made = page(f"{told.get('start', '')}{''.join(pieces)}{told.get('end', '')}".encode())
    if "bare" not in told:
        return made
    load = made.partition(b"<div id=load>")[2]
    return b"<html><head><title>river</title></head><body>" + load + b"</body></html>"


def repeated(piece: str, size: int) -> bytes:
    return (piece * (size // len(piece))).encode()


def utf_16(size: int) -> bytes:
    made = page(("<b>x</b>" * (size // 2))[: size // 2].encode())
    return b"\xff\xfe" + made.decode("ascii").encode("utf-16-le")


def attributes(count: int, size: int) -> bytes:
    tag = f"<i {' '.join(f'a{number}=1' for number in range(count))}>x</i>".encode()
    return page(tag * max(1, size // len(tag)))


MADE: dict[str, Shape] = {
    "records": lambda size: page(b"", size // len(_RECORD) + 1),
    "title": lambda size: page(b"").replace(b"<title>", b"<title>" + repeated("river ", size), 1),
    "utf_16": utf_16,
    "undeclared_charset": lambda size: page("Ñandú größer día ".encode("latin-1") * (size // 17)),
    # As many attributes as are read.
    "attributes": partial(attributes, 15_000),
    "few_attributes": partial(attributes, 100),
}


def load_shapes(half: str) -> dict[str, Shape]:
    told = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[half]
    return {name: partial(make, shape) for name, shape in told.items()}


KNOWN, HELD_OUT = load_shapes("known"), load_shapes("held_out")
SHAPES = KNOWN | HELD_OUT
