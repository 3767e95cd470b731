"""Answers that are no HTML, learned and read: records in many unlike envelopes.

    python -m evaluation.quality.data_answers [--json FILE]

Each envelope is learned from four queries and one without results, and tried on two others.
"""

from collections.abc import Sequence
from itertools import groupby
from statistics import fmean

from discovery.pages.page import Page, parse_answer
from evaluation.beds.packed import BEDS, Case, archived, archived_cases
from evaluation.printing import command_line, print_rows, write_figures
from evaluation.quality.extraction import precision_recall, total_score
from evaluation.quality.record_matching import score_page
from wrappers.induction.no_result import learn_no_result_signature
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample

BED = BEDS / "data_answers" / "data_answers.tar.xz"
LEARNED_FROM = 4
Score = dict[str, float]
FIGURES = ("F1", "perfect", "no_result")


def envelopes(half: str) -> dict[str, list[Case]]:
    groups = groupby(archived_cases(BED, half), key=lambda case: case["site"])
    return {str(name): list(cases) for name, cases in groups}


def page_of(case: Case) -> Page:
    return parse_answer(archived(BED)[case["html"]], case["url"])


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
    scores = [
        score_page(
            {"records": case["records"]},
            [{"url": each.url, "title": each.title} for each in wrapper.records(page_of(case))],
        )
        for case in answers[LEARNED_FROM:]
    ]
    is_empty = not wrapper.records(empty) and signature.matches(empty, nothing["query"])
    perfect = fmean(score.perfect and score.titles_right == score.hits for score in scores)
    figures = (precision_recall(total_score(scores))["f1"], perfect, float(is_empty))
    return dict(zip(FIGURES, figures, strict=True))


def main() -> None:
    parser = command_line(__doc__)
    options = parser.parse_args()
    rows = {}
    for half in ("build", "unopened"):
        scores = [measure(cases) for cases in envelopes(half).values()]
        rows[half] = {name: fmean(score[name] for score in scores) for name in FIGURES}
    print_rows(rows, "envelopes")
    write_figures(options.json, rows)


if __name__ == "__main__":
    main()
