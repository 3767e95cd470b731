"""The one runner of leased work, and the queue that gives no deadly task out for ever."""

import logging
import time
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import OrmQ, Schedule, Task
from django_q.signals import pre_execute
from django_q.signing import SignedPackage
from django_q.tasks import async_task

from discovery.jobs.crawls import CrawlState, pause_crawl, stop_crawl
from discovery.jobs.leases import MAX_ATTEMPTS, JobRunner, Lease, LeaseLostError, Report
from discovery.jobs.task_queue import KEPT_AT_MOST, KEPT_FOR, LimitedBroker, plan_schedule
from discovery.models import EngineCrawl
from tests.faults import Killed, expire_leases, kill

pytestmark = pytest.mark.django_db


def runner(work: Callable[[Lease, float, Report], None], **more: Any) -> JobRunner[EngineCrawl]:
    """Return a runner whose rows count their work in `pages`."""

    def give_up(lease: Lease, reason: str, report: Report) -> None:
        lease.update(state=CrawlState.FAILED, reason=reason, finished_at=timezone.now())
        report(reason)

    return JobRunner(EngineCrawl, work, give_up, slice_seconds=7.0, **more)


def finish(lease: Lease, seconds: float, report: Report) -> None:
    lease.update(state=CrawlState.DONE, finished_at=timezone.now())
    report(seconds)


def crawl() -> EngineCrawl:
    return EngineCrawl.objects.create(seeds=["http://a.example/"])


def test_a_slice_has_its_time_and_leaves_what_another_holds():
    told: list[Any] = []
    assert runner(finish).work_slice(crawl().pk, report=told.append).state == CrawlState.DONE
    runner(finish).work_slice(crawl().pk, 0.5, told.append)
    runner(finish).work_now(crawl(), told.append)
    assert told == [7.0, 0.5, float("inf")]
    row = crawl()
    assert Lease.claim(EngineCrawl, row.pk)
    assert runner(finish).work_slice(row.pk).state == CrawlState.RUNNING


def test_work_goes_on_when_the_time_of_a_slice_is_over():
    def work(lease: Lease, seconds: float, report: Report) -> None:
        lease.update(pages=EngineCrawl.objects.get(pk=lease.row_id).pages + 1)
        if EngineCrawl.objects.get(pk=lease.row_id).pages == MAX_ATTEMPTS + 2:
            finish(lease, seconds, report)

    row = crawl()
    once = runner(work).work_slice(row.pk)
    assert (once.state, once.lease_until, once.failed_attempts) == (CrawlState.RUNNING, None, 0)
    ended = runner(work).work_now(row)
    assert (ended.state, ended.attempts) == (CrawlState.DONE, MAX_ATTEMPTS + 2)


def test_what_a_worker_did_without_its_lease_is_dropped():
    row = crawl()
    lost = []

    def work(lease: Lease, seconds: float, report: Report) -> None:
        expire_leases(EngineCrawl)
        assert Lease.claim(EngineCrawl, lease.row_id)
        try:
            lease.update(pages=99)
        except LeaseLostError:
            lost.append(lease)
            raise

    after = runner(work).work_slice(row.pk)
    assert lost
    assert (after.pages, after.state, after.last_error) == (0, CrawlState.RUNNING, "")
    assert after.lease_until, "the other worker still holds it"


@pytest.mark.parametrize("ended", [stop_crawl, pause_crawl])
def test_work_ends_when_a_person_ends_it(ended):
    row = crawl()

    def work(lease: Lease, seconds: float, report: Report) -> None:
        ended(EngineCrawl.objects.get(pk=lease.row_id))
        lease.renew()

    after = runner(work).work_now(row)
    assert after.state in {CrawlState.STOPPED, CrawlState.PAUSED}
    assert (after.attempts, after.lease_until) == (1, None)
    assert runner(finish).work_slice(row.pk).state == after.state


def test_work_that_raises_is_tried_again_then_given_up_by_name(caplog):
    def work(lease: Lease, seconds: float, report: Report) -> None:
        raise ValueError("odd row")

    told: list[str] = []
    row = crawl()
    with caplog.at_level(logging.CRITICAL):
        for attempt in range(1, MAX_ATTEMPTS):
            after = runner(work).work_slice(row.pk)
            assert (after.state, after.failed_attempts) == (CrawlState.RUNNING, attempt)
        after = runner(work).work_now(row, told.append)
    assert after.state == CrawlState.FAILED
    assert after.reason == told[0]
    assert "ValueError: odd row" in after.reason
    assert str(MAX_ATTEMPTS) in after.reason


def test_work_that_kills_its_workers_is_given_up_by_name():
    row = crawl()
    for _ in range(MAX_ATTEMPTS):
        with pytest.raises(Killed):
            runner(kill).work_slice(row.pk)
        assert runner(finish).work_slice(row.pk).finished_at is None, "the lease still holds"
        expire_leases(EngineCrawl)
    after = runner(finish).work_slice(row.pk)
    assert after.state == CrawlState.FAILED
    assert "killed, or out of memory" in after.reason


def test_a_person_who_waits_is_told_how_far_another_worker_is(monkeypatch):
    row = crawl()
    other = Lease.claim(EngineCrawl, row.pk)
    assert other
    pages = iter((1, 1, 2))

    def others_turn(_seconds: float) -> None:
        try:
            other.update(pages=next(pages))
        except StopIteration:
            finish(other, 0.0, lambda _told: None)

    # The module's own clock, not the process's: other threads sleep too.
    monkeypatch.setattr("discovery.jobs.leases.time", SimpleNamespace(sleep=others_turn))
    told: list[int] = []
    watched = runner(finish, counts=("pages",))
    after = watched.work_now(row, lambda crawl: told.append(crawl.pages))
    assert after.state == CrawlState.DONE
    assert told == [0, 1, 2]


def deliver(broker: LimitedBroker) -> list[tuple[int, str]]:
    """Take what waits, as a cluster whose workers were killed before."""
    OrmQ.objects.update(lock=timezone.now() - timedelta(seconds=1))
    return broker.dequeue() or []


def test_a_task_that_kills_its_workers_is_given_up_and_shown():
    broker = get_broker()
    assert isinstance(broker, LimitedBroker)
    identity = async_task("discovery.tasks.take_up_abandoned_crawls", task_name="deadly")
    for _ in range(2 * MAX_ATTEMPTS):
        # Not begun: its worker was killed at another one.
        (delivered,) = deliver(broker)
    for _ in range(MAX_ATTEMPTS):
        (delivered,) = deliver(broker)
        assert SignedPackage.loads(delivered[1])["id"] == identity
        pre_execute.send(sender="django_q", func=None, task={"ack_id": delivered[0]})
    assert deliver(broker) == []
    assert not OrmQ.objects.exists()
    failed = Task.objects.get(id=identity)
    assert not failed.success
    assert "killed" in str(failed.result)


def test_a_task_is_kept_from_others_while_its_cluster_lives_but_not_for_ever(monkeypatch):
    broker = get_broker()
    for _ in range(2):
        async_task("discovery.tasks.take_up_abandoned_crawls")
    ((done, _),), ((held, _),) = deliver(broker), broker.dequeue() or []
    broker.acknowledge(done)
    OrmQ.objects.update(lock=timezone.now() - timedelta(seconds=1))
    broker.keep_taken()
    assert broker.dequeue() is None
    late = SimpleNamespace(monotonic=lambda: time.monotonic() + KEPT_AT_MOST)
    monkeypatch.setattr("discovery.jobs.task_queue.time", late)
    OrmQ.objects.update(lock=timezone.now() - timedelta(seconds=1))
    broker.keep_taken()
    assert [number for number, _ in broker.dequeue() or []] == [held]


@pytest.mark.parametrize("back", [timedelta(minutes=2), timedelta(days=400)], ids=str)
def test_a_clock_set_back_stops_nothing_and_has_nothing_done_twice(monkeypatch, back):
    living, other, real = get_broker(), LimitedBroker("metasearch"), timezone.now
    for _ in range(3):
        async_task("discovery.tasks.take_up_abandoned_crawls")
    taken = [living.dequeue(), living.dequeue()]
    row, lease = crawl(), Lease.claim(EngineCrawl, crawl().pk)
    assert lease and Lease.claim(EngineCrawl, row.pk)
    EngineCrawl.objects.take_queue_place(row.pk)
    plan_schedule("discovery.tasks.take_up_abandoned_crawls", "often", 1)
    monkeypatch.setattr(timezone, "now", lambda: real() - back)
    living.acknowledge(taken[0][0][0])
    other.keep_taken()
    assert other.dequeue() is None, "who took it may live: it says so soon"
    monkeypatch.setattr(timezone, "now", lambda: real() - back + KEPT_FOR)
    living.keep_taken()
    lease.renew()
    ((waiting, _),) = other.dequeue() or []
    assert waiting not in {number for each in taken for number, _ in each}
    assert Schedule.objects.get(name="often").next_run <= timezone.now()
    assert Lease.claim(EngineCrawl, row.pk) and not Lease.claim(EngineCrawl, lease.row_id)
    assert EngineCrawl.objects.take_queue_place(row.pk)


@pytest.mark.django_db(transaction=True)
def test_a_lease_is_renewed_however_long_a_step_takes(monkeypatch):
    monkeypatch.setattr("discovery.jobs.leases.SIGN_OF_LIFE_EVERY", 0.05)
    kept: list[int] = []

    def work(lease: Lease, _seconds: float, _report: Report) -> None:
        EngineCrawl.objects.update(lease_until=timezone.now())
        until = time.monotonic() + 10.0
        while not kept and time.monotonic() < until:
            kept.extend(
                EngineCrawl.objects.filter(lease_until__gt=timezone.now()).values_list("pk")
            )
            time.sleep(0.05)

    row = runner(work).work_slice(crawl().pk)
    assert (len(kept), row.lease_until) == (1, None)


def test_a_task_that_ends_is_taken_once_and_one_of_another_key_left():
    broker = get_broker()
    async_task("discovery.tasks.take_up_abandoned_crawls")
    ((number, _),) = deliver(broker)
    broker.acknowledge(number)
    assert deliver(broker) == []
    assert not Task.objects.exists()
    OrmQ.objects.create(key=get_broker().list_key, payload="odd", lock=timezone.now())
    assert [package for _, package in deliver(get_broker())] == ["odd"]
