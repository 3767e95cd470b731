"""A site that cannot be asked, collected instead: its pages are searched by ourselves."""

from discovery.models import LEARNING_FAILURES, Engine


def sample_to_collect(engine: Engine) -> str:
    """Return a page of the site of an engine that cannot be asked, as a sample for a collection.

    Empty for an engine in use, and where learning saw no page that stands for others.
    """
    if engine.state not in LEARNING_FAILURES:
        return ""
    event = engine.events.first()
    return str(event.evidence.get("sample") or "") if event is not None else ""
