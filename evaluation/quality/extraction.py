"""Learned wrappers, measured: `python -m evaluation.quality.extraction DIR [options]`.

DIR holds `cases.jsonl` (one page an object: id, site, query, url, html, records, …) and the pages,
or is an archive of both (`evaluation/beds`); `--half` takes the cases of one half alone.
Mode `single` learns from a page and extracts from the same page (pages of at least four records).
Mode `transfer` learns from two other pages of the page's template (of at least two records), and
extracts from this page. It is also given a no-result page of the template where there is one.
"""

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from discovery.pages.page import NotHtmlError, Page, parse_page
from evaluation.beds.packed import read_cases, unpacked
from evaluation.printing import command_line, on_processes, print_rows, write_figures
from evaluation.quality.items.cells import item_figures
from evaluation.quality.record_matching import Case, PageScore, is_scored, score_page
from evaluation.quality.saved_pages import as_seen, layout_of, render_pages, saved_pages
from wrappers.induction.candidates.inducers import InducerName, propose_candidates
from wrappers.induction.features.page_features import page_features
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample


def print_summary(mode: str, summary: Mapping[str, Any], left_out: int) -> None:
    print(f"{mode}: {left_out} pages left out")
    single = {name: value for name, value in summary.items() if not isinstance(value, dict)}
    print_rows({name: {"": value} for name, value in single.items()})
    print_rows({n: summary[f"{n}_seconds"] for n in ("learning", "extraction")}, "seconds")


MIN_RECORDS_SINGLE = 4
MIN_RECORDS_TRANSFER = 2
LEARNING_PAGES = 2


@dataclass(frozen=True, slots=True)
class Task:
    """Learn from some pages, with their sheets and a browser's layouts, extract from one."""

    target: Case
    learning: tuple[Case, ...]
    no_result: Case | None
    saved: Path | None = None
    layouts: Path | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was extracted from a page, in which time (seconds), or why nothing was learned."""

    records: tuple[dict[str, Any], ...]
    learning_seconds: float
    extraction_seconds: float
    refusal: str = ""


def load_cases(folder: Path, half: str = "") -> list[dict[str, Any]]:
    return [case for case in read_cases(folder, half) if is_scored(case)]


def single_tasks(cases: Iterable[Case]) -> list[Task]:
    """Return a task for each page of enough records: learn from it, extract from it."""
    return [
        Task(case, (case,), None)
        for case in cases
        if len(case.get("records") or []) >= MIN_RECORDS_SINGLE
    ]


def transfer_tasks(cases: Sequence[Case]) -> list[Task]:
    """Return a task for each page whose template has two other pages to learn from.

    The two are the next ones of the template in the order of the cases, round and round. So every
    page teaches about equally often.
    """
    templates: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        templates[case.get("template") or case["site"]].append(case)
    tasks = []
    for pages in templates.values():
        for place, target in enumerate(pages):
            others = [*pages[place + 1 :], *pages[:place]]
            teachers = [
                case
                for case in others
                if len(case.get("records") or []) >= MIN_RECORDS_TRANSFER
                and not case.get("no_result")
            ]
            no_result = next((case for case in others if case.get("no_result")), None)
            if len(teachers) >= LEARNING_PAGES:
                tasks.append(Task(target, tuple(teachers[:LEARNING_PAGES]), no_result))
    return tasks


def read_page(folder: Path, case: Case) -> Page:
    return parse_page((folder / case["html"]).read_bytes(), case.get("url") or "")


def read_sample(folder: Path, case: Case, layouts: Path | None = None) -> Sample:
    page = read_page(folder, case)
    layout = None if layouts is None else layout_of(layouts, case["id"], page)
    return Sample(page, case.get("query"), layout)


def own_records(sample: Sample, inducers: Collection[InducerName]) -> tuple[dict[str, Any], ...]:
    """Return the records that an inducer by itself takes for those of a page, nothing ranked."""
    features = page_features(sample)
    candidate = next(iter(propose_candidates([features], None, inducers)[0]), None)
    links = [] if candidate is None else [span.title for span in candidate.match.spans]
    return tuple({"url": features.address(n), "title": features.text(n)} for n in links)


def run_task(
    folder: Path,
    task: Task,
    inducers: Collection[InducerName] = (),
    *,
    own: bool = False,
) -> Outcome:
    """Learn and extract, both timed; parsing counts as part of both."""
    started = time.perf_counter()
    try:
        samples = [read_sample(folder, case, task.layouts) for case in task.learning]
        if task.saved is not None:
            samples = as_seen(task.saved, samples, [c["id"] for c in task.learning])
        if own:
            records = own_records(samples[0], inducers)
            return Outcome(records, time.perf_counter() - started, 0.0)
        no_result = None if task.no_result is None else read_page(folder, task.no_result)
        learned = learn_wrapper(samples, no_result, inducers)
    except (InductionError, NotHtmlError) as error:
        return Outcome((), time.perf_counter() - started, 0.0, f"{type(error).__name__}: {error}")
    learning_seconds = time.perf_counter() - started
    body = (folder / task.target["html"]).read_bytes()
    started = time.perf_counter()
    try:
        page = parse_page(body, task.target.get("url") or "")
    except NotHtmlError as error:
        return Outcome((), learning_seconds, 0.0, str(error))
    found = learned.wrapper.extract(page).records
    read = time.perf_counter()
    signs = [c.label for c, _ in (learned.wrapper.items.by_signs if learned.wrapper.items else [])]
    rows = tuple(
        {
            "url": record.original_url,
            "title": record.title,
            "snippet": record.snippet,
            "items": [[i.label, i.value] for i in record.items if i.label not in signs],
        }
        for record in found
    )
    return Outcome(rows, learning_seconds, read - started)


def summarise(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> dict[str, Any]:
    scores = [score_page(t.target, o.records) for t, o in zip(tasks, outcomes, strict=True)]
    sites: dict[str, list[PageScore]] = defaultdict(list)
    for task, score in zip(tasks, scores, strict=True):
        sites[task.target["site"]].append(score)
    total = total_score(scores)
    return {
        "pages": len(scores),
        "sites": len(sites),
        **precision_recall(total),
        "perfect_pages": share_of([score.perfect for score in scores]),
        "perfect_sites": share_of([all(s.perfect for s in pages) for pages in sites.values()]),
        "titles_right": total.titles_right / max(1, total.titles),
        "snippets_right": total.snippets_right / max(1, total.snippets),
        "without_result": sum(not task.target.get("records") for task in tasks),
        "left_empty": sum(
            not task.target.get("records") and not outcome.records
            for task, outcome in zip(tasks, outcomes, strict=True)
        ),
        "refused": sum(1 for outcome in outcomes if outcome.refusal),
        "learning_seconds": median_and_p95([outcome.learning_seconds for outcome in outcomes]),
        "extraction_seconds": median_and_p95([outcome.extraction_seconds for outcome in outcomes]),
    }


def precision_recall(score: PageScore) -> dict[str, float]:
    """Return micro precision, recall and their harmonic mean; 1.0 where nothing was asked."""
    extracted, true = score.hits + score.extra, score.hits + score.missed
    precision = score.hits / extracted if extracted else float(not score.missed)
    recall = score.hits / true if true else 1.0
    both = precision + recall
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / both if both else 0.0,
    }


def total_score(scores: Iterable[PageScore]) -> PageScore:
    rows = [tuple(asdict(score).values()) for score in scores]
    return PageScore(*(sum(column) for column in zip(*rows, strict=True)))


def share_of(flags: Sequence[bool]) -> float:
    """Return the share of the true ones; 0.0 of none."""
    return sum(flags) / len(flags) if flags else 0.0


def median_and_p95(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median": statistics.median(ordered),
        "p95": ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))],
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; exit code 1 when the folder has no page to measure."""
    parser = command_line(__doc__, 2)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mode", choices=["single", "transfer"], default="transfer")
    parser.add_argument("--half", default="", help="the cases of this half alone")
    parser.add_argument("--out", type=Path, help="write the predictions here (JSON lines)")
    names = list(InducerName)
    parser.add_argument("--inducers", nargs="+", type=InducerName, choices=names, default=())
    told = "mode single: score what the inducer by itself takes for the records, not ranked"
    parser.add_argument("--own", action="store_true", help=told)
    told = "learn with a browser's layouts; those that this folder holds already are not made anew"
    parser.add_argument("--layouts", type=Path, metavar="FOLDER", help=told)
    options = parser.parse_args(arguments)
    with unpacked(options.folder) as folder:
        return measure(folder, options)


def measure(folder: Path, options: argparse.Namespace) -> int:
    cases = load_cases(folder, options.half)
    tasks = single_tasks(cases) if options.mode == "single" else transfer_tasks(cases)
    if not tasks:
        print("no page to measure", file=sys.stderr)
        return 1
    with saved_pages(folder) as saved:
        if options.layouts:
            learned_from = {case["id"]: case for task in tasks for case in task.learning}
            render_pages(folder, saved, learned_from.values(), options.layouts)
        tasks = [replace(task, saved=saved, layouts=options.layouts) for task in tasks]
        run = partial(run_task, folder, inducers=options.inducers, own=options.own)
        outcomes = on_processes(run, tasks, options.jobs, 4)
    summary = summarise(tasks, outcomes) | {"mode": options.mode}
    read = [(task.target, outcome.records) for task, outcome in zip(tasks, outcomes, strict=True)]
    summary["items"] = item_figures(folder, read)
    print_summary(options.mode, summary, len(cases) - len(tasks))
    parts: dict[str, Any] = summary["items"]
    labels: dict[str, Any] = next(iter(parts.values()), {})
    print_rows({label: {part: parts[part][label] for part in parts} for label in labels}, "items")
    if options.out:
        rows = (
            {"id": task.target["id"], "records": outcome.records}
            for task, outcome in zip(tasks, outcomes, strict=True)
        )
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        options.out.write_text(lines, encoding="utf-8")
    write_figures(options.json, summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
