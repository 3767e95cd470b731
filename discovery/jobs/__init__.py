"""Work that outlives a process: leases on rows, crawls as rows, standing schedules."""

from discovery.jobs.background_tasks import cancel_all, first_done
from discovery.jobs.crawls import Crawl, CrawlState, pause_crawl, stop_crawl, wake_crawl
from discovery.jobs.leases import Lease, LeasedWork, LeaseLostError, WorkStateError
from discovery.jobs.schedules import plan_schedule

__all__ = [
    "Crawl",
    "CrawlState",
    "Lease",
    "LeaseLostError",
    "LeasedWork",
    "WorkStateError",
    "cancel_all",
    "first_done",
    "pause_crawl",
    "plan_schedule",
    "stop_crawl",
    "wake_crawl",
]
