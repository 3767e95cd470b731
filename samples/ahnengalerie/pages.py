"""Family trees of the classes that come with Python: a grid of pictures, pages by number."""

import colorsys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from urllib.parse import quote, unquote
from zlib import crc32

from aiohttp import web

from samples.application import Entry, SampleSite
from samples.catalogue import Record
from samples.drawing import LETTER_HEIGHT, LETTER_WIDTH, Canvas, Colour, text_width
from samples.standard_library import documented_objects

# Ancestors, and classes or methods below, that a picture has room for.
MAX_ANCESTORS = 3
MAX_BELOW = 3


@dataclass(frozen=True, slots=True)
class Family:
    """A class by its full name, its ancestors, nearest first, its children, its own methods."""

    title: str
    ancestors: tuple[str, ...]
    children: tuple[str, ...]
    methods: tuple[str, ...]


@cache
def families() -> dict[str, Family]:
    classes = {
        each.title: each.value
        for each in documented_objects().values()
        if isinstance(each.value, type)
    }
    # A class known under several names is named after the first.
    names: dict[type, str] = {}
    for title, member in classes.items():
        names.setdefault(member, title)
    children: dict[type, list[str]] = {}
    for member, title in names.items():
        for parent in member.__bases__:
            children.setdefault(parent, []).append(title)
    found = {}
    for member, title in names.items():
        ancestors = [each for each in member.__mro__[1:] if each is not object]
        found[title] = Family(
            title=title,
            ancestors=tuple(names.get(each, each.__qualname__) for each in ancestors),
            children=tuple(sorted(children.get(member, ()))),
            methods=tuple(
                name
                for name, part in vars(member).items()
                if callable(part) and not name.startswith("_")
            ),
        )
    return found


def short_name(title: str) -> str:
    return title.rpartition(".")[2]


# Relatives named beside a picture.
NAMED_RELATIVES = 4


def _make_record(family: Family) -> Record:
    documented = documented_objects()[family.title]
    sentences = [f"Stammbaum einer Klasse aus dem Modul {documented.module}"]
    for relatives, one, many in (
        (family.ancestors, "einen Vorfahren", "Vorfahren"),
        (family.children, "eine Nachfahrin", "Nachfahrinnen"),
        (family.methods, "eine Methode", "Methoden"),
    ):
        if relatives:
            count = one if len(relatives) == 1 else f"{len(relatives)} {many}"
            sentences.append(f"hat {count}: {_names(relatives)}")
    return Record(
        path=documented.path,
        title=family.title,
        text=f"{'; '.join(sentences)}.",
        section=documented.module,
    )


def _names(titles: Sequence[str]) -> str:
    named = ", ".join(short_name(title) for title in titles[:NAMED_RELATIVES])
    rest = len(titles) - NAMED_RELATIVES
    return f"{named} und {rest} weitere" if rest > 0 else named


WIDTH = 480
HEIGHT = 320
# Pictures kept, so that a page of results is not drawn at each visit; one has some 2 KB.
KEPT_PICTURES = 256
BOX_HEIGHT = 34
MARGIN = 14
INK = (45, 42, 38)
LINE = (160, 150, 138)
WHITE = (255, 255, 255)


@lru_cache(KEPT_PICTURES)
def family_picture(title: str) -> bytes:
    """Return a family's picture as a PNG file. Raises `KeyError` for a class without."""
    rows = _rows(families()[title])
    canvas = Canvas(WIDTH, HEIGHT, _tint(title.rpartition(".")[0], 0.07, 0.98))
    step = HEIGHT // len(rows)
    canvas.fill(WIDTH // 2 - 1, step // 2, 2, step * (len(rows) - 1), LINE)
    for number, row in enumerate(rows):
        top = step * number + (step - BOX_HEIGHT) // 2
        for place, name in enumerate(row):
            _draw_box(canvas, name, place, len(row), top, name == title)
    return canvas.png()


def _rows(family: Family) -> list[tuple[str, ...]]:
    rows = [(each,) for each in reversed(family.ancestors[:MAX_ANCESTORS])]
    below = family.children or tuple(f".{name}" for name in family.methods)
    shown, rest = below[:MAX_BELOW], len(below) - MAX_BELOW
    if rest > 0:
        shown = (*shown[:-1], f"+{rest + 1}")
    return [*rows, (family.title,), *([shown] if shown else ())]


def _draw_box(canvas: Canvas, name: str, place: int, count: int, top: int, is_self: bool) -> None:
    centre = WIDTH * (2 * place + 1) // (2 * count)
    width = min(WIDTH // count - MARGIN, 300)
    module = name.rpartition(".")[0]
    fill = _tint(module, 0.62, 0.52) if is_self else _tint(module, 0.22, 0.94)
    canvas.fill(centre - width // 2, top, width, BOX_HEIGHT, INK if is_self else LINE)
    canvas.fill(centre - width // 2 + 2, top + 2, width - 4, BOX_HEIGHT - 4, fill)
    label = short_name(name)[: width // LETTER_WIDTH - 2]
    size = 2 if text_width(label, 2) <= width - 12 else 1
    left = centre - text_width(label, size) // 2
    height = (LETTER_HEIGHT - 1) * size
    canvas.write(left, top + (BOX_HEIGHT - height) // 2, label, WHITE if is_self else INK, size)


def _tint(module: str, saturation: float, value: float) -> Colour:
    hue = crc32(module.encode()) % 360 / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


# Families worth a look, on the home page.
SHOWN_AT_HOME = (
    "enum.IntFlag",
    "collections.OrderedDict",
    "builtins.OSError",
    "pathlib.PosixPath",
    "json.JSONDecodeError",
    "io.BufferedReader",
    "asyncio.TaskGroup",
    "collections.Counter",
)


class Ahnengalerie(SampleSite):
    name = "ahnengalerie"
    title = "Ahnengalerie"
    port_offset = 11
    leads_to_reference = True
    search_path = "/suche"
    record_route = "/bild/{name}"
    section_route = "/modul/{name}"
    query_field = "begriff"
    number_field = "seite"
    page_size = 12
    digits_separator = "."
    shown_at_home = tuple(f"/object/{title}" for title in SHOWN_AT_HOME)

    def records(self) -> Iterable[Record]:
        return map(_make_record, families().values())

    def routes(self) -> tuple[web.RouteDef, ...]:
        return (web.get("/bild/{name}.png", self.send_picture),)

    def describe(self, request: web.Request, record: Record, query: str = "") -> Entry:
        entry = super().describe(request, record, query)
        return {**entry, "page": f"/bild/{quote(record.title)}", "width": WIDTH, "height": HEIGHT}

    def record_path(self, request: web.Request) -> str:
        return f"/object/{quote(request.match_info['name'])}"

    async def send_picture(self, request: web.Request) -> web.Response:
        name = unquote(request.match_info["name"])
        if name not in families():
            raise web.HTTPNotFound
        return web.Response(
            body=family_picture(name),
            content_type="image/png",
            headers={"Cache-Control": "max-age=86400"},
        )
