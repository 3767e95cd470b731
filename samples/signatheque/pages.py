"""The pages of this site: markup of the nineties in Latin-1, paragraphs, pages by offset.

The charset stands in the markup only, and queries come in it too.
"""

import re
import sys
from functools import partial
from urllib.parse import parse_qs, urlencode

from aiohttp import web

from samples.application import SampleSite, found, group_digits, on_reference, paging, respond
from samples.catalogue import Record, clean_query, cut_page, query_words, read_number
from samples.signatheque.content import catalogue

CHARSET = "iso-8859-1"
RESULTS_PER_PAGE = 20
# No form here has as many fields.
MAX_FIELDS = 20
_REFERENCE = re.compile(r"&#(\d{1,7});")
# Signatures shown beside every page.
USUAL = ("builtins.open", "builtins.print", "json.dumps", "os.walk", "re.sub", "shutil.copy")


async def show_home(request: web.Request) -> web.Response:
    total = group_digits(len(catalogue().records), "\N{NO-BREAK SPACE}")
    return respond(request, "home.html", total=total)


async def show_results(request: web.Request) -> web.Response:
    fields = read_fields(request)
    query = clean_query(fields.get("mot", ""))
    if not query_words(query):
        return respond(request, "home.html", message="Veuillez saisir au moins un mot.")
    offset = read_number(fields.get("debut"), 0)
    matching = catalogue().search(query)
    page = cut_page(query, matching, offset // RESULTS_PER_PAGE + 1, RESULTS_PER_PAGE)
    return respond(
        request,
        "results.html",
        **paging(page, partial(_page_link, query)),
        total=group_digits(page.total, "\N{NO-BREAK SPACE}"),
        entries=[_describe(request, record) for record in page.records],
    )


async def show_letter(request: web.Request) -> web.Response:
    letter = read_fields(request).get("lettre", "")
    members = found(catalogue().sections.get(letter))
    entries = [_describe(request, record) for record in members]
    return respond(request, "letter.html", letter=letter, entries=entries)


def read_fields(request: web.Request) -> dict[str, str]:
    """Return the fields of a GET form sent in this site's charset.

    Characters it lacks arrive as character references (HTML standard, "application/x-www-form-
    urlencoded encoding").
    """
    try:
        fields = parse_qs(
            request.rel_url.raw_query_string, encoding=CHARSET, max_num_fields=MAX_FIELDS
        )
    except ValueError as error:
        raise web.HTTPBadRequest from error
    return {name: _REFERENCE.sub(_dereference, values[0]) for name, values in fields.items()}


def _dereference(reference: re.Match[str]) -> str:
    code = int(reference[1])
    return chr(code) if code <= sys.maxunicode else reference[0]


def _around(request: web.Request) -> dict[str, object]:
    usual = catalogue().find_all(f"/object/{title}" for title in USUAL)
    return {
        "letters": sorted(catalogue().sections),
        "usual": [_describe(request, record) for record in usual],
    }


def _describe(request: web.Request, record: Record) -> dict[str, str]:
    return {
        "link": on_reference(request, record),
        "title": record.title,
        "text": record.text,
        "call": record.fact("Appel"),
    }


def _page_link(query: str, number: int) -> str:
    fields = {"mot": query, "debut": (number - 1) * RESULTS_PER_PAGE}
    encoded = urlencode(fields, encoding=CHARSET, errors="xmlcharrefreplace")
    return f"recherche.cgi?{encoded}"


SITE = SampleSite(
    name="signatheque",
    title="Signathèque",
    port_offset=13,
    catalogue=catalogue,
    routes=(
        web.get("/", show_home),
        web.get("/recherche.cgi", show_results),
        web.get("/liste.cgi", show_letter),
    ),
    around=_around,
    charset=CHARSET,
    charset_in_header=False,
)
