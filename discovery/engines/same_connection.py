"""Engines known twice: another address of a site leads to the same form."""

from urllib.parse import urlsplit

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.xml.reading import from_xml
from discovery.engine_lists.engine_list import engine_key
from discovery.models import LEARNING_FAILURES, Engine, EngineState

# Engines of one host whose descriptions are compared. Guess: of more, most are imported lists.
_MAX_COMPARED = 200


def engines_asked_alike(engine: Engine, description: ConnectionDescription) -> list[Engine]:
    """Return the learned engines, but `engine`, that are asked by the same address and parameters.

    The oldest comes first.
    """
    host = urlsplit(description.action or description.template).hostname or ""
    try:
        key = engine_key(description)
    except DescriptionError:
        return []
    others = (
        Engine.objects.of_sites()
        .filter(description__icontains=host.removeprefix("www."))
        .exclude(pk=engine.pk)
        .exclude(state__in=(EngineState.PROPOSED, EngineState.LEARNING, *LEARNING_FAILURES))
        .order_by("pk")[:_MAX_COMPARED]
    )
    return [other for other in others if _key_of(other) == key]


def _key_of(engine: Engine) -> str:
    """Return what an engine is known by, empty when its description cannot be read."""
    try:
        return engine_key(from_xml(engine.description.encode()))
    except DescriptionError:
        return ""
