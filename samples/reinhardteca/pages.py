"""The pages of this site: a definition list, pages by path, and the form two links from home.

A question sent by the form is led on to an address of its own: /buscar/words+of+it/.
"""

from pathlib import Path
from urllib.parse import quote

from aiohttp import web

from samples.advertisements import Advertisement, choose, redirector_link
from samples.application import new_application
from samples.excerpts import excerpt, highlight
from samples.index import query_words
from samples.paging import cut_page, read_number
from samples.records import Record
from samples.reinhardteca.content import catalogue, snippet
from samples.rendering import Templates, group_digits

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 15
RELATED_RECORDS = 5
NEWS = ("django.views.generic.list.ListView", "django.utils.text.Truncator", "ALLOWED_HOSTS")
NEWS_TEXT_LENGTH = 80
REDIRECTOR = "http://clic.anuncios.example/ir"
ADVERTISEMENTS = (
    Advertisement(
        "Alojamiento para aplicaciones web",
        "Servidores en Europa, copias diarias y soporte en español desde 5 € al mes.",
        "https://www.alojamiento-web.example/oferta",
    ),
    Advertisement(
        "Curso de desarrollo web en línea",
        "Diez semanas con tutor: formularios, plantillas, bases de datos. Plazas limitadas.",
        "https://academia-web.example/curso",
    ),
    Advertisement(
        "Guitarras de segunda mano",
        "Compra y venta de guitarras de jazz revisadas por un lutier. Envío a toda España.",
        "https://guitarras.example/jazz",
    ),
)


def make_application() -> web.Application:
    """Return a new application that serves this site."""
    application = new_application(FOLDER, TEMPLATES)
    application.router.add_get("/", show_home)
    application.router.add_get("/consulta", show_help)
    application.router.add_get("/consulta/buscador", show_form)
    application.router.add_post("/boletin", thank_subscriber)
    application.router.add_get("/buscar", lead_to_results)
    application.router.add_get("/buscar/{words}/", show_results)
    application.router.add_get("/buscar/{words}/{number}/", show_results)
    application.router.add_get("/referencia/{name}", show_record)
    application.router.add_get("/paquete/{name}", show_package)
    return application


async def show_home(request: web.Request) -> web.Response:
    """Show the packages; there is no search form here."""
    sections = catalogue().sections.items()
    return _respond(
        "home.html",
        total=group_digits(len(catalogue().records), "."),
        packages=[(name, len(members)) for name, members in sections],
    )


async def show_help(request: web.Request) -> web.Response:
    """Explain the ways to look something up, the search form among them."""
    return _respond("help.html")


async def show_form(request: web.Request) -> web.Response:
    """Show the search form."""
    return _respond("form.html")


async def thank_subscriber(request: web.Request) -> web.Response:
    """Thank for an address that is not kept."""
    return _respond("thanks.html")


async def lead_to_results(request: web.Request) -> web.Response:
    """Lead a question to its own address, or show the form again when nothing is asked."""
    words = query_words(request.query.get("texto", ""))
    if not words:
        return _respond("form.html", message="Escriba al menos una palabra.")
    raise web.HTTPFound(_page_path(" ".join(words), 1))


async def show_results(request: web.Request) -> web.Response:
    """Show a page of results."""
    query = " ".join(query_words(request.match_info["words"].replace("+", " ")))
    if not query:
        raise web.HTTPNotFound
    number = read_number(request.match_info.get("number"), 1)
    page = cut_page(query, catalogue().search(query), number, RESULTS_PER_PAGE)
    return _respond(
        "results.html",
        query=query,
        page=page,
        total=group_digits(page.total, "."),
        results=[
            (page.first + place, record, record.fact("Tipo"), _quote_record(record, query))
            for place, record in enumerate(page.records)
        ],
        advertisements=[
            (advertisement, redirector_link(REDIRECTOR, advertisement, query))
            for advertisement in choose(ADVERTISEMENTS, query, 1)
        ],
        next=page.next and _page_path(query, page.next),
        previous=page.previous and _page_path(query, page.previous),
    )


async def show_record(request: web.Request) -> web.Response:
    """Show the documentation of one definition."""
    record = catalogue().find(request.rel_url.raw_path)
    if record is None:
        raise web.HTTPNotFound
    return _respond(
        "record.html",
        record=record,
        documentation=record.fact("Documentación"),
        kind=record.fact("Tipo"),
        file=record.fact("Archivo"),
        line=record.fact("Línea"),
        related=catalogue().neighbours(record, RELATED_RECORDS),
    )


async def show_package(request: web.Request) -> web.Response:
    """List what a package documents."""
    name = request.match_info["name"]
    members = catalogue().sections.get(name)
    if members is None:
        raise web.HTTPNotFound
    return _respond("package.html", name=name, members=members)


def _respond(template: str, /, **values: object) -> web.Response:
    """Fill a template together with what stands on every page."""
    news = (catalogue().find(f"/referencia/{title}") for title in NEWS)
    quoted = [(r, excerpt(r.text, "", NEWS_TEXT_LENGTH), r.fact("Tipo")) for r in news if r]
    return TEMPLATES.respond(template, {"news": quoted} | values)


def _quote_record(record: Record, query: str) -> str:
    return highlight(snippet(record, query), query, "strong")


def _page_path(query: str, number: int) -> str:
    """Return the address of a page of an answer; the first page's bears no number."""
    words = "+".join(quote(word) for word in query.split())
    return f"/buscar/{words}/" if number == 1 else f"/buscar/{words}/{number}/"
