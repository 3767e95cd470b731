"""The states of an engine, with the one table of allowed changes, and of a page of a crawl."""

from django.db import models


class EngineState(models.TextChoices):
    PROPOSED = "PROPOSED", "proposed"
    LEARNING = "LEARNING", "learning"
    ACTIVE = "ACTIVE", "active"
    BROKEN = "BROKEN", "broken"
    SUSPENDED = "SUSPENDED", "suspended"
    PAUSED = "PAUSED", "paused"
    NO_FORM = "NO_FORM", "no search form"
    UNREACHABLE = "UNREACHABLE", "unreachable"
    BLOCKED = "BLOCKED", "blocked"
    JAVASCRIPT_ONLY = "JAVASCRIPT_ONLY", "needs JavaScript"
    NO_RECORDS = "NO_RECORDS", "no records found"
    FAILED = "FAILED", "failed"


State = EngineState

LEARNING_FAILURES = frozenset(
    {
        State.NO_FORM,
        State.UNREACHABLE,
        State.BLOCKED,
        State.JAVASCRIPT_ONLY,
        State.NO_RECORDS,
        State.FAILED,
    }
)

# What may follow what. An engine in use stays ACTIVE while it is learned anew: its old wrapper
# serves until the new one has passed its check. What was never learned may wait for its turn again.
ALLOWED_CHANGES: dict[State, frozenset[State]] = {
    State.PROPOSED: frozenset({State.LEARNING, State.PAUSED}),
    State.LEARNING: frozenset({State.ACTIVE, State.PAUSED, *LEARNING_FAILURES}),
    State.ACTIVE: frozenset({State.BROKEN, State.SUSPENDED, State.PAUSED}),
    State.BROKEN: frozenset({State.ACTIVE, State.SUSPENDED, State.PAUSED}),
    State.SUSPENDED: frozenset({State.ACTIVE, State.BROKEN, State.PAUSED}),
    State.PAUSED: frozenset({State.ACTIVE, State.LEARNING, State.PROPOSED}),
    **{
        failure: frozenset({State.LEARNING, State.PAUSED, State.PROPOSED})
        for failure in LEARNING_FAILURES
    },
}


class ForbiddenChangeError(ValueError):
    """An engine was to change into a state that may not follow the one it is in."""

    def __init__(self, before: str, after: str) -> None:
        super().__init__(f"An engine that is {before} cannot become {after}.")


class PageState(models.TextChoices):
    WAITING = "WAITING", "waiting"
    FETCHING = "FETCHING", "being fetched"
    READ = "READ", "read"
    FAILED = "FAILED", "failed"
    REFUSED = "REFUSED", "forbidden by robots.txt"
    SKIPPED = "SKIPPED", "skipped"
