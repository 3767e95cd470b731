"""Tasks of the queue: each takes ids, calls one service, and may run twice without harm."""

from discovery.engine_crawls.crawls import ENGINE_CRAWLS
from discovery.jobs.task_queue import plan_schedule


def work_on_engine_crawl(crawl_id: int) -> str:
    """Work a slice of a crawl off; queue the next slice while there is more to do."""
    return f"{ENGINE_CRAWLS.work_queued(crawl_id).pages} pages"


def take_up_abandoned_crawls() -> int:
    """Queue the crawls whose worker died; return how many."""
    return ENGINE_CRAWLS.queue_abandoned()


def plan_schedules() -> None:
    """Make the standing schedules that are missing, and take up what a stop left behind."""
    plan_schedule("discovery.tasks.take_up_abandoned_crawls", "take up abandoned crawls", 2)
    take_up_abandoned_crawls()
