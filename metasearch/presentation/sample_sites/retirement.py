"""Samples of earlier versions: their sites come with the product no more, their engines stay.

They are paused once, so that nobody is told that they are broken; all that was learned is kept, and
whoever serves such a site may resume its engine.
"""

import contextlib
from collections.abc import Iterator
from types import MappingProxyType

from django.conf import settings
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType

from discovery.connection.description.description import DescriptionError
from discovery.connection.xml.reading import from_xml
from discovery.engines.registration import change_state
from discovery.models import Engine, EngineEvent, EngineState
from samples import DEFAULT_FIRST_PORT
from wrappers.learning.jobs import NothingUnderWayError, stop_learning

# The sites of version 1, by their ports counted from the first: a word of the name that each gave
# itself, which stands in the connection description learned from it.
_OLD_SAMPLES = MappingProxyType(
    {0: "Modulary", 1: "Glyphothek", 2: "Esperluette", 3: "Reinhardteca", 4: "Phrasarium"}
)
# Under which name an engine's history says that it was retired.
_RETIRED = "retired_sample"
_REASON = (
    "This sample site no longer comes with the product: it is not asked any more. What was learned "
    "of it is kept."
)


def retire_old_samples() -> int:
    """Pause the engines of samples that no longer come with the product; return how many.

    Each is paused once: one that a person resumes stays in use.
    """
    retired = 0
    for engine in _old_sample_engines():
        with contextlib.suppress(NothingUnderWayError):
            stop_learning(engine)
        if engine.state != EngineState.PAUSED:
            change_state(engine, EngineState.PAUSED, _REASON, {_RETIRED: True})
            retired += 1
    return retired


def _old_sample_engines() -> Iterator[Engine]:
    """Yield the engines of old samples that were not retired before.

    At the address of one may stand an engine of somebody's own: one that a person added, or one
    whose site called itself something else.
    """
    added_by_hand = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Engine), action_flag=ADDITION
    ).values_list("object_id", flat=True)
    known = EngineEvent.objects.filter(**{f"evidence__{_RETIRED}": True}).values("engine")
    for offset, title in _OLD_SAMPLES.items():
        addresses = {
            f"http://127.0.0.1:{first + offset}/"
            for first in (settings.SAMPLES_PORT, DEFAULT_FIRST_PORT)
        }
        for engine in Engine.objects.filter(home_url__in=addresses).exclude(pk__in=known):
            if title in _site_name(engine) and str(engine.pk) not in set(added_by_hand):
                yield engine


def _site_name(engine: Engine) -> str:
    """Return what the site of an engine called itself when it was learned, empty if never."""
    try:
        return from_xml(engine.description.encode()).site_name
    except DescriptionError:
        return ""
