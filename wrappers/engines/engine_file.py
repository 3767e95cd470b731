"""Engines as files: all that is known of one, to be asked and read elsewhere as it is here.

A file is one JSON document, described by its JSON Schema (`file_schema`). It holds no key, no
cookie and no query of a person. What any page teaches anew (tree-grams) is left out.
"""

import json
from datetime import date
from inspect import cleandoc
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta
from msgspec.json import schema_components

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import from_xml
from discovery.documents.document import Document, DocumentError
from discovery.engine_lists.proposals import MAX_HOME_LENGTH, MAX_NAME_LENGTH
from discovery.models import BANG, MAX_BANG_LENGTH, Engine
from wrappers.adaptation.adaptation import AdaptationSettings
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.inducers import InducerName
from wrappers.models import ImportedEngine, LearningJob, WrapperVersion

# Characters of a file: a connection description at its own limits, and room for the rest. Guess.
MAX_FILE_LENGTH = 1_500_000
# Sample queries, start pages, and lines of XML. Guesses: above all that is learned.
MAX_QUERIES = 20
MAX_START_PAGES = 20
MAX_LINES = 20_000
# Further designs: more than an engine learns.
MAX_DESIGNS = 10
# How a version was found that came with the engine, as a file.
IMPORTED = "imported"
_Text = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
_Short = Annotated[str, Meta(max_length=60)]
_Wrapper = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/Wrapper"})]


class Provenance(Document, frozen=True, omit_defaults=True):
    """How and when the wrapper was found, on how many pages (`support`), how sure that was."""

    strategy: Annotated[str, Meta(max_length=40)] = ""
    inducer: _Short = ""
    support: Annotated[int, Meta(ge=0, le=10**6)] = 0
    score: float | None = None
    learned: date | None = None


class Design(Document, frozen=True, omit_defaults=True):
    """How the answers of an engine are read that come in one design, and held to account."""

    wrapper: _Wrapper
    no_result: NoResultSignature | None = None
    start_pages: Annotated[tuple[NoResultSignature, ...], Meta(max_length=MAX_START_PAGES)] = ()
    constraints: IntegrityConstraints | None = None
    provenance: Provenance = Provenance()


class EngineFile(Design, frozen=True, omit_defaults=True, kw_only=True):
    """One engine: what it is called, how it is asked (lines of XML), read, and held to account.

    `queries` were generated while it was learned; those that found most come first. `others` are
    further designs in which its site answers.
    """

    VERSION: ClassVar = ("format", "metasearch-engine/1")

    name: _Text
    home_url: Annotated[str, Meta(max_length=MAX_HOME_LENGTH)]
    connection: Annotated[tuple[str, ...], Meta(max_length=MAX_LINES)]
    others: Annotated[tuple[Design, ...], Meta(max_length=MAX_DESIGNS)] = ()
    queries: Annotated[tuple[_Text, ...], Meta(max_length=MAX_QUERIES)] = ()
    bang: Annotated[str, Meta(max_length=MAX_BANG_LENGTH, pattern=BANG)] = ""
    categories: Annotated[str, Meta(max_length=200)] = ""
    language: Annotated[str, Meta(max_length=35)] = ""
    weight: Annotated[float, Meta(ge=0.1, le=10)] = 1.0
    inducers: tuple[InducerName, ...] = ()
    adaptation: AdaptationSettings | None = None

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the file read as `data`, all of its parts. Raises `DocumentError`."""
        if len(json.dumps(data)) > MAX_FILE_LENGTH:
            raise DocumentError(f"an engine file has at most {MAX_FILE_LENGTH:,} characters")
        file = super().from_json(data)
        designs: tuple[Design, ...] = (file, *file.others)
        for design in designs:
            Wrapper.from_json(design.wrapper)
        return file

    @property
    def description(self) -> ConnectionDescription:
        """How it is asked. Raises `DescriptionError`."""
        return from_xml("\n".join(self.connection).encode())

    def to_text(self) -> str:
        """Return it as it is kept: by a line each, in one order, so that changes are seen."""
        return json.dumps(self.to_json(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"

    def versions_of(self, engine: Engine) -> list[WrapperVersion]:
        """Return what it says as versions of `engine` that are neither stored nor in use."""
        return [self._version_of(engine, design) for design in (self, *self.others)]

    def _version_of(self, engine: Engine, design: Design) -> WrapperVersion:
        stored = design.to_json()
        return WrapperVersion(
            engine=engine,
            number=0,
            wrapper=design.wrapper,
            formula=Wrapper.from_json(design.wrapper).formula,
            no_result=stored.get("no_result"),
            start_pages=stored.get("start_pages", []),
            constraints=stored.get("constraints"),
            description="\n".join(self.connection),
            inducer=design.provenance.inducer,
            support=design.provenance.support,
            score=design.provenance.score,
            strategy=IMPORTED,
        )


def brought_file(job: LearningJob) -> EngineFile | None:
    """Return the file that a job tries: what its engine came with counts until it is in use."""
    state = job.state
    if state.given or (not state.brought and job.engine.wrapper_versions.exists()):
        return None
    rows = ImportedEngine.objects.filter(engine=job.engine, file__isnull=False).order_by("-pk")
    if state.brought:
        rows = rows.filter(pk=state.brought)
    return EngineFile.read_or_none(rows.values_list("file", flat=True).first())


def file_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of an engine file."""
    # What has a text for JSON of its own is a string.
    (own, _), parts = schema_components(
        (EngineFile, Wrapper),
        schema_hook=lambda _: {"type": "string"},
        ref_template="#/$defs/{name}",
    )
    for part in parts.values():
        part |= {"description": cleandoc(part.get("description", ""))}
    for kind in (EngineFile, Wrapper):
        field, version = kind.VERSION
        part = parts[kind.__name__]
        part["properties"] = {field: {"const": version}, **part["properties"]}
        part["required"] = [field, *part["required"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **own, "$defs": parts}
