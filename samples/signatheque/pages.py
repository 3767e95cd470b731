"""Signatures of functions and classes: markup of the nineties in Latin-1, pages by offset.

The charset stands in the markup only, and queries come in it too.
"""

import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from urllib.parse import parse_qs, urlencode

from aiohttp import web

from samples.application import (
    SampleSite,
    cut_page,
    found,
    group_digits,
    on_reference,
    paging,
    respond,
)
from samples.catalogue import Catalogue, Record, clean_query, query_words, read_number
from samples.standard_library import DocumentedObject, documented_objects

KINDS = {"class": "Classe", "function": "Fonction"}
# Parameters named in a sentence, and letters of a signature.
NAMED_PARAMETERS = 5
SIGNATURE_LENGTH = 70


@cache
def catalogue() -> Catalogue:
    return Catalogue(sorted(_make_records(), key=lambda record: record.title.casefold()))


def _make_records() -> Iterator[Record]:
    for documented in documented_objects().values():
        if documented.kind not in KINDS or not callable(documented.value):
            continue
        try:
            signature = inspect.signature(documented.value)
        except (ValueError, TypeError):
            continue
        yield _make_record(documented, tuple(signature.parameters.values()))


def _make_record(documented: DocumentedObject, parameters: Sequence[inspect.Parameter]) -> Record:
    written = ", ".join(map(_write, parameters))
    if len(written) > SIGNATURE_LENGTH:
        written = f"{written[:SIGNATURE_LENGTH].rpartition(',')[0]}, ..."
    kind = KINDS[documented.kind]
    first_sentence = documented.summary.partition(". ")[0].rstrip(".:")
    sentence = f"{kind} du module {documented.module} {_parameters_in_words(parameters)}."
    return Record(
        path=documented.path,
        title=documented.title,
        text=f"{sentence} En anglais : « {first_sentence} »",
        section=documented.title[0].lower(),
        facts=(
            ("Appel", f"{documented.title.rpartition('.')[2]}({written})"),
            ("Module", documented.module),
        ),
    )


def _parameters_in_words(parameters: Sequence[inspect.Parameter]) -> str:
    if not parameters:
        return "sans paramètre"
    required = [each.name for each in parameters if _is_required(each)]
    count = "un paramètre" if len(parameters) == 1 else f"{len(parameters)} paramètres"
    if not required:
        return f"à {count}, tous facultatifs" if len(parameters) > 1 else f"à {count}, facultatif"
    named = ", ".join(required[:NAMED_PARAMETERS])
    rest = ", etc." if len(required) > NAMED_PARAMETERS else ""
    which = "obligatoire" if len(required) == 1 else "obligatoires"
    return f"à {count}, dont {len(required)} {which} : {named}{rest}"


def _is_required(parameter: inspect.Parameter) -> bool:
    variable = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    return parameter.default is parameter.empty and not variable


def _write(parameter: inspect.Parameter) -> str:
    several = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    named = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
    name = f"{several}{named}{parameter.name}"
    if parameter.default is parameter.empty:
        return name
    plain = isinstance(parameter.default, bool | int | float | str | bytes | None)
    return f"{name}={parameter.default!r}" if plain else f"{name}=..."


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
    page = cut_page(matching, offset // RESULTS_PER_PAGE + 1, RESULTS_PER_PAGE)
    return respond(
        request,
        "results.html",
        **paging(query, page, partial(_page_link, query)),
        total=group_digits(page.paginator.count, "\N{NO-BREAK SPACE}"),
        entries=[_describe(request, record) for record in page],
    )


async def show_letter(request: web.Request) -> web.Response:
    letter = read_fields(request).get("lettre", "")
    members = found(catalogue().sections.get(letter))
    entries = [_describe(request, record) for record in members]
    return respond(request, "letter.html", letter=letter, entries=entries)


def read_fields(request: web.Request) -> dict[str, str]:
    """Return the fields of a form in this site's charset; others come as character references."""
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
