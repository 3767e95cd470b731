"""Alerts: what broke, was mended, waits for a person or failed, told to the operator."""

import logging
from collections.abc import Callable, Container, Iterable, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django_q.models import Task

from discovery.jobs.crawls import CrawlState
from discovery.models import LEARNING_FAILURES, Collection, EngineCrawl, EngineEvent, EngineState
from metasearch.models import ToldUntil
from wrappers.operations.waiting import proposed_repairs, readings_to_choose

logger = logging.getLogger(__name__)

# What happened is told when so old: by then it is written, whichever transaction it stands in.
SETTLED = timedelta(seconds=30)
DAY = timedelta(days=1)
# What is older is not told: the addresses were set anew, or took nothing for long.
OLDEST = 2 * DAY
# Lines under one heading, and characters of a line.
SHOWN_LINES = 10
MAX_LINE = 240
DAILY = "daily"
# Where is kept when that happened which was told before the clock was set back.
TOLD = "metasearch.alerts.told"
_DOWN = (EngineState.BROKEN, EngineState.SUSPENDED)

Lines = Iterator[tuple[object, str, datetime | None]]
Happened = Callable[[datetime, datetime], Lines]


def _changes(before: Iterable[str], after: Iterable[str]) -> Happened:
    def happened(since: datetime, until: datetime) -> Lines:
        events = EngineEvent.objects.filter(at__gt=since, at__lte=until)
        changed = events.filter(before__in=before, after__in=after)
        return ((each.engine, each.reason, each.at) for each in changed.select_related("engine"))

    return happened


def _waiting(since: datetime, until: datetime) -> Lines:
    for version in proposed_repairs().filter(since__gt=since, since__lte=until):
        because = f"repair to accept or reject: {version.proposed_because}"
        yield version.engine, because, version.since
    for collection in readings_to_choose().filter(since__gt=since, since__lte=until):
        yield collection, "its samples may mean other pages", collection.since


def _failed_jobs(since: datetime, until: datetime) -> Lines:
    for model in (EngineCrawl, Collection):
        ended = model.objects.filter(finished_at__gt=since, finished_at__lte=until)
        for crawl in ended.filter(state=CrawlState.FAILED):
            yield crawl, crawl.reason, crawl.finished_at
    # One that is begun every minute fails every minute: it is told once a day.
    failures = Task.objects.filter(success=False, stopped__lte=until)
    known = failures.filter(stopped__gt=since - DAY, stopped__lte=since).values("func")
    new = failures.filter(stopped__gt=since).exclude(func__in=known).order_by("func", "stopped")
    yield from {each.func: (each.func, str(each.result), each.stopped) for each in new}.values()


HEADINGS: tuple[tuple[str, Happened], ...] = (
    ("broken", _changes((EngineState.ACTIVE,), _DOWN)),
    ("mended", _changes(_DOWN, (EngineState.ACTIVE,))),
    ("not learned", _changes((EngineState.LEARNING,), LEARNING_FAILURES)),
    ("waiting for a person", _waiting),
    ("failed jobs", _failed_jobs),
)


def compose_alert(
    since: datetime, until: datetime, told: Container[datetime | None] = ()
) -> tuple[str, str]:
    """Return title and text of what happened after `since`, but for that at the moments `told`.

    Both are "" when nothing did.
    """
    counts, parts = [], []
    for heading, happened in HEADINGS:
        new = [(of, why) for of, why, at in happened(since, until) if at not in told]
        # Names and reasons are partly of other people's making: each stays one line.
        lines = [" ".join(f"{of}: {why}".split())[:MAX_LINE] for of, why in new]
        if not lines:
            continue
        counts.append(f"{len(lines)} {heading}")
        more = [f"and {len(lines) - SHOWN_LINES} more"] if len(lines) > SHOWN_LINES else []
        listed = (f"- {line}" for line in [*lines[:SHOWN_LINES], *more])
        parts.append("\n".join([f"{heading.capitalize()}: {len(lines)}", *listed]))
    if not parts:
        return "", ""
    return f"Metasearch: {', '.join(counts)}", "\n\n".join([*parts, f"See {reverse('inbox')}"])


def send_alerts() -> str:
    """Send what happened since the last time, if anything; return the title of what was sent.

    Of two workers one sends. What no address takes is sent with what happens next.
    """
    if not settings.ALERTS:
        return ""
    until = (now := timezone.now()) - SETTLED
    row, is_new = ToldUntil.objects.get_or_create(pk=1, defaults={"at": until})
    since, told = max(row.at, until - OLDEST), ToldUntil.objects.filter(pk=1, at=row.at)
    known: set[datetime | None] = cache.get(TOLD, set())
    if row.at > now:
        # The clock was set back: what has these times already is not told when they come again.
        known |= {at for _, happened in HEADINGS for _, _, at in happened(now, row.at)}
        cache.set(TOLD, known, (row.at - now + OLDEST).total_seconds())
        told.update(at=until)
        return ""
    if is_new or since > until or (settings.ALERTS_SENT == DAILY and until - since < DAY):
        return ""
    title, text = compose_alert(since, until, known)
    if not told.update(at=until) or not title:
        return ""
    if not deliver(title, text):
        ToldUntil.objects.filter(pk=1, at=until).update(at=since)
        return ""
    return title


def deliver(title: str, text: str) -> bool:
    """Send a message to each of the addresses; tell whether one took it."""
    # The library takes half a second to load: it is loaded where there is something to send.
    from apprise import Apprise, AppriseAsset, NotifyFormat

    asset = AppriseAsset(app_id="Metasearch", app_desc="Metasearch", app_url="")
    taken = 0
    addresses = settings.ALERTS.split()
    for number, address in enumerate(addresses, start=1):
        target = Apprise(asset=asset)
        is_sent = target.add(address) and target.notify(
            title=title, body=text, body_format=NotifyFormat.TEXT
        )
        taken += bool(is_sent)
        if not is_sent:
            # Addresses hold passwords: they are told by their number.
            logger.warning("ALERTS: address %s of %s took no alert", number, len(addresses))
    return taken > 0
