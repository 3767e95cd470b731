"""The pages of this site: POST form with a token of the session, cards in two columns.

The pages of an answer are linked to by an opaque mark that carries the question.
"""

import base64
from pathlib import Path
from urllib.parse import urlencode
from zlib import crc32

from aiohttp import web

from samples.advertisements import Advertisement, choose, redirector_link
from samples.application import new_application
from samples.glyphothek.content import KINDS, catalogue, is_of_kind
from samples.glyphothek.session import COOKIE, has_valid_token, session_of, token_for
from samples.index import clean_query, query_words
from samples.paging import cut_page, read_number
from samples.records import Record
from samples.rendering import Templates, group_digits

FOLDER = Path(__file__).parent
TEMPLATES = Templates(FOLDER / "templates")
RESULTS_PER_PAGE = 12
CARDS_PER_ROW = 2
FINDS_BESIDE = 2
RELATED_RECORDS = 8
FORM_NAME = "zeichensuche"
REDIRECTOR = "https://klick.werbenetz.example/r"
ADVERTISEMENTS = (
    Advertisement(
        "Schriften für Drucksachen",
        "Über 900 Schnitte mit allen Zeichen, Lizenz für drei Rechner. Jetzt testen.",
        "https://www.schriftenhandel.example/angebot",
    ),
    Advertisement(
        "Bleisatz am Wochenende",
        "Kurse in kleiner Gruppe: Setzen, Drucken, Binden. Noch Plätze frei.",
        "https://bleisatz-kurs.example/termine",
    ),
)


def make_application() -> web.Application:
    """Return a new application that serves this site."""
    application = new_application(FOLDER, TEMPLATES)
    application.router.add_get("/", show_home)
    application.router.add_post("/suche", answer_form)
    application.router.add_get("/suche", show_home)
    application.router.add_get("/blaettern", show_further_page)
    application.router.add_get("/zeichen/{code}", show_record)
    application.router.add_get("/block/{name}", show_block)
    return application


async def show_home(request: web.Request) -> web.Response:
    """Show the form and the list of blocks."""
    return _show_form(request)


async def answer_form(request: web.Request) -> web.Response:
    """Answer a form sent in the session it was made for; show a new one otherwise."""
    try:
        posted = await request.post()
    except (ValueError, LookupError) as error:
        raise web.HTTPBadRequest from error
    form = {name: value for name, value in posted.items() if isinstance(value, str)}
    if form.get("formular") != FORM_NAME or not has_valid_token(request, form.get("marke", "")):
        return _show_form(request, message="Ihre Sitzung ist abgelaufen. Bitte suchen Sie erneut.")
    kind = _known_kind(form.get("bereich", ""))
    return _show_results(request, clean_query(form.get("begriff", "")), kind, 1)


async def show_further_page(request: web.Request) -> web.Response:
    """Show another page of an answer."""
    try:
        query, kind = _unpack(request.query.get("suche", ""))
    except ValueError:
        return _show_form(request, message="Diese Suche gibt es nicht mehr.")
    return _show_results(request, query, kind, read_number(request.query.get("seite"), 1))


async def show_record(request: web.Request) -> web.Response:
    """Show all that is known of a character."""
    record = catalogue().find(request.rel_url.raw_path)
    if record is None:
        raise web.HTTPNotFound
    related = catalogue().neighbours(record, RELATED_RECORDS)
    return _respond(
        request,
        "record.html",
        record=record,
        glyph=record.fact("Zeichen"),
        related=[_describe(near) for near in related],
    )


async def show_block(request: web.Request) -> web.Response:
    """Show the characters of a block."""
    name = request.match_info["name"]
    members = catalogue().sections.get(name)
    if members is None:
        raise web.HTTPNotFound
    return _respond(request, "block.html", name=name, members=[_describe(r) for r in members])


def _show_form(request: web.Request, message: str = "") -> web.Response:
    sections = catalogue().sections.items()
    return _respond(
        request,
        "home.html",
        message=message,
        blocks=[(name, len(members)) for name, members in sections],
        total=group_digits(len(catalogue().records), "."),
    )


def _show_results(request: web.Request, query: str, kind: str, number: int) -> web.Response:
    if not query_words(query):
        return _show_form(request, message="Bitte geben Sie einen Suchbegriff ein.")
    found = tuple(record for record in catalogue().search(query) if is_of_kind(record, kind))
    page = cut_page(query, found, number, RESULTS_PER_PAGE)
    return _respond(
        request,
        "results.html",
        query=query,
        kind=kind,
        page=page,
        total=group_digits(page.total, "."),
        rows=_rows([_describe(record) for record in page.records], query),
        links=[(number, _page_link(query, kind, number)) for number in page.numbers],
        next=page.next and _page_link(query, kind, page.next),
        previous=page.previous and _page_link(query, kind, page.previous),
    )


def _respond(request: web.Request, template: str, /, **values: object) -> web.Response:
    """Fill a template together with what every page has: the form, its token, a few finds."""
    session = session_of(request)
    seed = str(values.get("query") or request.path_qs)
    defaults = {
        "token": token_for(session),
        "form_name": FORM_NAME,
        "kinds": tuple(KINDS),
        "finds": [_describe(record) for record in _finds(seed)],
    }
    response = TEMPLATES.respond(template, defaults | values)
    response.set_cookie(COOKIE, session, httponly=True, samesite="Lax", path="/")
    return response


def _finds(seed: str) -> tuple[Record, ...]:
    """Return a few characters to look at, others on every page."""
    records = catalogue().records
    draw = crc32(seed.encode())
    return tuple(records[(draw * step) % len(records)] for step in range(1, FINDS_BESIDE + 1))


def _describe(record: Record) -> dict[str, object]:
    """Return a card about a record."""
    return {
        "link": record.path,
        "title": record.title,
        "text": record.text,
        "glyph": record.fact("Zeichen"),
    }


def _rows(cards: list[dict[str, object]], query: str) -> list[list[dict[str, object]]]:
    """Return the cards in rows, an advertisement's in the midst of a full page."""
    if len(cards) == RESULTS_PER_PAGE:
        for advertisement in choose(ADVERTISEMENTS, query, 1):
            card: dict[str, object] = {
                "link": redirector_link(REDIRECTOR, advertisement, query),
                "title": advertisement.title,
                "text": advertisement.text,
                "glyph": "★",
                "label": "Anzeige",
            }
            cards.insert(RESULTS_PER_PAGE // 2, card)
    return [cards[start : start + CARDS_PER_ROW] for start in range(0, len(cards), CARDS_PER_ROW)]


def _page_link(query: str, kind: str, number: int) -> str:
    packed = base64.urlsafe_b64encode(f"{kind}|{query}".encode()).decode().rstrip("=")
    return f"/blaettern?{urlencode({'suche': packed, 'seite': number})}"


def _unpack(packed: str) -> tuple[str, str]:
    """Return question and kind of a link to a further page; `ValueError` when it carries none."""
    text = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
    kind, mark, query = text.partition("|")
    if not mark:
        raise ValueError("no question")
    return clean_query(query), _known_kind(kind)


def _known_kind(kind: str) -> str:
    return kind if kind in KINDS else next(iter(KINDS))
