"""Work that outlives a process: leases on rows, crawls as rows, standing schedules."""

from discovery.jobs.attempts import attempt_work, reason_for
from discovery.jobs.background_tasks import cancel_all, first_done
from discovery.jobs.crawls import Crawl, CrawlState, pause_crawl, stop_crawl, wake_crawl
from discovery.jobs.faults import DEADLY, UNREADABLE, describe_fault, unreadable, use_without_faulty
from discovery.jobs.leases import Lease, LeasedWork, LeaseLostError, WorkStateError
from discovery.jobs.schedules import plan_schedule

__all__ = [
    "DEADLY",
    "UNREADABLE",
    "Crawl",
    "CrawlState",
    "Lease",
    "LeaseLostError",
    "LeasedWork",
    "WorkStateError",
    "attempt_work",
    "cancel_all",
    "describe_fault",
    "first_done",
    "pause_crawl",
    "plan_schedule",
    "reason_for",
    "stop_crawl",
    "unreadable",
    "use_without_faulty",
    "wake_crawl",
]
