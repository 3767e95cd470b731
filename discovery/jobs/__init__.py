"""Work that outlives a process: leases on rows, crawls as rows, standing schedules."""

from discovery.jobs.attempts import MAX_ATTEMPTS, reason_for
from discovery.jobs.crawl_slice import HEARTBEAT, CrawlSlice
from discovery.jobs.crawls import Crawl, CrawlState, pause_crawl, stop_crawl, wake_crawl
from discovery.jobs.faults import DEADLY, UNREADABLE, describe_fault, unreadable, use_without_faulty
from discovery.jobs.leases import Lease, LeasedWork, LeaseLostError, WorkStateError
from discovery.jobs.robots_store import RobotsStore
from discovery.jobs.runner import JobRunner
from discovery.jobs.schedules import plan_schedule
from discovery.jobs.web_line import open_line

__all__ = [
    "DEADLY",
    "HEARTBEAT",
    "MAX_ATTEMPTS",
    "UNREADABLE",
    "Crawl",
    "CrawlSlice",
    "CrawlState",
    "JobRunner",
    "Lease",
    "LeaseLostError",
    "LeasedWork",
    "RobotsStore",
    "WorkStateError",
    "describe_fault",
    "open_line",
    "pause_crawl",
    "plan_schedule",
    "reason_for",
    "stop_crawl",
    "unreadable",
    "use_without_faulty",
    "wake_crawl",
]
