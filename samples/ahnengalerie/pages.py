"""Family trees of the classes that come with Python: a grid of pictures, pages by number."""

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import pairwise
from urllib.parse import quote, unquote, urlencode
from zlib import crc32

from aiohttp import web

from samples.application import (
    REFERENCE,
    SampleSite,
    asked,
    cut_page,
    found,
    group_digits,
    on_reference,
    paging,
    respond,
)
from samples.catalogue import Catalogue, Record, read_number
from samples.drawing import LETTER_HEIGHT, Canvas, Colour, text_width
from samples.standard_library import documented_objects

# Generations of ancestors, and classes side by side, that a picture has room for.
MAX_GENERATIONS = 3
MAX_SIDE_BY_SIDE = 3


@dataclass(frozen=True, slots=True)
class Family:
    """A class by its full name, its ancestors, nearest first, its children, its own methods.

    `generations` are the ancestors as a picture shows them, the oldest first.
    """

    title: str
    ancestors: tuple[str, ...]
    children: tuple[str, ...]
    methods: tuple[str, ...]
    generations: tuple[tuple[str, ...], ...]


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
            generations=tuple(reversed(_generations(member, names))),
        )
    return found


def short_name(title: str) -> str:
    return title.rpartition(".")[2]


def _generations(member: type, names: dict[type, str]) -> list[tuple[str, ...]]:
    generations: list[tuple[str, ...]] = []
    parents = list(member.__bases__)
    while parents and len(generations) < MAX_GENERATIONS:
        # All descend from object; where others stand beside it, it says nothing.
        telling = [each for each in parents if each is not object] or parents
        shown = dict.fromkeys(names.get(each, each.__qualname__) for each in telling)
        generations.append(tuple(shown)[:MAX_SIDE_BY_SIDE])
        parents = [grand for each in telling for grand in each.__bases__]
    return generations


# Relatives named beside a picture.
NAMED_RELATIVES = 4


@cache
def catalogue() -> Catalogue:
    return Catalogue(map(_make_record, families().values()))


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
    family = families()[title]
    canvas = Canvas(WIDTH, HEIGHT, _tint(title.rpartition(".")[0], 0.07, 0.98))
    rows = _rows(family)
    step = HEIGHT // len(rows)
    tops = [step * number + (step - BOX_HEIGHT) // 2 for number in range(len(rows))]
    for (parents, above), (row, below) in pairwise(zip(rows, tops, strict=True)):
        _connect(canvas, parents, above, row, below)
    for row, top in zip(rows, tops, strict=True):
        for number, name in enumerate(row):
            _draw_box(canvas, name, _centre(number, len(row)), top, name == title, len(row))
    return canvas.png()


def _rows(family: Family) -> list[tuple[str, ...]]:
    rows = [*family.generations, (family.title,)]
    below = family.children or tuple(f".{name}" for name in family.methods)
    if below:
        shown = below[:MAX_SIDE_BY_SIDE]
        rest = len(below) - len(shown)
        rows.append((*shown[:-1], f"+{rest + 1}") if rest else shown)
    return rows


def _centre(number: int, count: int) -> int:
    return WIDTH * (2 * number + 1) // (2 * count)


def _draw_box(canvas: Canvas, name: str, centre: int, top: int, is_self: bool, count: int) -> None:
    width = min(WIDTH // count - MARGIN, 300)
    module = name.rpartition(".")[0]
    fill = _tint(module, 0.62, 0.52) if is_self else _tint(module, 0.22, 0.94)
    canvas.fill(centre - width // 2, top, width, BOX_HEIGHT, INK if is_self else LINE)
    canvas.fill(centre - width // 2 + 2, top + 2, width - 4, BOX_HEIGHT - 4, fill)
    label = short_name(name)
    size = 2 if text_width(label, 2) <= width - 12 else 1
    fitting = label if text_width(label, size) <= width - 12 else f"{label[: width // 6 - 5]}..."
    left = centre - text_width(fitting, size) // 2
    height = (LETTER_HEIGHT - 1) * size
    canvas.write(left, top + (BOX_HEIGHT - height) // 2, fitting, WHITE if is_self else INK, size)


def _connect(
    canvas: Canvas, parents: tuple[str, ...], above: int, row: tuple[str, ...], below: int
) -> None:
    bottom = above + BOX_HEIGHT
    middle = (bottom + below) // 2
    upper = [_centre(number, len(parents)) for number in range(len(parents))]
    lower = [_centre(number, len(row)) for number in range(len(row))]
    for x in upper:
        canvas.fill(x - 1, bottom, 2, middle - bottom, LINE)
    for x in lower:
        canvas.fill(x - 1, middle, 2, below - middle, LINE)
    ends = upper + lower
    canvas.fill(min(ends) - 1, middle - 1, max(ends) - min(ends) + 2, 2, LINE)


def _tint(module: str, saturation: float, value: float) -> Colour:
    hue = crc32(module.encode()) % 360 / 360
    red, green, blue = colorsys.hsv_to_rgb(hue, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


RESULTS_PER_PAGE = 12
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


async def show_home(request: web.Request) -> web.Response:
    records = catalogue().find_all(f"/object/{title}" for title in SHOWN_AT_HOME)
    return respond(
        request,
        "home.html",
        pictures=[_describe(request, record) for record in records],
        modules=catalogue().section_sizes,
        total=group_digits(len(catalogue().records), "."),
    )


async def show_results(request: web.Request) -> web.Response:
    query = asked(request, "begriff")
    number = read_number(request.query.get("seite"), 1)
    page = cut_page(catalogue().search(query), number, RESULTS_PER_PAGE)
    return respond(
        request,
        "results.html",
        **paging(query, page, partial(_page_link, query)),
        total=group_digits(page.paginator.count, "."),
        pictures=[_describe(request, record) for record in page],
    )


async def show_module(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    pictures = [_describe(request, record) for record in members]
    return respond(request, "module.html", name=name, pictures=pictures)


async def show_picture(request: web.Request) -> web.Response:
    record = found(catalogue().find(f"/object/{quote(request.match_info['name'])}"))
    related = catalogue().neighbours(record)
    return respond(
        request,
        "picture.html",
        picture=_describe(request, record),
        module=record.section,
        width=WIDTH,
        height=HEIGHT,
        related=[_describe(request, near) for near in related],
    )


async def send_picture(request: web.Request) -> web.Response:
    name = unquote(request.match_info["name"])
    if name not in families():
        raise web.HTTPNotFound
    return web.Response(
        body=family_picture(name),
        content_type="image/png",
        headers={"Cache-Control": "max-age=86400"},
    )


def _describe(request: web.Request, record: Record) -> dict[str, str]:
    return {
        "title": record.title,
        "text": record.text,
        "link": on_reference(request, record),
        "page": f"/bild/{quote(record.title)}",
        "file": f"/bild/{quote(record.title)}.png",
    }


def _page_link(query: str, number: int) -> str:
    return f"/suche?{urlencode({'begriff': query, 'seite': number})}"


def _around(request: web.Request) -> dict[str, object]:
    return {"reference": f"{request.app[REFERENCE]}/"}


SITE = SampleSite(
    name="ahnengalerie",
    title="Ahnengalerie",
    port_offset=11,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.get("/suche", show_results),
        web.get("/modul/{name}", show_module),
        web.get("/bild/{name}.png", send_picture),
        web.get("/bild/{name}", show_picture),
    ),
    around=_around,
)
