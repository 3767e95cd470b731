"""The records of this site: how the functions and classes that come with Python are called."""

import inspect
from collections.abc import Iterator, Sequence
from functools import cache

from samples.catalogue import Catalogue, Record
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
    sentence = f"{kind} du module {documented.module} {_describe(parameters)}."
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


def _describe(parameters: Sequence[inspect.Parameter]) -> str:
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
