"""Learning of proposals in the background: a few at a time, most wanted first."""

from discovery.models import Engine, ForbiddenChangeError
from wrappers.learning.jobs import plan_learning
from wrappers.models import LearningJob

# Engines learned at once. Nobody waits for them: they must leave room for those that somebody
# added by hand, and for mending. Guess.
MAX_LEARNING = 1


def plan_next_proposals() -> int:
    """Plan learning of the next proposals while fewer engines than allowed are being learned.

    Which is next is decided now, by the rows: the queue holds none that wait. Returns how many
    were planned.
    """
    free = MAX_LEARNING - LearningJob.objects.unfinished().count()
    if free <= 0:
        return 0
    planned = 0
    for engine in Engine.objects.waiting()[:free]:
        try:
            plan_learning(engine)
        except ForbiddenChangeError:
            # Somebody paused it meanwhile.
            continue
        planned += 1
    return planned
