"""The task queue: a task whose worker is killed is not given out for ever."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import OrmQ, Task
from django_q.signing import SignedPackage
from django_q.tasks import async_task

from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.jobs.task_queue import LimitedBroker

pytestmark = pytest.mark.django_db


def deliver(broker: LimitedBroker) -> list[tuple[int, str]]:
    """Take what waits, as a cluster whose workers were killed before."""
    OrmQ.objects.update(lock=timezone.now() - timedelta(seconds=1))
    return broker.dequeue() or []


def test_a_task_that_kills_its_workers_is_given_up_and_shown() -> None:
    broker = get_broker()
    assert isinstance(broker, LimitedBroker)
    identity = async_task("discovery.tasks.take_up_abandoned_crawls", task_name="deadly")
    for _ in range(MAX_ATTEMPTS):
        (delivered,) = deliver(broker)
        assert SignedPackage.loads(delivered[1])["id"] == identity
    assert deliver(broker) == []
    assert not OrmQ.objects.exists()
    failed = Task.objects.get(id=identity)
    assert not failed.success
    assert "killed" in str(failed.result)


def test_a_task_that_ends_is_taken_once() -> None:
    broker = get_broker()
    async_task("discovery.tasks.take_up_abandoned_crawls")
    ((number, _),) = deliver(broker)
    broker.acknowledge(number)
    assert deliver(broker) == []
    assert not Task.objects.exists()


def test_a_package_of_another_key_is_left_to_the_cluster() -> None:
    OrmQ.objects.create(key=get_broker().list_key, payload="odd", lock=timezone.now())
    assert [package for _, package in deliver(get_broker())] == ["odd"]
