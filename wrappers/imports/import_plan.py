"""The plan of an import: which proposals are new engines, which are known, which are one.

Proposals are one engine when host and template are equal; one known by its address alone is any
engine of that home page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.engine_lists.proposals import EngineProposal, RejectedEntry, engine_key
from discovery.engines.registration import clean_address, slug_stem
from discovery.models import Engine, EngineState
from discovery.pages.urls import comparison_key
from wrappers.models import ImportedEngine

# Told how many proposals are done.
Progress = Callable[[int], None]
_PROGRESS_STEP = 200


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal made ready to be stored: its keys, and the engine that it becomes if it is new."""

    proposal: EngineProposal
    home_key: str
    template_key: str
    engine: Engine


@dataclass(slots=True)
class ImportPlan:
    """New engines, known ones to be changed, and for each draft the engine it stands for."""

    created: list[Engine] = field(default_factory=list)
    changed: dict[int, Engine] = field(default_factory=dict)
    engines: list[tuple[Draft, Engine]] = field(default_factory=list)

    @property
    def merged(self) -> int:
        return len(self.engines) - len(self.created)


def make_drafts(
    proposals: Sequence[EngineProposal], progress: Progress
) -> tuple[list[Draft], list[RejectedEntry]]:
    """Return the proposals made ready, and those that cannot be stored."""
    drafts, rejected = [], []
    for number, proposal in enumerate(proposals):
        if number % _PROGRESS_STEP == 0:
            progress(number)
        try:
            drafts.append(_make_draft(proposal))
        except (DescriptionError, ValueError) as error:
            rejected.append(RejectedEntry(proposal.line, str(error), proposal.name))
    progress(len(proposals))
    return drafts, rejected


def _make_draft(proposal: EngineProposal) -> Draft:
    """Return one proposal made ready. Raises `DescriptionError`, `AddressError`."""
    clean_address(proposal.home_url)
    key, xml = "", b""
    if proposal.description is not None:
        key, xml = engine_key(proposal.description), to_xml(proposal.description)
        # What is stored must be read again whenever the engine is learned.
        from_xml(xml)
    engine = Engine(
        name=proposal.name,
        home_url=proposal.home_url,
        scheme_is_assumed=proposal.scheme_is_assumed,
        description=xml.decode(),
        wanted=proposal.wanted,
        categories=proposal.category,
        language=proposal.language,
    )
    return Draft(proposal, comparison_key(proposal.home_url), key, engine)


def plan_import(drafts: Sequence[Draft]) -> ImportPlan:
    """Return what to do with the drafts beside the engines now in the database.

    Templates first: so an address alone finds the template of its site wherever it stands.
    """
    known = _KnownEngines()
    plan = ImportPlan()
    for draft in sorted(drafts, key=lambda draft: not draft.template_key):
        engine = known.find(draft)
        if engine is None:
            engine = known.add(draft)
            plan.created.append(engine)
        elif _update_known(engine, draft.engine) and engine.pk is not None:
            plan.changed[engine.pk] = engine
        plan.engines.append((draft, engine))
    return plan


def _update_known(engine: Engine, new: Engine) -> bool:
    said = ("description", "categories", "language") if engine.state == EngineState.PROPOSED else ()
    better = [name for name in said if getattr(new, name) and not getattr(engine, name)]
    better += ["wanted"] if new.wanted > engine.wanted else []
    for name in better:
        setattr(engine, name, getattr(new, name))
    return bool(better)


_COMPARED = ("home_url", "state", "wanted", "description", "slug", "categories", "language")


class _KnownEngines:
    """The engines there are, in the database and in the plan, by what makes them one."""

    def __init__(self) -> None:
        rows = list(Engine.objects.order_by("pk").only(*_COMPARED))
        by_pk = {engine.pk: engine for engine in rows}
        self._slugs = {engine.slug for engine in rows}
        self._next_number: dict[str, int] = {}
        self._by_home: dict[str, Engine] = {}
        self._without_template: dict[str, Engine] = {}
        for engine in rows:
            self._by_home.setdefault(comparison_key(engine.home_url), engine)
            if not engine.description and engine.state == EngineState.PROPOSED:
                self._without_template.setdefault(comparison_key(engine.home_url), engine)
        self._by_template = dict(_template_keys(by_pk))

    def find(self, draft: Draft) -> Engine | None:
        if not draft.template_key:
            return self._by_home.get(draft.home_key)
        engine = self._by_template.get(draft.template_key)
        if engine is None:
            # A proposal of which only the address was known gets its template.
            engine = self._without_template.pop(draft.home_key, None)
            if engine is not None:
                self._by_template[draft.template_key] = engine
        return engine

    def add(self, draft: Draft) -> Engine:
        """Return a new engine for a draft, known from now on; it is not saved."""
        engine = draft.engine
        engine.slug = self._free_slug(engine.home_url)
        self._by_home.setdefault(draft.home_key, engine)
        if draft.template_key:
            self._by_template[draft.template_key] = engine
        return engine

    def _free_slug(self, address: str) -> str:
        """Return a slug that no engine has; numbers go on where the last of their stem stopped."""
        stem = slug_stem(address)
        slug, number = stem, self._next_number.get(stem, 2)
        while slug in self._slugs:
            slug, number = f"{stem}-{number}", number + 1
        self._next_number[stem] = number
        self._slugs.add(slug)
        return slug


def _template_keys(engines: dict[int, Engine]) -> Iterator[tuple[str, Engine]]:
    """Yield the template keys of stored engines, as they were imported and as they were learned."""
    imported = {}
    for pk, key in ImportedEngine.objects.exclude(key="").values_list("engine_id", "key"):
        imported[pk] = key
        yield key, engines[pk]
    for pk, engine in engines.items():
        if engine.description and (pk not in imported or engine.state != EngineState.PROPOSED):
            try:
                yield engine_key(engine.connection), engine
            except DescriptionError:
                continue
