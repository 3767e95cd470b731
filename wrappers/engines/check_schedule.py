"""Watching over the engines in use: when each is checked next, and which are asked ever less."""

import random
from datetime import timedelta

from django.utils import timezone
from django_q.tasks import async_task

from discovery.models import Engine, EngineState
from discovery.pages.outcomes import AnswerKind
from wrappers.models import LONGEST_RETRY, EngineWatch

# Of an engine that answers well; live answers put it off. Guess: some twenty requests a day.
CHECK_INTERVAL = timedelta(hours=6)
# After a first failure, doubled with each further one, up to the longest.
FIRST_RETRY = timedelta(minutes=5)
# Times are spread by this share, so that engines suspended together are not asked together.
JITTER = 0.2
# Checks begun at once: each asks another engine some six questions.
CHECKS_AT_ONCE = 5
# Checks brought forward by what searches were answered, for anybody may search for anything: of one
# engine, unless the check found something; of all engines in a minute. Guesses.
HASTENED_EVERY = timedelta(minutes=10)
HASTENED_A_MINUTE = CHECKS_AT_ONCE
# A check queued is not queued again for so long.
QUEUED_FOR = timedelta(minutes=10)
# So many engines out of reach, and none within, are asked as often as after a first failure: it is
# our own line, and they are there again as soon as it is. Who blocks has answered. Guess.
FAILING_TOGETHER = 3
OUT_OF_REACH = (AnswerKind.TIMEOUT, AnswerKind.ERROR)
WATCHED = (EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED)


def delay_after(
    failures: int, generator: random.Random | None = None, hours: float | None = None
) -> timedelta:
    """Return how long to wait after `failures` bad checks in a row: exponential, with jitter.

    `hours` are what a person wants to be left between good ones.

    >>> generator = random.Random(1)
    >>> [round(delay_after(n, generator).total_seconds() / 60) for n in (0, 1, 2, 3, 20)]
    [307, 6, 11, 18, 1437]
    """
    spread = (generator or random.SystemRandom()).uniform(1 - JITTER, 1 + JITTER)
    if failures == 0:
        return (CHECK_INTERVAL if hours is None else timedelta(hours=hours)) * spread
    base: timedelta = min(LONGEST_RETRY, FIRST_RETRY * 2 ** min(failures - 1, 20))
    return min(LONGEST_RETRY, base * spread)


def begin_check(engine: Engine) -> int:
    """Plan the next check; return how many in a row were begun and not ended, with this one."""
    watch, _ = EngineWatch.objects.get_or_create(engine=engine)
    watch.unfinished_checks += 1
    watch.next_check_at = timezone.now() + delay_after(watch.failures + watch.unfinished_checks)
    watch.save(update_fields=["unfinished_checks", "next_check_at"])
    return watch.unfinished_checks


def record_check(engine: Engine, kind: AnswerKind, retry_after: float | None = None) -> None:
    """Record how a check went, and plan the next: not before the engine asks for it (seconds)."""
    watch, _ = EngineWatch.objects.get_or_create(engine=engine)
    now = timezone.now()
    watch.last_kind = kind
    if kind is AnswerKind.RESULTS:
        watch.failures, watch.answered_at = 0, now
    else:
        counts = kind not in OUT_OF_REACH or not others_are_out_of_reach(watch)
        watch.failures, watch.hastened_at = max(1, watch.failures + counts), None
    watch.unfinished_checks = 0
    pause = timedelta(seconds=min(retry_after or 0.0, LONGEST_RETRY.total_seconds()))
    delay = delay_after(watch.failures, hours=engine.check_hours)
    watch.next_check_at = now + max(delay, pause)
    watch.save(
        update_fields=[
            *("last_kind", "failures", "unfinished_checks", "answered_at", "next_check_at"),
            "hastened_at",
        ]
    )


def others_are_out_of_reach(watch: EngineWatch) -> bool:
    """Tell whether no other engine can be reached either: it is our line then, not theirs."""
    others = EngineWatch.objects.filter(engine__state__in=WATCHED).exclude(pk=watch.pk)
    is_reached = others.exclude(last_kind__in=OUT_OF_REACH).exists()
    return not is_reached and others.count() >= FAILING_TOGETHER - 1


def record_good_answers(slugs: set[str]) -> None:
    """Put the next check of engines off that answered searches well: that is as good as a check."""
    now = timezone.now()
    answered = EngineWatch.objects.filter(engine__slug__in=slugs, engine__state=EngineState.ACTIVE)
    for hours in set(answered.values_list("engine__check_hours", flat=True)):
        answered.filter(engine__check_hours=hours).update(
            next_check_at=now + delay_after(0, hours=hours),
            answered_at=now,
            failures=0,
            last_kind=AnswerKind.RESULTS,
        )


def bring_check_forward(engine: Engine) -> bool:
    """Make the check of an engine due at once, for what a search was answered."""
    now = timezone.now()
    lately = EngineWatch.objects.filter(hastened_at__range=(now - timedelta(minutes=1), now))
    if lately.count() >= HASTENED_A_MINUTE:
        return False
    watch, _ = EngineWatch.objects.get_or_create(engine=engine)
    mine = EngineWatch.objects.filter(pk=watch.pk)
    mine = mine.exclude(hastened_at__range=(now - HASTENED_EVERY, now))
    return bool(mine.update(next_check_at=now, hastened_at=now))


def plan_check(engine: Engine) -> None:
    """Plan the next check of an engine that answers by the hours that it has now."""
    due = timezone.now() + delay_after(0, hours=engine.check_hours)
    EngineWatch.objects.filter(engine=engine, failures=0).update(next_check_at=due)


def claim_due_checks() -> list[Engine]:
    """Return engines whose check is due, a few at a time, each to one caller only."""
    unwatched = Engine.objects.filter(
        watch__isnull=True, state__in=WATCHED, wrapper_versions__is_active=True
    )
    for engine in unwatched.distinct():
        due = timezone.now() + delay_after(0, hours=engine.check_hours)
        EngineWatch.objects.get_or_create(engine=engine, defaults={"next_check_at": due})
    claimed = []
    for watch in EngineWatch.objects.due().select_related("engine")[:CHECKS_AT_ONCE]:
        mine = EngineWatch.objects.filter(pk=watch.pk, next_check_at=watch.next_check_at)
        if mine.update(next_check_at=timezone.now() + QUEUED_FOR):
            claimed.append(watch.engine)
    return claimed


def enqueue_due_checks() -> int:
    engines = claim_due_checks()
    for engine in engines:
        enqueue_check(engine)
    return len(engines)


def enqueue_check(engine: Engine) -> None:
    async_task("wrappers.tasks.check", engine.pk, task_name=f"check {engine.slug}")
