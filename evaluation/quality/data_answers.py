"""Answers that are no HTML, learned and read: records in many unlike envelopes.

    python -m evaluation.quality.data_answers [--each] [--json FILE]

Each envelope is learned from four queries and one without results, and tried on two others. Nothing
is shown of those of the half `unopened` but the figures. The speed is that of reading beside a page
of HTML with the same records.
"""

import time
from collections.abc import Sequence
from itertools import groupby
from statistics import fmean, median

from discovery.pages.page import Page, parse_answer
from evaluation.beds.packed import BEDS, Case, archived, archived_cases
from evaluation.printing import command_line, print_rows, write_figures
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample

BED = BEDS / "data_answers" / "data_answers.tar.xz"
LEARNED_FROM = 4
REPEATS = 30
Score = dict[str, float]
FIGURES = ("F1", "titles", "addresses", "perfect", "no_result", "reading_to_html")


def envelopes(half: str) -> dict[str, list[Case]]:
    groups = groupby(archived_cases(BED, half), key=lambda case: case["site"])
    return {str(name): list(cases) for name, cases in groups}


def body_of(case: Case) -> bytes:
    return archived(BED)[case["html"]]


def page_of(case: Case) -> Page:
    return parse_answer(body_of(case), case["url"])


def measure(cases: Sequence[Case]) -> Score:
    """Learn an envelope, read the queries not learned from; return the figures."""
    *answers, nothing = cases
    samples = [Sample(page_of(case), case["query"]) for case in answers[:LEARNED_FROM]]
    empty = page_of(nothing)
    try:
        wrapper = learn_wrapper(samples, empty).wrapper
    except InductionError:
        return dict.fromkeys(FIGURES, 0.0)
    signature = learn_no_result_signature(
        [(empty, nothing["query"])], [(sample.page, sample.query) for sample in samples]
    )
    rated = [rate(wrapper.records(page_of(case)), case) for case in answers[LEARNED_FROM:]]
    is_empty = not wrapper.records(empty) and signature.matches(empty, nothing["query"])
    figures = (fmean(column) for column in zip(*rated, strict=True))
    seconds = reading_seconds(wrapper, answers[-1])
    return dict(zip(FIGURES, (*figures, float(is_empty), seconds), strict=True))


def rate(records: Sequence[ResultRecord], case: Case) -> tuple[float, float, float, float]:
    """Return F1, the shares of true titles and addresses, and whether all is right."""
    true = [(row["title"], row["url"]) for row in case["records"]]
    found = {(record.title, record.url) for record in records}
    titles, addresses = ({pair[place] for pair in found} for place in (0, 1))
    right = sum(pair in found for pair in true)
    return (
        2 * right / (len(records) + len(true)),
        fmean(title in titles for title, _ in true),
        fmean(address in addresses for _, address in true),
        float(right == len(true) == len(records)),
    )


def reading_seconds(wrapper: Wrapper, case: Case) -> float:
    """Return how long an answer takes to be read, from bytes to records (median)."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        wrapper.extract(wrapper.parse(body_of(case), case["url"]), case["query"])
        times.append(time.process_time() - start)
    return median(times)


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("--each", action="store_true", help="those of each envelope looked at")
    options = parser.parse_args()
    (page,) = envelopes("html").values()
    html_seconds = median(measure(page)["reading_to_html"] for _ in range(3))
    rows: dict[str, dict[str, float]] = {}
    for half in ("build", "unopened"):
        scores = {name: measure(cases) for name, cases in envelopes(half).items()}
        for score in scores.values():
            score["reading_to_html"] /= html_seconds
        rows[half] = {name: fmean(score[name] for score in scores.values()) for name in FIGURES}
        rows[half]["reading_to_html"] = median(s["reading_to_html"] for s in scores.values())
        if options.each and half == "build":
            rows |= scores
    print_rows(rows, "envelopes")
    write_figures(options.json, rows)


if __name__ == "__main__":
    main()
