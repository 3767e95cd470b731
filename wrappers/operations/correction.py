"""Corrections: a person points at the right list, names an item, accepts a data model.

What the person has said becomes a version of its own. It is kept when the engine is learned anew,
and is what it is adapted from after its next redesign.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from discovery.documents.document import DocumentError
from discovery.models import Engine
from discovery.pages.page import NotHtmlError, Page
from wrappers.adaptation.expectations import keep_demands
from wrappers.engines.check_schedule import enqueue_check
from wrappers.engines.versions import activate_engine, new_version, use_version
from wrappers.extraction.constraints import IntegrityConstraints
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.no_result import NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_constraints, learn_data_model
from wrappers.induction.items.items import learn_items
from wrappers.induction.items.sample import item_samples
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.pipeline import LearnedWrapper, propose_wrappers
from wrappers.induction.samples import InductionError, Sample
from wrappers.learning.known_answers import result_pages_of
from wrappers.models import RESULT_ROLES, FoundWrapper, SamplePage, SampleRole, WrapperVersion

CHOSEN = "chosen"


class CorrectionError(RuntimeError):
    """There is nothing to choose from, or what was chosen is not there any more."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One list that could be the records; `key` names it as long as the sample pages stay."""

    key: str
    learned: LearnedWrapper


@dataclass(frozen=True, slots=True)
class StoredSamples:
    results: tuple[SamplePage, ...]
    no_results: tuple[SamplePage, ...]
    description: str

    def samples(self) -> list[Sample]:
        pairs = [(stored, stored.page()) for stored in self.results]
        return [Sample(page, stored.query, stored.layout_of(page)) for stored, page in pairs]


def load_stored_samples(engine: Engine) -> StoredSamples:
    """Return the pages of the active version or the last learning. Raises `CorrectionError`."""
    version = engine.wrapper_versions.in_use()
    if version is not None:
        rows, description = version.samples.all(), version.description
    else:
        job = engine.learning_jobs.filter(finished_at__isnull=False).first()
        rows = SamplePage.objects.filter(job=job) if job else SamplePage.objects.none()
        tried = job.state.tried if job else None
        description = tried.xml if tried is not None else ""
    no_results = tuple(rows.filter(role=SampleRole.NO_RESULT))
    results = _without_empty(rows.filter(role__in=RESULT_ROLES), no_results)
    if not results or not description:
        raise CorrectionError(
            "There is no stored result page to choose on. Learn the engine first: "
            "its pages are kept even when no records are found."
        )
    return StoredSamples(results, no_results, description)


def _without_empty(
    pages: Iterable[SamplePage], no_results: Sequence[SamplePage]
) -> tuple[SamplePage, ...]:
    stored = [(page, page.page()) for page in pages]
    if not no_results:
        return tuple(page for page, _ in stored)
    signature = _signature(no_results, [(parsed, page.query) for page, parsed in stored])
    return tuple(page for page, parsed in stored if not signature.matches(parsed, page.query))


def _signature(
    no_results: Sequence[SamplePage], results: Sequence[tuple[Page, str | None]]
) -> NoResultSignature:
    return learn_no_result_signature([(page.page(), page.query) for page in no_results], results)


def propose_alternatives(stored: StoredSamples) -> tuple[Alternative, ...]:
    try:
        no_result = stored.no_results[0].page() if stored.no_results else None
        proposed = propose_wrappers(stored.samples(), no_result)
    except (InductionError, NotHtmlError) as error:
        raise CorrectionError(str(error)) from error
    if not proposed:
        raise CorrectionError("Nothing on the sample pages repeats as records do.")
    return tuple(Alternative(_key_of(learned), learned) for learned in proposed)


def _key_of(learned: LearnedWrapper) -> str:
    text = json.dumps(learned.wrapper.to_json(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def choose_alternative(engine: Engine, key: str, by: str) -> WrapperVersion:
    """Have the list `key` read, as the person `by` chose. Raises `CorrectionError`."""
    stored = load_stored_samples(engine)
    found = [each for each in propose_alternatives(stored) if each.key == key]
    if not found:
        raise CorrectionError("The sample pages have changed meanwhile: choose once more.")
    learned = found[0].learned
    with transaction.atomic():
        engine = Engine.objects.select_for_update().get(pk=engine.pk)
        version = _use_chosen(engine, stored, learned, f"list chosen by {by}"[:200])
        activate_engine(engine, f"{by} chose which list on its pages is read.")
    enqueue_check(engine)
    return version


def _use_chosen(
    engine: Engine, stored: StoredSamples, learned: LearnedWrapper, reason: str
) -> WrapperVersion:
    pairs = [(sample.page, sample.query) for sample in stored.samples()]
    nothing = stored.no_results
    before = engine.wrapper_versions.in_use()
    signature = _signature(nothing, pairs).to_json() if nothing else None
    constraints = learn_constraints(learned.wrapper, pairs, [page.page() for page in nothing])
    sections = learned.wrapper.to_json()["sections"]
    if before and before.constraints and before.wrapper.get("sections") == sections:
        known = IntegrityConstraints.from_json(before.constraints)
        constraints = keep_demands(constraints, known)
    found = FoundWrapper(
        wrapper=learned.wrapper.to_json(),
        formula=learned.wrapper.formula,
        no_result=signature,
        start_pages=before.start_pages if before else [],
        constraints=constraints.to_json(),
        tree_grams=None,
        inducer=learned.inducer,
        support=learned.support,
        strategy=CHOSEN,
        score=learned.score,
    )
    version = new_version(engine, stored.description, found, reason)
    use_version(
        engine, version, beside=engine.wrapper_versions.beside().values_list("pk", flat=True)
    )
    columns = [each.attname for each in SamplePage._meta.concrete_fields if not each.primary_key]
    SamplePage.objects.bulk_create(
        SamplePage(**{name: getattr(each, name) for name in columns} | {"version_id": version.pk})
        for each in (*stored.results, *nothing)
    )
    return version


MAX_LABEL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class ItemChange:
    label: str
    kind: ItemKind
    is_hidden: bool


def _wrapper_of(version: WrapperVersion) -> Wrapper:
    try:
        return Wrapper.from_json(version.wrapper)
    except DocumentError as error:
        raise CorrectionError(f"The wrapper cannot be read: {error}") from error


def load_items(engine: Engine, stored: StoredSamples) -> tuple[Wrapper, ItemRules]:
    """Return the wrapper in use and its items' columns. Raises `CorrectionError`."""
    version = engine.wrapper_versions.in_use()
    if version is None:
        raise CorrectionError("Nothing reads this engine yet. Learn it first.")
    wrapper = _wrapper_of(version)
    items = wrapper.items or learn_items(
        [each for sample in stored.samples() for each in item_samples(wrapper, sample)]
    )
    if items is None or not items.columns:
        raise CorrectionError("The wrapper in use reads no record on the stored pages.")
    return wrapper, items


def change_items(engine: Engine, changes: Mapping[int, ItemChange], by: str) -> WrapperVersion:
    """Let columns (from 0) be what the person `by` says. Raises `CorrectionError`."""
    stored = load_stored_samples(engine)
    wrapper, items = load_items(engine, stored)
    columns = list(items.columns)
    for number, change in changes.items():
        if not 0 <= number < len(columns):
            raise CorrectionError("The columns have changed meanwhile: look at them once more.")
        label = " ".join(change.label.split())[:MAX_LABEL_LENGTH]
        if not label:
            raise CorrectionError("Every item needs a name.")
        columns[number] = columns[number].replace(
            label=label, kind=change.kind, is_hidden=change.is_hidden, by_person=True
        )
    labels = [column.label for column in columns]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise CorrectionError(f"Two items are called “{twice}”. Give each a name of its own.")
    changed = wrapper.replace(items=items.replace(columns=tuple(columns)))
    with transaction.atomic():
        engine = Engine.objects.select_for_update().get(pk=engine.pk)
        before = engine.wrapper_versions.get(is_active=True)
        learned = LearnedWrapper(changed, before.support, before.inducer, before.score)
        version = _use_chosen(engine, stored, learned, f"items named by {by}"[:200])
    enqueue_check(engine)
    return version


def learned_data_model(version: WrapperVersion) -> str:
    """Return the XML Schema that a version's records keep to. Raises `CorrectionError`."""
    wrapper = _wrapper_of(version)
    records = [record for page in result_pages_of(version) for record in wrapper.records(page)]
    if not records:
        raise CorrectionError("The version reads no record on its stored pages.")
    return learn_data_model(records)
