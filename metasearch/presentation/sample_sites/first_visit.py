"""What a newcomer is shown: queries to try while the samples are asked, sites being learned."""

from collections.abc import Sequence
from dataclasses import dataclass

from metasearch.presentation.sample_sites.known_samples import redesign_address, sample_addresses
from samples import EXAMPLE_QUERIES
from wrappers.engines.registry import Askable
from wrappers.learning.job_runner import EngineBeingLearned


@dataclass(frozen=True, slots=True)
class LearningSite:
    """A site that is being learned: its name, and the hundredths of the steps it has done."""

    name: str
    percent: int


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """What the home page shows a newcomer.

    `queries` to try, none unless samples are asked. `samples`: how many are asked.
    `redesign`: title and address of the one that can be redesigned, if that is asked.
    `learning`: the sites being learned for the first time.
    """

    queries: tuple[str, ...]
    samples: int
    redesign: tuple[str, str] | None
    learning: tuple[LearningSite, ...]


def first_visit(asked: Sequence[Askable], learning: Sequence[EngineBeingLearned]) -> FirstVisit:
    """Return what to show, from the engines that are asked and those that are being learned."""
    titles = sample_addresses()
    samples = {engine.home_url for engine in asked} & titles.keys()
    home = redesign_address()
    return FirstVisit(
        queries=EXAMPLE_QUERIES if samples else (),
        samples=len(samples),
        redesign=(titles[home], home) if home in samples else None,
        learning=tuple(
            LearningSite(titles.get(each.home_url) or each.name, round(100 * each.done))
            for each in learning
        ),
    )
