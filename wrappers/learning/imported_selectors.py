"""Selectors that came with an imported engine, made into a wrapper.

A wrapper holds no XPath of strangers. The selectors are evaluated on the sample pages, in a
process that can be killed. What they find is an example: the rule chosen, in the wrapper's own
terms, is the one that finds the same records on all pages.
"""

import base64
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lxml.html import HtmlElement

from discovery.engine_lists.result_selectors import ResultSelectors
from discovery.models import Engine
from discovery.pages.tree import class_names
from wrappers.engines.page_processes import PageProcesses
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import (
    ElementKey,
    SelectorStep,
    is_plain_name,
    is_plain_tag,
)
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper
from wrappers.induction.candidates.inducers import own_elements
from wrappers.induction.pipeline import LearnedWrapper
from wrappers.models import ImportedEngine, SamplePage

INDUCER = "imported selectors"
# Seconds after which the process is killed. The pages of one learning take it less than one.
DEADLINE = 20.0
# Records of a page below which selectors are no example, and pages that must have as many.
MIN_RECORDS = 3
MIN_PAGES = 2
# From this agreement (F1) on, two lists of records are one. Guess.
MIN_AGREEMENT = 0.9
# Selectors of others take advertisements for records: a learned wrapper that finds nothing else
# than they do, and not less than this share of it, knows better. Guess.
MIN_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class SelectedRecord:
    """A record that selectors found: its element and link (None where unknown), its address."""

    element: HtmlElement | None
    link: HtmlElement | None
    url: str


Selection = Sequence[tuple[HtmlElement, Sequence[SelectedRecord]]]


def imported_selectors(engine: Engine) -> ResultSelectors | None:
    """Return the selectors that came with an engine last, None when there are none."""
    rows = ImportedEngine.objects.filter(engine=engine, selectors__isnull=False).order_by("-pk")
    stored = rows.values_list("selectors", flat=True).first()
    return ResultSelectors.read_or_none(stored)


def apply_selectors(
    processes: PageProcesses,
    selectors: ResultSelectors,
    samples: Sequence[SamplePage],
    learned: LearnedWrapper | None,
) -> tuple[LearnedWrapper | None, str]:
    """Return the wrapper to go on with, and what is to be said of the selectors.

    The learned wrapper when the selectors agree with it or prove useless; else one that finds what
    they find. Either is checked like any other.
    """
    pages = {id(sample): sample.page() for sample in samples}
    selected = run_selectors(processes, selectors, samples)
    if selected is None:
        return learned, "the imported selectors could not be evaluated"
    selection = [
        (pages[id(sample)].root, _with_nodes(pages[id(sample)].root, records))
        for sample, records in zip(samples, selected, strict=True)
    ]
    if not _is_example(selection):
        return learned, "the imported selectors find no records"
    wanted = [[record.url for record in records] for _, records in selection]

    def found_by(wrapper: Wrapper) -> list[list[str]]:
        return [
            [record.original_url or record.url or "" for record in wrapper.records(page)]
            for page in pages.values()
        ]

    def agreement(wrapper: Wrapper) -> float:
        return _agreement(wanted, found_by(wrapper))

    if learned and _agree(wanted, found_by(learned.wrapper)):
        return learned, "the imported selectors agree"
    base = learned.wrapper if learned else Wrapper(())
    candidates = (base.replace(sections=(rule,), items=None) for rule in _rules(selection))
    best = max(candidates, key=agreement, default=None)
    if best is None or agreement(best) < MIN_AGREEMENT:
        return learned, "the imported selectors disagree, and no wrapper finds what they find"
    support = sum(bool(records) for _, records in selection)
    return LearnedWrapper(best, support, INDUCER, 0.0), "the imported selectors decide"


def run_selectors(
    processes: PageProcesses, selectors: ResultSelectors, samples: Sequence[SamplePage]
) -> list[list[dict[str, Any]]] | None:
    """Return what selectors find on the pages, None when their process ended without an answer.

    Records are as `discovery.engine_lists.result_selectors.select_records` gives them.
    """
    request = {
        "task": "select",
        "selectors": selectors.to_json(),
        "pages": [
            {
                "html": base64.b64encode(sample.html()).decode(),
                "url": sample.url,
                "content_type": sample.content_type,
            }
            for sample in samples
        ],
    }
    until = time.monotonic() + DEADLINE
    try:
        answer = processes.submit(INDUCER, request, b"", DEADLINE, until).result()
    except RuntimeError:
        return None
    pages: list[list[dict[str, Any]]] = answer["pages"]
    return pages


def _with_nodes(root: HtmlElement, records: Sequence[dict[str, Any]]) -> list[SelectedRecord]:
    """Return the records with the page's own elements in place of their numbers."""
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    by_number = dict(enumerate(elements))
    return [
        SelectedRecord(
            by_number.get(record["element"]),
            by_number.get(record["link"]),
            str(record["url"]),
        )
        for record in records
    ]


def _is_example(selection: Selection) -> bool:
    """Whether selectors found enough records, and not the same on every page (a menu)."""
    pages = [
        frozenset(record.url for record in records)
        for _, records in selection
        if len(records) >= MIN_RECORDS
    ]
    return len(pages) >= MIN_PAGES and len(set(pages)) > 1


def _agree(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> bool:
    """Whether a learned wrapper finds what the selectors find, advertisements apart."""
    if _agreement(wanted, found) >= MIN_AGREEMENT:
        return True
    pairs = [(set(one), set(other)) for one, other in zip(wanted, found, strict=True)]
    share = sum(len(other) for _, other in pairs) / sum(len(one) for one, _ in pairs)
    return all(other <= one for one, other in pairs) and share >= MIN_SHARE


def _agreement(wanted: Sequence[Sequence[str]], found: Sequence[Sequence[str]]) -> float:
    """Return F1 of the addresses found on all pages, each page's counted once."""
    pairs = [(set(one), set(other)) for one, other in zip(wanted, found, strict=True)]
    hits = sum(len(one & other) for one, other in pairs)
    total = sum(len(one) + len(other) for one, other in pairs)
    return 2 * hits / total if total else 0.0


def _rules(selection: Selection) -> Iterator[RecordRule]:
    """Yield rules that may find the selected records: each key with each rule for the title."""
    records = [record for _, found in selection for record in found]
    links = [record.link for record in records if record.link is not None]
    elements = [record.element for record in records if record.element is not None]
    if not elements:
        pages = (dict.fromkeys(each.link for each in found) for _, found in selection)
        links_of = ([link for link in own if link is not None] for own in pages)
        elements = [node for own in links_of for nodes in own_elements(own) for node in nodes]
    titles = [TitleRule(kind) for kind in (TitleKind.HEADING, TitleKind.FIRST, TitleKind.LONGEST)]
    titles += [TitleRule(TitleKind.KEY, key) for key in _keys(links)]
    counts = [len(found) for _, found in selection if found]
    for key in _keys(elements):
        for title in titles:
            yield RecordRule(
                (key,), Extent.ELEMENT, (title,), minimum=min(counts), maximum=max(counts)
            )


def _keys(elements: Sequence[HtmlElement]) -> list[ElementKey]:
    """Return keys that all elements have in common, from the shortest on."""
    chains = [_chain(element) for element in elements]
    if not chains or not all(chains):
        return []
    own, above, further = (_common_step(chains, depth) for depth in range(3))
    if own is None:
        return []
    keys = [ElementKey((own,))]
    if above is not None:
        bare = SelectorStep(own.tag)
        keys += [ElementKey((above, own)), ElementKey((above, bare))]
        if further is not None:
            keys += [
                ElementKey((further, above, own)),
                ElementKey((further, SelectorStep(above.tag), bare)),
            ]
    for scope in _common_scopes(elements):
        keys.append(ElementKey((own,), (scope,)))
    return keys


def _chain(element: HtmlElement) -> list[HtmlElement]:
    """Return an element, its parent and the parent of that, as far as their tags are plain."""
    chain = [element, *element.iterancestors()][:3]
    return (
        chain if all(isinstance(each.tag, str) and is_plain_tag(each.tag) for each in chain) else []
    )


def _common_step(chains: Sequence[Sequence[HtmlElement]], depth: int) -> SelectorStep | None:
    """Return tag, classes and id that the elements at one height share, None without one tag."""
    if any(len(chain) <= depth for chain in chains):
        return None
    elements = [chain[depth] for chain in chains]
    tags = {str(element.tag) for element in elements}
    if len(tags) > 1:
        return None
    classes = set.intersection(*(set(class_names(element)) for element in elements))
    ids = {element.get("id") for element in elements}
    own_id = ids.pop() if len(ids) == 1 else None
    return SelectorStep(
        tags.pop(),
        tuple(sorted(filter(is_plain_name, classes))),
        own_id if own_id and is_plain_name(own_id) else None,
    )


def _common_scopes(elements: Sequence[HtmlElement]) -> Iterator[SelectorStep]:
    """Yield the ancestors with an id that all elements stand in, as steps."""
    ancestors: list[set[tuple[str, str]]] = [
        {
            (str(each.tag), each.get("id", ""))
            for each in element.iterancestors()
            if each.get("id") and is_plain_name(each.get("id", "")) and is_plain_tag(str(each.tag))
        }
        for element in elements
    ]
    for tag, name in sorted(set.intersection(*ancestors)):
        yield SelectorStep(tag, (), name)
