"""What engines asked first, as it was passed anew: kept for all processes."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from discovery.connection.description.description import DescriptionError
from discovery.connection.xml.reading import from_xml
from discovery.connection.xml.writing import to_xml
from discovery.engines.registration import log_event
from discovery.engines.walls import Entrance, told_walls
from discovery.models import Engine, EngineState
from wrappers.engines.answer import Answer
from wrappers.learning.step_context import UNREACHABLE_KINDS


def new_entrance(answer: Answer) -> Entrance | None:
    """Return what was passed for an answer, where the engine then answered."""
    return None if answer.kind in UNREACHABLE_KINDS else answer.entrance


def keep_entrances(answers: Iterable[Answer]) -> None:
    """Keep what was passed for answers: for the next queries of all processes."""
    for answer in answers:
        entrance = new_entrance(answer)
        if entrance is not None:
            _keep(answer.slug, entrance)


def _keep(slug: str, entrance: Entrance) -> None:
    """Put the cookies that an engine gave into its description; its history says which wall."""
    with transaction.atomic():
        engine = Engine.objects.select_for_update().filter(slug=slug).first()
        version = engine and engine.wrapper_versions.in_use()
        if engine is None or version is None or engine.state != EngineState.ACTIVE:
            return
        try:
            before = from_xml(version.description.encode())
            description = entrance.of(before)
            xml = to_xml(description).decode()
        except (DescriptionError, ValueError):
            return
        if description == before:
            return
        version.description = xml
        version.save(update_fields=["description"])
        Engine.objects.filter(pk=engine.pk).update(description=xml, version=F("version") + 1)
        if not before.walls:
            evidence = {"url": entrance.walls[0].page}
            log_event(engine, engine.state, engine.state, told_walls(entrance.walls), evidence)
