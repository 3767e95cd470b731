"""The sample sites among the engines: shown to a newcomer, told by address, taken out.

They are paused, once, not shown as broken; whoever serves such a site may resume its engine.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from django.conf import settings

from discovery.connection.description import DescriptionError
from discovery.engines.registration import change_state
from discovery.jobs.leases import WorkStateError
from discovery.models import Engine, EngineEvent, EngineQuerySet, EngineState
from samples import DEFAULT_FIRST_PORT, EXAMPLE_QUERIES, SITES
from wrappers.engines.registry import Askable
from wrappers.learning.jobs import EngineBeingLearned, stop_learning
from wrappers.operations.lifecycle import resume


def sample_addresses() -> dict[str, str]:
    return {_address(site.port_offset): site.title for site in SITES}


def sample_engines() -> EngineQuerySet:
    return Engine.objects.of_sites().filter(home_url__in=sample_addresses())


def redesign_address() -> str:
    return next((_address(site.port_offset) for site in SITES if site.redesign_path), "")


def redesigned_engine() -> Engine | None:
    return Engine.objects.of_sites().filter(home_url=redesign_address()).first()


def _address(port_offset: int) -> str:
    return f"http://127.0.0.1:{settings.SAMPLES_PORT + port_offset}/"


def first_visit(asked: Sequence[Askable], learning: Sequence[EngineBeingLearned]) -> dict[str, Any]:
    """Return what the home page shows a newcomer, much of it only where samples are asked."""
    titles = sample_addresses()
    samples = {engine.home_url for engine in asked} & titles.keys()
    home = redesign_address()
    return {
        "queries": EXAMPLE_QUERIES if samples else (),
        "samples": len(samples),
        "redesign": (titles[home], home) if home in samples else None,
        "learning": [
            {"name": titles.get(each.home_url) or each.name, "percent": round(100 * each.done)}
            for each in learning
        ],
    }


_REMOVED = "The sample sites were removed from searches by a person; they can be brought back."


def remove_samples() -> int:
    wanted = list(sample_engines().exclude(state=EngineState.PAUSED))
    for engine in wanted:
        change_state(engine, EngineState.PAUSED, _REMOVED)
    return len(wanted)


def bring_samples_back() -> int:
    removed = list(sample_engines().filter(state=EngineState.PAUSED))
    for engine in removed:
        resume(engine)
    return len(removed)


# Sites of earlier versions, by their ports counted from the first: a word of the name in the
# connection description learned from each.
_OLD_SAMPLES = {
    0: "Modulary",
    1: "Glyphothek",
    2: "Esperluette",
    3: "Reinhardteca",
    4: "Phrasarium",
    13: "Signathèque",
    14: "Tracebackery",
    15: "Wheelyard",
}
# Under which name an engine's history says that it was retired.
RETIRED = "retired_sample"
_REASON = (
    "This sample site no longer comes with the product: it is not asked any more. What was learned "
    "of it is kept."
)


def retire_old_samples() -> int:
    """Pause the engines of samples of older versions, each once; return how many."""
    retired = 0
    for engine in _old_sample_engines():
        with contextlib.suppress(WorkStateError):
            stop_learning(engine)
        if engine.state != EngineState.PAUSED:
            change_state(engine, EngineState.PAUSED, _REASON, {RETIRED: True})
            retired += 1
    return retired


def _old_sample_engines() -> Iterator[Engine]:
    """Yield the engines of old samples that were not retired before."""
    known = EngineEvent.objects.filter(**{f"evidence__{RETIRED}": True}).values("engine")
    for offset, title in _OLD_SAMPLES.items():
        addresses = {
            f"http://127.0.0.1:{first + offset}/"
            for first in (settings.SAMPLES_PORT, DEFAULT_FIRST_PORT)
        }
        for engine in Engine.objects.filter(home_url__in=addresses).exclude(pk__in=known):
            with contextlib.suppress(DescriptionError):
                if title in engine.connection.site_name:
                    yield engine
