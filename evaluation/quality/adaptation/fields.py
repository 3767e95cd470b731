"""One field redesigned alone: `python -m evaluation.quality.adaptation.fields DIR`.

DIR is as for `evaluation.quality.extraction`. A wrapper is learned from pages of a template; then
the elements of one column of their records change, alike on all pages: another tag and class
(`renamed`), or another place in the record besides (`moved`). Is the loss noticed, is the rule of
that field alone adapted, and do the records say in it what they said before? Once with what the
queries gave before, once without. A column whose elements hold other items too is left out.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lxml import html
from lxml.html import HtmlElement

from discovery.pages.page import Page, parse_page
from evaluation.quality.extraction import load_cases, read_page
from evaluation.quality.items.cells import part_of
from wrappers.adaptation.adaptation import KnownAnswer
from wrappers.adaptation.field_repair import FIELD_KINDS, adapt_fields, find_failed_fields
from wrappers.extraction.constraints import NO_CONSTRAINTS
from wrappers.extraction.items.pieces import record_pieces
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample

MAX_PAGES = 2
# A field is redesigned where it was in this share of the records, and judged adapted rightly where
# so many of them say what they said.
MIN_SHARE = 0.5
MIN_RIGHT = 0.95
KINDS = ("renamed", "moved")
OUTCOMES = ("rare", "still read", "not noticed", "refused", "right", "in part", "wrong")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", action="store_true", help="name those that are not right")
    options = parser.parse_args()
    templates: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for case in load_cases(options.folder):
        if not case.get("no_result"):
            templates[case.get("template") or case["site"]].append(case)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, cases in templates.items():
        for field, kind, is_known, outcome in run_template(options.folder, cases[:MAX_PAGES]):
            row = f"{part_of(cases[0]['site'])}, {'known' if is_known else 'unknown'}"
            counts[row][outcome] += 1
            if options.list and outcome != "right":
                print(f"{name}: {field} {kind} ({row}): {outcome}", flush=True)
    print(f"{'':28}" + "".join(f"{name:>13}" for name in OUTCOMES))
    for row, found in sorted(counts.items()):
        print(f"{row:28}" + "".join(f"{found[name]:13}" for name in OUTCOMES))
    return 0 if counts else 1


def run_template(
    folder: Path, cases: Sequence[dict[str, Any]]
) -> Iterator[tuple[str, str, bool, str]]:
    """Yield field, kind of redesign, whether values are known, and the outcome."""
    pages = [read_page(folder, case) for case in cases]
    try:
        wrapper = learn_wrapper(
            [Sample(page, case.get("query")) for page, case in zip(pages, cases, strict=True)]
        ).wrapper
    except InductionError:
        return
    known = tuple(
        KnownAnswer(case.get("query") or "", wrapper.records(page))
        for page, case in zip(pages, cases, strict=True)
    )
    for field in FIELD_KINDS:
        for kind in KINDS:
            redesigned = [redesign(wrapper, field, kind, page) for page in pages]
            if not all(redesigned):
                continue
            samples = [
                Sample(page, case.get("query"))
                for page, case in zip(redesigned, cases, strict=True)
                if page is not None
            ]
            for is_known in (True, False):
                yield field, kind, is_known, _outcome(wrapper, field, samples, known, is_known)


def _outcome(
    wrapper: Wrapper,
    field: Any,
    samples: Sequence[Sample],
    known: Sequence[KnownAnswer],
    is_known: bool,
) -> str:
    before = [getattr(record, field) for answer in known for record in answer.records]
    if sum(map(bool, before)) < MIN_SHARE * len(before):
        return "rare"
    read = [wrapper.records(sample.page) for sample in samples]
    now = [getattr(record, field) for records in read for record in records]
    if now == before:
        return "still read"
    failed = find_failed_fields(wrapper, NO_CONSTRAINTS, read)
    if field not in failed:
        return "not noticed"
    repaired = adapt_fields(wrapper, failed, samples, known if is_known else ())
    if field not in repaired.adapted:
        return "refused"
    after = [
        getattr(record, field)
        for sample in samples
        for record in repaired.wrapper.records(sample.page)
    ]
    same = sum(old == new for old, new in zip(before, after, strict=False))
    others = sum(bool(new) and old != new for old, new in zip(before, after, strict=False))
    if others > (1 - MIN_RIGHT) * len(before):
        return "wrong"
    return "right" if same >= MIN_RIGHT * len(before) else "in part"


def redesign(wrapper: Wrapper, field: str, kind: str, page: Page) -> Page | None:
    """Return the page with the elements of a field's column changed; None where they cannot be."""
    rules = wrapper.items
    column = next(
        (
            each
            for each in (rules.columns if rules else ())
            if each.kind is FIELD_KINDS[field] and not each.is_hidden  # type: ignore[index]
        ),
        None,
    )
    if rules is None or column is None:
        return None
    copy = parse_page(page.body, page.url)
    changed = 0
    for nodes in wrapper.record_nodes(copy):
        assigned = rules.assign(record_pieces(nodes.elements, rules.classes, labels=rules.labels))
        own = [piece.element for each, _, piece in assigned if each is column]
        others = [piece.element for each, _, piece in assigned if each is not column]
        for element in own:
            if not _is_apart(element, others, nodes.elements):
                return None
            _change(element, kind, nodes.elements[-1])
            changed += 1
    body = html.tostring(copy.root, encoding="utf-8", doctype="<!doctype html>")
    return parse_page(body, page.url, "text/html; charset=utf-8") if changed else None


def _is_apart(
    element: HtmlElement, others: Sequence[HtmlElement], record: Sequence[HtmlElement]
) -> bool:
    inside = set(element.iter())
    is_cell = element.tag in ("td", "th", "li", "dt", "dd", "a")
    return element not in record and not is_cell and inside.isdisjoint(others)


def _change(element: HtmlElement, kind: str, last: HtmlElement) -> None:
    """Give an element another tag and class; `moved`: into a box at the end of its record."""
    for name in list(element.attrib):
        del element.attrib[name]
    element.tag = "small" if element.tag != "small" else "em"
    element.set("class", "zq-new")
    if kind == "moved":
        tail, element.tail = element.tail, None
        above = element.getparent()
        before = element.getprevious()
        if tail and before is not None:
            before.tail = (before.tail or "") + tail
        elif tail and above is not None:
            above.text = (above.text or "") + tail
        box = html.Element("div")
        box.append(element)
        last.append(box)


if __name__ == "__main__":
    sys.exit(main())
