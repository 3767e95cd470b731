"""Engines in use made files that other installations can import."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.connection.description_xml import to_xml
from discovery.connection.given import literal_secrets
from discovery.documents.document import DocumentError
from discovery.models import Engine, EngineQuerySet
from wrappers.engines.engine_file import MAX_START_PAGES, EngineFile
from wrappers.learning.known_answers import known_answers
from wrappers.learning.step_context import chosen_inducers
from wrappers.models import EngineWatch, WrapperVersion

_SETTINGS = ("categories", "language", "weight")
_PROVENANCE = ("strategy", "inducer", "support", "score")


class NotExportableError(ValueError):
    """An engine that cannot be given away as a file."""


def export_engine(engine: Engine) -> EngineFile:
    """Return an engine as a file. Raises `NotExportableError` for one that nobody else could use.

    Its cookies, and the values that its form gives out anew, stay here.
    """
    version = engine.wrapper_versions.in_use()
    if engine.collection_id is not None or version is None:
        what = "it searches a collection" if engine.collection_id else f"it is {engine.state}"
        raise NotExportableError(f"{engine.slug}: {what}, and has no wrapper to give away")
    watch = EngineWatch.objects.filter(engine=engine).first()
    known = sorted(known_answers(version), key=lambda answer: -len(answer.records))
    data = {
        **{name: getattr(engine, name) for name in ("name", "home_url", *_SETTINGS)},
        **_design(version),
        "others": [_design(other) for other in engine.wrapper_versions.beside()],
        "queries": [answer.query for answer in known],
        "bang": engine.bang or "",
        "inducers": chosen_inducers(watch),
        "adaptation": None if watch is None else watch.adaptation,
    }
    try:
        xml = to_xml(_shared(version.connection)).decode()
        own = dict([EngineFile.VERSION]) | {"connection": xml.splitlines()}
        return EngineFile.from_json(own | data)
    except (DescriptionError, DocumentError) as error:
        raise NotExportableError(f"{engine.slug}: {error}") from error


def _design(version: WrapperVersion) -> dict[str, Any]:
    return {
        **{name: getattr(version, name) for name in ("wrapper", "no_result", "constraints")},
        "start_pages": version.start_pages[:MAX_START_PAGES],
        "provenance": {
            **{name: getattr(version, name) for name in _PROVENANCE},
            "learned": version.created_at.date().isoformat(),
        },
    }


def _shared(description: ConnectionDescription) -> ConnectionDescription:
    secrets = literal_secrets(description)
    if secrets:
        raise DescriptionError(f"what it is asked with looks like a key: {', '.join(secrets)}")
    parameters = (
        replace(each, value="") if each.token else each for each in description.parameters
    )
    return replace(description, parameters=tuple(parameters), cookies=())


def export_engines(engines: Iterable[Engine]) -> tuple[dict[str, EngineFile], dict[str, str]]:
    """Return files of engines by their slugs, and of those without one why that is."""
    files, left_out = {}, {}
    for engine in engines:
        try:
            files[engine.slug] = export_engine(engine)
        except NotExportableError as error:
            left_out[engine.slug] = str(error)
    return files, left_out


def as_list(files: Iterable[EngineFile]) -> str:
    return "[\n" + ",\n".join(file.to_text().rstrip() for file in files) + "\n]\n"


def exportable_engines() -> EngineQuerySet:
    in_use = Engine.objects.of_sites().filter(wrapper_versions__is_active=True)
    return in_use.distinct().order_by("slug")
