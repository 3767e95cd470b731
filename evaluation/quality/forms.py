"""Found forms, measured: `python -m evaluation.quality.forms DIR [--json FILE] [--errors]`.

DIR holds `cases.jsonl` (one page an object: id, url, html, forms with index, type, query_field,
query_fields, query_status) and the pages in UTF-8. Beside the verdict of discovery.forms stands the
rule of 2003 (Wu, Meng et al. 2003, section 2.4), read as literally as a parsed form allows.

* search: all forms of a known type, the class is type "search".
* text search: the same without the search forms that have no text field.
* query field: share right among the forms found whose query field is known.
* whole: share found with the right field among the search forms whose query field is known.
"""

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from discovery.forms.classification import FormVerdict, classify
from discovery.forms.finding import find_forms, find_forms_as_browser
from discovery.forms.form import SearchForm
from discovery.pages.page import Page, parse_page
from evaluation.beds.packed import read_cases
from evaluation.printing import command_line, print_rows, write_figures

UNSCORED_TYPES = frozenset({"NOT ANNOTATED", "SKIP THIS FORM"})
USABLE_QUERY_STATUS = frozenset({"annotated", "propagated"})
KEYWORDS_2003 = re.compile("search|query|find", re.IGNORECASE)
# What "the text immediately preceding or following the form tag" is taken to be, in characters.
NEAR_TEXT_2003 = 50


@dataclass(frozen=True, slots=True)
class LabelledForm:
    """A form of a page with what people said of it; `query_fields` is empty when not known."""

    place: str
    site: str
    form: SearchForm
    kind: str
    query_fields: frozenset[str]

    @property
    def is_search(self) -> bool:
        return self.kind == "search"

    @property
    def has_text_field(self) -> bool:
        return any(not field.concealed for field in self.form.text_fields)


@dataclass(frozen=True, slots=True)
class ClassifiedForm:
    labelled: LabelledForm
    verdict: FormVerdict

    @property
    def field_is_right(self) -> bool:
        found = self.verdict.is_search and self.verdict.query_field is not None
        return found and self.verdict.query_field in self.labelled.query_fields

    @property
    def error(self) -> str | None:
        if self.labelled.is_search != self.verdict.is_search:
            return "not found" if self.labelled.is_search else "no search form"
        if self.labelled.query_fields and not self.field_is_right:
            return "wrong field"
        return None


def load_forms(folder: Path) -> Iterator[LabelledForm]:
    for case in read_cases(folder):
        body = (folder / case["html"]).read_bytes()
        page = parse_page(body, case["url"], "text/html; charset=utf-8")
        found = numbered_forms(page)
        for label in case["forms"]:
            if label["type"] in UNSCORED_TYPES:
                continue
            form = found.get(label["index"]) or SearchForm(label["index"], None)
            yield LabelledForm(
                f"{case['id']} #{label['index']}",
                case.get("domain") or urlsplit(case["url"]).hostname or "",
                form,
                label["type"],
                known_query_fields(label),
            )


def numbered_forms(page: Page) -> dict[int, SearchForm]:
    """Return the forms that learning finds, by their numbers in lxml's tree: so labels count them.

    A browser knows no forms in forms, lxml does.
    """
    counted = [form for form in find_forms(page) if not form.pseudo]
    found = [form for form in find_forms_as_browser(page) if not form.pseudo]
    here, there = ([(form.action, form.marks) for form in forms] for forms in (counted, found))
    matcher = SequenceMatcher(None, here, there, autojunk=False)
    return {
        counted[block.a + place].index: found[block.b + place]
        for block in matcher.get_matching_blocks()
        for place in range(block.size)
    }


def known_query_fields(label: dict[str, Any]) -> frozenset[str]:
    """Return the fields that people say take the query, none when they did not say."""
    if label["type"] != "search" or label["query_status"] not in USABLE_QUERY_STATUS:
        return frozenset()
    return frozenset(name for name in (label["query_field"], *label["query_fields"]) if name)


def rule_2003(form: SearchForm) -> FormVerdict:
    texts = form.text_fields
    tag = f"{form.marks} {form.script} {form.action or ''}"
    near = f"{form.text_before[-NEAR_TEXT_2003:]} {form.text[:NEAR_TEXT_2003]}"
    holds = bool(texts) and bool(KEYWORDS_2003.search(f"{tag} {near}"))
    return FormVerdict(holds, float(holds), texts[0].name if texts else None, ())


def score_search(ranked: Sequence[ClassifiedForm]) -> dict[str, float]:
    right = sum(j.labelled.is_search and j.verdict.is_search for j in ranked)
    found = sum(j.verdict.is_search for j in ranked)
    wanted = sum(j.labelled.is_search for j in ranked)
    return {
        "precision": right / found if found else 0.0,
        "recall": right / wanted if wanted else 0.0,
        "f1": 2 * right / (found + wanted) if found + wanted else 0.0,
        "right": right,
        "false_positives": found - right,
        "missed": wanted - right,
    }


def score(ranked: Sequence[ClassifiedForm]) -> dict[str, Any]:
    text = [j for j in ranked if j.labelled.has_text_field or not j.labelled.is_search]
    known = [j for j in ranked if j.labelled.query_fields]
    found = [j for j in known if j.verdict.is_search]
    right = sum(j.field_is_right for j in known)
    figures: dict[str, Any] = {"forms": len(ranked), "query_fields_known": len(known)}
    for name, part in (("search", ranked), ("text_search", text)):
        figures |= {f"{name}_{key}": value for key, value in score_search(part).items()}
    figures["query_field_accuracy"] = right / len(found) if found else 0.0
    figures["whole"] = right / len(known) if known else 0.0
    return figures


def print_errors(ranked: Sequence[ClassifiedForm]) -> None:
    for item in ranked:
        if item.error:
            form = item.labelled
            print(
                f"{item.error}: {form.place} is {form.kind!r}, fields {sorted(form.query_fields)}; "
                f"score {item.verdict.score:+.1f}, field {item.verdict.query_field!r}, "
                f"text field: {'yes' if form.has_text_field else 'no'}"
            )
            print(f"    {'; '.join(item.verdict.cues)}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = command_line("Score the search forms found in labelled pages.")
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--errors", action="store_true", help="list the wrong verdicts")
    options = parser.parse_args(arguments)
    if not (options.folder / "cases.jsonl").is_file():
        parser.error(f"{options.folder} holds no cases.jsonl")

    started = time.perf_counter()
    labelled = list(load_forms(options.folder))
    ranked = [ClassifiedForm(form, classify(form.form)) for form in labelled]
    seconds = time.perf_counter() - started
    figures = score(ranked)
    baseline = score([ClassifiedForm(form, rule_2003(form.form)) for form in labelled])
    print(f"{len(labelled)} forms of known type, {seconds:.1f} s to parse, find and judge")
    told = {"named cues": figures, "rule of 2003": baseline}
    print_rows({name: {rule: row[name] for rule, row in told.items()} for name in figures})
    if options.errors:
        print_errors(ranked)
    write_figures(options.json, {**figures, "rule_2003": baseline, "seconds": seconds})
    return 0


if __name__ == "__main__":
    sys.exit(main())
