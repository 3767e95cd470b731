"""Tasks of the queue: each takes ids, calls one service, and may run twice without harm."""

from django.utils import timezone
from django_q.models import Schedule
from django_q.tasks import schedule

from discovery.engine_crawl import enqueue_crawl, work_on_crawl
from discovery.models import EngineCrawl


def work_on_engine_crawl(crawl_id: int) -> str:
    """Work a slice of a crawl off; queue the next slice while there is more to do."""
    crawl = work_on_crawl(crawl_id)
    if crawl.lease_until is None:
        enqueue_crawl(crawl_id)
    return f"{crawl.pages} pages"


def take_up_abandoned_crawls() -> int:
    """Queue the crawls whose worker died; return how many."""
    crawls = EngineCrawl.objects.abandoned().values_list("pk", flat=True)
    for crawl_id in crawls:
        enqueue_crawl(crawl_id)
    return len(crawls)


def plan_schedules() -> None:
    """Make the standing schedules that are missing, and take up what a stop left behind."""
    if not Schedule.objects.filter(name="take up abandoned crawls").exists():
        schedule(
            "discovery.tasks.take_up_abandoned_crawls",
            name="take up abandoned crawls",
            schedule_type=Schedule.MINUTES,
            minutes=2,
            next_run=timezone.now(),
        )
    take_up_abandoned_crawls()
