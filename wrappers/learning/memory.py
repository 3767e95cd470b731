"""Memory of templates: what reads one engine is tried on others that are asked alike.

Ours. Many sites run few programs, whose pages have one template. What is known is only tried: the
pages of the new engine decide, and what is learned from them alone must read the same.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

from discovery.crawling.links import site_of
from discovery.engines.watched_site import is_page
from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url
from wrappers.adaptation.expectations import find_missing_essentials
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.engine_file import IMPORTED, brought_file
from wrappers.engines.query_session import ask
from wrappers.engines.registry import NotReadyError, make_ready_engine
from wrappers.engines.versions import form_key_of, found_version
from wrappers.extraction.constraints import (
    MAX_CHROME_LINKS,
    MAX_SHAPES,
    NO_CONSTRAINTS,
    IntegrityConstraints,
    violations,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import MAX_RECORDS
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper
from wrappers.induction.probing import impossible_query
from wrappers.induction.samples import InductionError, Sample
from wrappers.learning.failures import give_up_form, known_as
from wrappers.learning.flow import StepOutcome, StepResult, end_job
from wrappers.learning.imported_selectors import imported_selectors
from wrappers.learning.known_programs import Moved, are_of_program
from wrappers.learning.learned_version import draft_engine, found_wrapper, with_items
from wrappers.learning.queries import next_word
from wrappers.learning.step_context import (
    ANSWER_DEADLINE,
    REMEMBERED,
    StepContext,
    ask_stored,
    chosen_inducers,
    no_result_signature,
)
from wrappers.models import (
    RESULT_ROLES,
    EngineWatch,
    FoundWrapper,
    SamplePage,
    SampleRole,
    WrapperVersion,
)

# Versions looked through for templates, and templates tried: a common form has many. Guesses.
MAX_VERSIONS = 400
MAX_TEMPLATES = 40
# Words asked for a page of results.
MAX_WORDS = 3
# Records that a template reads on the first page: fewer may be chance (Zhao et al. 2005: "at least
# four").
MIN_RECORDS = 4


@dataclass(frozen=True, slots=True)
class Template:
    """What is known of an engine, ready to be read with: of another one its version in use.

    `is_own`: the file that the engine itself came with says it.
    """

    version: WrapperVersion
    ready: ReadyEngine
    is_own: bool = False

    @property
    def least(self) -> int:
        """The records below which what is read may be chance; what an engine keeps to is none."""
        return 1 if self.is_own else MIN_RECORDS

    @property
    def longest(self) -> int:
        """The records of the longest list that was learned from; no list is longer unless known."""
        pages = self.version.samples.filter(role__in=RESULT_ROLES)
        counts = [len(self.ready.wrapper.records(stored.page())) for stored in pages]
        return max(counts, default=MAX_RECORDS)

    def read(self, sample: Sample) -> tuple[ResultRecord, ...]:
        """Return the records of a page, if it is an answer with results."""
        kind, records = self._answer(sample.page, sample.query or "")
        return records if kind is AnswerKind.RESULTS else ()

    def is_silent(self, nothing: Sample) -> bool:
        """Tell whether it reads nothing where nothing is; an engine's own file knows that page."""
        if not self.is_own:
            return not self.ready.wrapper.records(nothing.page)
        return self.knows_empty(nothing)

    def knows_empty(self, nothing: Sample) -> bool:
        return self._answer(nothing.page, nothing.query or "")[0] is AnswerKind.NO_RESULTS

    def _answer(self, page: Page, query: str) -> tuple[AnswerKind, tuple[ResultRecord, ...]]:
        extraction, reader = self.ready.wrapper.extract(page, query), self.ready.reader
        if not self.is_own:
            reader = reader.replace(constraints=among_kin(NO_CONSTRAINTS, self.ready.constraints))
        answer = reader.answer(page, query, extraction, 1, is_cut=False)
        return answer.reason.kind, extraction.records


def recall(context: StepContext) -> StepResult:
    """Try the engine's own file, and engines that are asked alike, on what the first query gave."""
    stored = context.samples(SampleRole.RESULTS)[-1]
    sample = Sample(stored.page(), stored.query)
    templates = list(islice(_templates(context), MAX_TEMPLATES))
    fitting = [each for each in templates if len(each.read(sample)) >= each.least]
    empty = context.samples(SampleRole.NO_RESULT) or _found_nothing(context, fitting)
    if fitting and not empty:
        return _ask(context, impossible_query(random.SystemRandom()), SampleRole.NO_RESULT)
    if templates and not fitting and len(context.state.asked) < MAX_WORDS:
        # It may have found nothing. What is asked here needs not be asked when learning goes on.
        word = next_word(context)
        if word is not None:
            return _ask(context, word, SampleRole.RESULTS)
    if fitting:
        nothing = Sample(empty[-1].page(), empty[-1].query)
        taught = _taught_by(context, sample, nothing.page)
        for template in fitting:
            # It reads what this page alone teaches, and nothing where nothing is.
            if template.is_silent(nothing) and (
                named(template.read(sample)) == taught
                or _holds_again(context, template, sample)
                or _is_of_program(context, template, sample)
            ):
                SamplePage.objects.filter(pk=empty[-1].pk).update(role=SampleRole.NO_RESULT)
                own = [e for e in templates if template.is_own and e.is_own and e is not template]
                beside = [found_version(e.version) for e in own if not e.read(nothing)]
                return _use(context, template, sample, beside)
    told = f"{len(templates)} known templates tried, none fits"
    if known_as(context):
        return give_up_form(context, EngineState.NO_RECORDS, f"{told}.", {})
    return StepResult(told, StepOutcome.DONE)


def _found_nothing(context: StepContext, fitting: Sequence[Template]) -> list[SamplePage]:
    """Return pages of words before that all templates that fit know as pages without results."""
    before = context.samples(SampleRole.RESULTS)[:-1]
    pairs = [(stored, Sample(stored.page(), stored.query)) for stored in before]
    return [s for s, sample in pairs if all(each.knows_empty(sample) for each in fitting)]


def known_readings(version: WrapperVersion) -> Iterator[WrapperVersion]:
    """Yield what read the engine before, and now reads those that had the template of `version`."""
    theirs = WrapperVersion.objects.filter(form_key=version.form_key, formula=version.formula)
    engines = theirs.exclude(engine=version.engine_id).values("engine")
    seen = [version.wrapper]
    if version.form_key:
        in_use = WrapperVersion.objects.filter(is_active=True, engine__in=engines)
        own = version.engine.wrapper_versions.usable().filter(form_key=version.form_key)
        for other in (*own[:MAX_TEMPLATES], *in_use.order_by("-pk")[:MAX_TEMPLATES]):
            if other.wrapper not in seen:
                seen.append(other.wrapper)
                yield other


def _is_told_how(context: StepContext) -> bool:
    """Tell whether the engine was in use before, or a person or a list says how it is read."""
    engine = context.job.engine
    watch = EngineWatch.objects.filter(engine=engine).first()
    return (
        context.state.mending is not None
        or bool(context.description.in_browser and not known_as(context))
        or engine.wrapper_versions.exists()
        or bool(chosen_inducers(watch))
        or imported_selectors(engine) is not None
    )


def _templates(context: StepContext) -> Iterator[Template]:
    """Yield what the engine came with, then engines asked alike, each template once.

    First as it was learned from most pages: what was only remembered may have seen no page 2.
    """
    engine = context.job.engine
    file = brought_file(context.job)
    if file is not None:
        for version in file.versions_of(engine):
            with suppress(NotReadyError):
                yield Template(version, make_ready_engine(engine, version), is_own=True)
    if _is_told_how(context):
        return
    in_use = WrapperVersion.objects.filter(is_active=True, engine__state=EngineState.ACTIVE)
    stored_before = list(in_use.filter(form_key="")[:MAX_VERSIONS])
    for version in stored_before:
        version.form_key = form_key_of(version.description)
    WrapperVersion.objects.bulk_update(stored_before, ["form_key"])
    alike = in_use.filter(form_key=context.description.form_key).select_related("engine")
    if slug := known_as(context):
        alike = alike.filter(engine__slug=slug)
    seen = set[str]()
    for version in alike.order_by("-support", "-pk")[:MAX_VERSIONS]:
        if version.formula not in seen:
            seen.add(version.formula)
            with suppress(NotReadyError):
                moved = Moved.between(version.engine.home_url, engine.home_url)
                version.wrapper = moved.document(version.wrapper)
                yield Template(version, make_ready_engine(version.engine, version))


def _ask(context: StepContext, query: str, role: SampleRole) -> StepResult:
    asked, _ = ask_stored(context, query, role)
    return asked if asked.samples else replace(asked, outcome=StepOutcome.DONE)


def _taught_by(context: StepContext, sample: Sample, nothing: Page) -> list[tuple[str | None, str]]:
    """Return the addresses and titles of the records as they are read by this page alone.

    What the page without results links to as well is a menu, which one page alone does not tell.
    """
    try:
        learned = learn_wrapper([sample], nothing)
    except InductionError:
        return []
    wrapper = with_items(learned.wrapper, [sample], context.job.engine)
    links = nothing.root.xpath("//a/@href")
    menu = {resolve_url(nothing.base_url, link) for link in links} - {None}
    return named(each for each in wrapper.records(sample.page) if each.url not in menu)


def named(records: Iterable[ResultRecord]) -> list[tuple[str | None, str]]:
    return [(record.url, record.title) for record in records]


def _holds_again(context: StepContext, template: Template, first: Sample) -> bool:
    """Hold an engine's own file to another query: what it reads may be what a person chose."""
    word = next_word(context) if template.is_own and template.version.constraints else None
    if word is None:
        return False
    answer = context.run(ask(context.client, template.ready, word, deadline=ANSWER_DEADLINE))
    is_other = named(answer.records) != named(template.read(first))
    return is_other and answer.kind is AnswerKind.RESULTS


def _is_of_program(context: StepContext, template: Template, sample: Sample) -> bool:
    """Tell whether the site is of the known one's program, and what is read leads to a page.

    Data alone may teach less: which of its addresses people go to is seen in a browser.
    """
    address = next((each.url for each in template.read(sample) if each.url), None)
    own, known = context.job.engine, template.version.engine
    if address is None or not are_of_program(own.page_marks, known.page_marks):
        return False
    return context.run(is_page(context.fetcher, address))


def _use(
    context: StepContext, template: Template, sample: Sample, others: Iterable[FoundWrapper]
) -> StepResult:
    """Keep a template that fits where the second page, if there is one, is read with it, too.

    Whatever else its file reads is used for answers that it does not understand.
    """
    before, records, other = context.state, template.read(sample), template.version.engine
    constraints = _store(context, template, sample)
    context.update(others=tuple(others))
    problem = _find_problem(context, template, sample, records, constraints)
    if problem:
        context.state = before
        as_what = "its file says" if template.is_own else f"{other.name} ({other.slug})"
        told = f"not read as {as_what}: {problem}"
        if known_as(context):
            return give_up_form(context, EngineState.NO_RECORDS, f"{told}.", {})
        return StepResult(told, StepOutcome.DONE)
    how = f"Its pages have the template of {other.name} ({other.slug}) and are read as these"
    if template.is_own:
        how = "It is asked and read as its file says"
    reason = f"{how}: “{sample.query}” gave {len(records)} records."
    evidence = {"url": sample.page.url, "query": sample.query, "template_of": other.slug}
    return end_job(EngineState.ACTIVE, reason, evidence)


def _store(context: StepContext, template: Template, sample: Sample) -> IntegrityConstraints:
    """Put a template into the job's state; return what its answers are held to here."""
    version, constraints = template.version, template.ready.constraints
    signature = no_result_signature(context, context.samples(SampleRole.RESULTS))
    kept = (version.support, version.score) if template.is_own else (1, None)
    known = LearnedWrapper(template.ready.wrapper, kept[0], version.inducer, kept[1])
    strategy = IMPORTED if template.is_own else REMEMBERED
    found = found_wrapper(context, known, [sample], signature, strategy)
    if template.is_own:
        found = found.replace(no_result=version.no_result, start_pages=version.start_pages)
    else:
        own = IntegrityConstraints.from_json(found.constraints)
        if constraints.sites == (site_of(version.engine.home_url),):
            own = own.replace(sites=(site_of(context.job.engine.home_url),))
        constraints = among_kin(own, constraints)
    context.update(found=found.replace(constraints=constraints.to_json()))
    return constraints


def _find_problem(
    context: StepContext,
    template: Template,
    sample: Sample,
    records: tuple[ResultRecord, ...],
    constraints: IntegrityConstraints,
) -> str:
    """Return what speaks against reading as a template does, on the first page or the second."""
    wrapper = template.ready.wrapper
    extraction = wrapper.extract(sample.page, sample.query)
    problem = "; ".join((*violations(constraints, extraction), *find_missing_essentials(records)))
    if problem:
        return problem
    if wrapper.request_after(sample.page) is not None:
        return _problem_of_second_page(context, template, sample.query or "", records)
    # No page shows that there is more of what scripts ask for.
    description = template.ready.description
    if description.exact and description.paging is None and len(records) > template.longest:
        return "more is listed at once than was seen there, where no way to page 2 is known"
    languages = {template.ready.description.language, context.description.language}
    if wrapper.next_page is not None and len(languages) > 1:
        # In another language the link to page 2 is called otherwise: none was to be seen.
        found = context.state.found
        assert found is not None
        context.update(found=found.replace(wrapper={**found.wrapper, "next_page": None}))
        return _problem_of_second_page(
            context, template, sample.query or "", records, AnswerKind.NO_RESULTS
        )
    return ""


def _problem_of_second_page(
    context: StepContext,
    template: Template,
    query: str,
    first: tuple[ResultRecord, ...],
    kind: AnswerKind = AnswerKind.RESULTS,
) -> str:
    """Ask for page 2 as the known engine is asked; say what is wrong with the answer, if it is."""
    paging = template.ready.description.paging
    # A rule that names a place of its site holds nowhere else.
    is_anywhere = paging and not paging.origin and paging.path is None and paging.cursor is None
    if is_anywhere:
        context.set_description(replace(context.description, paging=paging))
    elif kind is AnswerKind.NO_RESULTS:
        return "no page 2 was seen, and how it is asked for there is not known"
    # Of a visit nothing was kept but the page.
    is_visit = context.description.needs_form_page or context.description.cookies
    known = None if is_visit else context.samples(SampleRole.RESULTS)[-1].response()
    engine, until = draft_engine(context), ANSWER_DEADLINE
    answer = context.run(ask(context.client, engine, query, 2, until, known))
    if answer.kind is not kind:
        return f"page 2 is answered {answer.kind.words}: {answer.detail}"
    repeats = bool(answer.records) and set(named(answer.records)) <= set(named(first))
    return "page 2 shows page 1" if repeats else ""


def among_kin(own: IntegrityConstraints, known: IntegrityConstraints) -> IntegrityConstraints:
    """Return what answers of a known template keep to, with what is an engine's own."""
    return known.replace(
        minimum=own.minimum,
        maximum=own.maximum,
        page_size=own.page_size,
        sites=own.sites,
        chrome=own.chrome,
        forms=own.forms,
        shapes=tuple(dict.fromkeys((*own.shapes, *known.shapes)))[:MAX_SHAPES],
        likeness=min(own.likeness, known.likeness),
        notices=tuple(dict.fromkeys((*own.notices, *known.notices)))[:MAX_CHROME_LINKS],
        query_lines=own.query_lines,
        data_model="",
    )
