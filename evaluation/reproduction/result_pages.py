"""Result pages read by the papers' ways of learning, each alone, beside ours."""

from collections.abc import Sequence
from typing import Any

from evaluation.quality.extraction import (
    load_cases,
    run_tasks,
    single_tasks,
    summarise,
)
from evaluation.reproduction.published import VIDE_WORDS
from evaluation.reproduction.section import Options, Row, Section, Table, share
from wrappers.induction import DEFAULT_INDUCERS, InducerName

WAYS: dict[str, Sequence[InducerName]] = {
    "tag prefix (Wu, Meng et al. 2003)": (InducerName.TAG_PREFIX,),
    "ours (as in the product)": DEFAULT_INDUCERS,
}
HEAD = ("learned by", "precision", "recall", "perfect pages", "revision")
WORDS = (
    "The text at hand leaves out the experiments of ViNTs and of ViDE, so there is no table to "
    f'hold ours against; of ViDE (Liu et al. 2010) it says: "{VIDE_WORDS}" *Revision* is its '
    "measure: the share of sites not read perfectly."
)
WHY = (
    "ViNTs and ViDE go by a browser's boxes, which these pages are not given here. Why the tag "
    "prefix stays behind ours: one ranking, fitted to candidates of ours, chooses among the "
    "candidates of each; and pages of 2017 have sections side by side and lines of many parts that "
    "tags before a link were not made for."
)


def section(options: Options) -> Section:
    """Return the figures of each way on the labelled result pages."""
    folder = options.shared / "data" / "serps"
    tasks = single_tasks(load_cases(folder))[:: options.every]
    found: list[tuple[str, dict[str, Any]]] = [
        (name, summarise(tasks, run_tasks(folder, tasks, options.jobs, inducers)))
        for name, inducers in WAYS.items()
    ]
    pages, sites = len(tasks), len({task.target["site"] for task in tasks})
    table = Table(
        f"Ours: {pages} result pages of {sites} sites, each learned from itself",
        HEAD,
        tuple(row(name, figures) for name, figures in found),
    )
    return Section("ViNTs and ViDE: precision, recall, revision", (WORDS, table, WHY))


def row(name: str, figures: dict[str, Any]) -> Row:
    """Return the line of a way of learning."""
    return (
        name,
        share(figures["precision"]),
        share(figures["recall"]),
        share(figures["perfect_pages"]),
        share(1 - figures["perfect_sites"]),
    )
