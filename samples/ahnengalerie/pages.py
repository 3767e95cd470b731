"""The pages of this site: GET form, a grid of pictures, pages by number, a picture of each."""

from pathlib import Path
from urllib.parse import quote, unquote, urlencode

from aiohttp import web

from samples.ahnengalerie.content import catalogue, families
from samples.ahnengalerie.pictures import HEIGHT, WIDTH, family_picture
from samples.application import REFERENCE, Templates, found, group_digits, new_application
from samples.catalogue import Record, clean_query, cut_page, query_words, read_number

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 12
RELATED_PICTURES = 6
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


def make_application(reference: str) -> web.Application:
    application = new_application(FOLDER, TEMPLATES.respond, reference)
    application.router.add_get("/", show_home)
    application.router.add_get("/suche", show_results)
    application.router.add_get("/modul/{name}", show_module)
    application.router.add_get("/bild/{name}.png", send_picture)
    application.router.add_get("/bild/{name}", show_picture)
    return application


async def show_home(request: web.Request) -> web.Response:
    records = (catalogue().find(f"/object/{title}") for title in SHOWN_AT_HOME)
    return _respond(
        request,
        "home.html",
        pictures=[_describe(request, record) for record in records if record],
        modules=[(name, len(members)) for name, members in catalogue().sections.items()],
        total=group_digits(len(catalogue().records), "."),
    )


async def show_results(request: web.Request) -> web.Response:
    query = clean_query(request.query.get("begriff", ""))
    if not query_words(query):
        raise web.HTTPFound("/")
    number = read_number(request.query.get("seite"), 1)
    page = cut_page(query, catalogue().search(query), number, RESULTS_PER_PAGE)
    return _respond(
        request,
        "results.html",
        query=query,
        page=page,
        total=group_digits(page.total, "."),
        pictures=[_describe(request, record) for record in page.records],
        links=[(number, _page_link(query, number)) for number in page.numbers],
        next=page.next and _page_link(query, page.next),
        previous=page.previous and _page_link(query, page.previous),
    )


async def show_module(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    members = found(catalogue().sections.get(name))
    pictures = [_describe(request, record) for record in members]
    return _respond(request, "module.html", name=name, pictures=pictures)


async def show_picture(request: web.Request) -> web.Response:
    record = found(catalogue().find(f"/object/{quote(request.match_info['name'])}"))
    related = catalogue().neighbours(record, RELATED_PICTURES)
    return _respond(
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
        "link": f"{request.app[REFERENCE]}{record.path}",
        "page": f"/bild/{quote(record.title)}",
        "file": f"/bild/{quote(record.title)}.png",
    }


def _page_link(query: str, number: int) -> str:
    return f"/suche?{urlencode({'begriff': query, 'seite': number})}"


def _respond(request: web.Request, template: str, /, **values: object) -> web.Response:
    return TEMPLATES.respond(template, {"reference": f"{request.app[REFERENCE]}/"} | values)
