"""The judging: all candidates of a page weighed against each other by the same evidence.

A candidate's score is the sum of its evidence times fitted weights; candidates are ranked, never
judged alone. `judging_weights.json` holds the weights and names the command that fitted them.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from wrappers.induction.evidence import EVIDENCE_NAMES, weigh_page
from wrappers.induction.instance import Instance
from wrappers.induction.page_facts import PageFacts

_WEIGHTS_FILE = Path(__file__).with_name("judging_weights.json")


@cache
def load_weights() -> dict[str, float]:
    """Return the fitted weight of each evidence by its name."""
    weights: dict[str, float] = json.loads(_WEIGHTS_FILE.read_text(encoding="utf-8"))["weights"]
    return weights


def score_page(facts: PageFacts, instances: Sequence[Instance]) -> list[float]:
    """Return the scores of a page's candidates, comparable among themselves only."""
    weights = [load_weights().get(name, 0.0) for name in EVIDENCE_NAMES]
    return [
        sum(weight * value for weight, value in zip(weights, row, strict=True))
        for row in weigh_page(facts, instances)
    ]
