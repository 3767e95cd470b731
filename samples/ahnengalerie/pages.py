"""The pages of this site: GET form, a grid of pictures, pages by number, a picture of each."""

from functools import partial
from urllib.parse import quote, unquote, urlencode

from aiohttp import web

from samples.ahnengalerie.content import catalogue, families
from samples.ahnengalerie.pictures import HEIGHT, WIDTH, family_picture
from samples.application import (
    REFERENCE,
    SampleSite,
    asked,
    found,
    group_digits,
    on_reference,
    paging,
    respond,
)
from samples.catalogue import Record, cut_page, read_number

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
    page = cut_page(query, catalogue().search(query), number, RESULTS_PER_PAGE)
    return respond(
        request,
        "results.html",
        **paging(page, partial(_page_link, query)),
        total=group_digits(page.total, "."),
        pictures=[_describe(request, record) for record in page.records],
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
