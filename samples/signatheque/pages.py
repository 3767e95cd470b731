"""Signatures of functions and classes: markup of the nineties in Latin-1, pages by offset.

The charset stands in the markup only, and queries come in it too.
"""

import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

from aiohttp import web

from samples.application import SampleSite
from samples.catalogue import Record
from samples.standard_library import DocumentedObject, documented_objects

KINDS = {"class": "Classe", "function": "Fonction"}
# Parameters named in a sentence, and letters of a signature.
NAMED_PARAMETERS = 5
SIGNATURE_LENGTH = 70


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
        facts=(("Appel", f"{documented.title.rpartition('.')[2]}({written})"),),
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
# No form here has as many fields.
MAX_FIELDS = 20
_REFERENCE = re.compile(r"&#(\d{1,7});")
# Signatures shown beside every page.
USUAL = ("builtins.open", "builtins.print", "json.dumps", "os.walk", "re.sub", "shutil.copy")


class Signatheque(SampleSite):
    name = "signatheque"
    title = "Signathèque"
    port_offset = 13
    charset = CHARSET
    charset_in_header = False
    leads_to_reference = True
    search_path = "/recherche.cgi"
    section_route = "/liste.cgi"
    query_field = "mot"
    number_field = "debut"
    first_number = 0
    counts_records = True
    page_size = 20
    digits_separator = "\N{NO-BREAK SPACE}"
    shown_beside = tuple(f"/object/{title}" for title in USUAL)

    def records(self) -> list[Record]:
        return sorted(_make_records(), key=lambda record: record.title.casefold())

    def fields(self, request: web.Request) -> dict[str, str]:
        """Return the fields of a form in our charset; others come as character references."""
        query = request.rel_url.raw_query_string
        try:
            fields = parse_qs(query, encoding=CHARSET, max_num_fields=MAX_FIELDS)
        except ValueError as error:
            raise web.HTTPBadRequest from error
        return {name: _REFERENCE.sub(_dereference, values[0]) for name, values in fields.items()}

    def section_name(self, request: web.Request) -> str:
        return self.fields(request).get("lettre", "")

    def page_link(self, query: str, kept: Mapping[str, Any], number: int) -> str:
        return super().page_link(query, kept, number).removeprefix("/")

    def show_without_query(self, request: web.Request) -> web.Response:
        return self.show_start(request, "Veuillez saisir au moins un mot.")


def _dereference(reference: re.Match[str]) -> str:
    code = int(reference[1])
    return chr(code) if code <= sys.maxunicode else reference[0]
