"""Fields measured by labels given by hand: `python -m evaluation.quality.items [BED]`.

BED is a folder or an archive; without it the bed of this repository: 128 pages, 90 of 18 real
programs, 18 written for ratings. A wrapper is learned from every other page of a program, and reads
the pages between. Three columns: programs whose pages rules were made by, programs unopened while
that was done, and pages written by hand.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from pathlib import Path
from typing import Any

from discovery.pages.page import Page, parse_page
from evaluation.beds.packed import BEDS, read_cases, unpacked
from evaluation.printing import command_line, print_rows, write_figures
from evaluation.quality.items.cells import is_alone
from evaluation.quality.record_matching import Case, match_records
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample

LABELS = (
    "title link snippet date author price rating image size type breadcrumb number other".split()
)
# A text is the true one if one holds the other and this share of it: of a date, which the product
# shows without weekday, time and zone, less.
MIN_SHARE = 0.8
MIN_SHARE_OF_DATE = 0.35
# Addresses, and ratings, which are told as a number of the best one ("4.5/5").
_EXACT = ("link", "image", "rating")
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")


@dataclass
class LabelCounts:
    """Texts of each label: truly there, read, and read rightly; and snippets alone of records."""

    true: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    records: int = 0
    found: int = 0
    snippets_alone: int = 0
    refused: tuple[str, ...] = ()

    def add(self, other: "LabelCounts") -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def figures(self) -> dict[str, dict[str, float | int | None]]:
        return {
            label: {
                "precision": _ratio(self.right[label], self.read[label]),
                "recall": _ratio(self.right[label], self.true[label]),
                "true": self.true[label],
            }
            for label in LABELS
        }

    def told(self) -> dict[str, Any]:
        return {
            "records": self.records,
            "found": self.found,
            "snippets_alone": _ratio(self.snippets_alone, self.found),
            "refused": list(self.refused),
            "labels": self.figures(),
        }


def score_program(folder: Path, cases: Sequence[Case]) -> LabelCounts:
    def page_of(case: Case) -> Page:
        body = (folder / case["html"]).read_bytes()
        return parse_page(body, case["url"], "text/html; charset=utf-8")

    total = LabelCounts()
    samples = [Sample(page_of(case), case["query"]) for case in cases[::2]]
    try:
        wrapper = learn_wrapper(samples).wrapper
    except InductionError as error:
        total.refused = (f"{cases[0]['site']}: {error}",)
        wrapper = None
    for case in cases[1::2]:
        read = () if wrapper is None else wrapper.extract(page_of(case)).records
        total.add(score_page(case, read))
    return total


def score_page(case: Case, read: Sequence[ResultRecord]) -> LabelCounts:
    """Return the counts of one page; what is read of records that are none counts as read."""
    counts = LabelCounts(records=len(case["records"]))
    truths: list[dict[str, list[str]]] = []
    for record in case["records"]:
        truths.append({})
        for label, text in record["labels"]:
            truths[-1].setdefault(label, []).append(text)
    shown_fields = [fields_of(record) for record in read]
    for count, rows in ((counts.true, truths), (counts.read, shown_fields)):
        for texts in rows:
            count.update({label: len(values) for label, values in texts.items()})
    shown = [{"url": each.original_url, "title": each.title} for each in read]
    for i, j in match_records(case["records"], shown, case["url"]):
        counts.found += 1
        counts.snippets_alone += is_alone(truths[i].get("snippet", [""])[0], read[j].snippet)
        for label, values in truths[i].items():
            counts.right[label] += _agreeing(label, values, shown_fields[j].get(label, []))
    return counts


def fields_of(record: ResultRecord) -> dict[str, list[str]]:
    said = [item for item in record.said if item.value]
    shown = {
        "title": [record.title],
        "link": [record.original_url or ""],
        "snippet": [record.snippet],
        "date": [record.date],
        "author": [record.author],
        "price": [record.price],
        "rating": [record.rating],
        "image": [record.thumbnail],
        "size": [record.size],
        "type": [record.sort],
        "breadcrumb": [record.breadcrumb],
        "number": [item.bare for item in said if item.kind is ItemKind.NUMBER],
        "other": [item.bare for item in said if item.kind is ItemKind.TEXT],
    }
    return {label: texts for label, values in shown.items() if (texts := [v for v in values if v])}


def _agreeing(label: str, true: Sequence[str], read: Sequence[str]) -> int:
    waiting = list(read)
    right = 0
    for text in true:
        found = next((each for each in waiting if same(label, text, each)), None)
        if found is not None:
            waiting.remove(found)
            right += 1
    return right


def same(label: str, true: str, read: str) -> bool:
    """Return whether what is read is the true text of a label.

    >>> same("date", "2016-01-15 07:26", "2016-01-15"), same("author", "Ann Ode", "Ann Ode, Cork")
    (True, False)
    """
    if label in _EXACT:
        return true == read
    if label == "snippet":
        return is_alone(true, read)
    wanted, found = _flat(true), _flat(read)
    short, long = sorted((wanted, found), key=len)
    least = MIN_SHARE_OF_DATE if label == "date" else MIN_SHARE
    return bool(short) and short in long and len(short) >= least * len(long)


def _flat(text: str) -> str:
    return _NOT_ALPHANUMERIC.sub("", unicodedata.normalize("NFKC", text).casefold())


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


BED = BEDS / "items" / "labelled.tar.xz"
# Programs looked at, those unopened, and what was written by hand.
HALVES = ("build", "unopened", "written")


def figures(bed: Path) -> dict[str, Any]:
    halves = {half: LabelCounts() for half in HALVES}
    with unpacked(bed) as folder:
        for _, group in groupby(read_cases(folder), key=lambda case: case["site"]):
            cases = list(group)
            halves[cases[0]["half"]].add(score_program(folder, cases))
    return {half: counts.told() for half, counts in halves.items()}


def print_figures(halves: Mapping[str, Mapping[str, Any]]) -> None:
    rows = {
        label: {
            f"{name}, {figure}": value
            for name, half in halves.items()
            for figure, value in half["labels"][label].items()
        }
        for label in LABELS
    }
    print_rows(rows, "label")
    kept = ("records", "found", "snippets_alone", "refused")
    print_rows({name: {n: half[n] for n in kept} for name, half in halves.items()}, "half")


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("bed", type=Path, nargs="?", default=BED)
    arguments = parser.parse_args()
    told = figures(arguments.bed)
    print_figures(told)
    write_figures(arguments.json, told)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
