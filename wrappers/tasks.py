"""Tasks of the queue: each takes ids, calls one service, and may run twice without harm."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from discovery.jobs.leases import SET_BACK
from discovery.jobs.task_queue import plan_schedule
from discovery.models import Engine
from wrappers.collections.collection_jobs import read_items_slice, work_on_crawl
from wrappers.collections.collection_jobs import tend_collections as queue_collections
from wrappers.engines.check_schedule import enqueue_due_checks
from wrappers.imports.brought_engines import plan_next_proposals
from wrappers.imports.importing import IMPORTS
from wrappers.imports.subscriptions import SUBSCRIPTIONS, begin_due_updates
from wrappers.learning.jobs import enqueue_learning
from wrappers.learning.work import LEARNING
from wrappers.models import EngineAction, EngineImport, LearningJob, Subscription
from wrappers.monitoring.checking import check_engine
from wrappers.operations.bulk import ENGINE_ACTIONS

# A job queued longer ago than this has fallen out of the queue.
QUEUE_PATIENCE = timedelta(minutes=30)


def work_on_learning(job_id: int) -> str:
    """Work a slice of a learning job off; queue the next slice while there is more to do."""
    job = LEARNING.work_slice(job_id)
    if job.finished_at is not None:
        plan_next_proposals()
    elif job.lease_until is None:
        enqueue_learning(job_id)
    return job.outcome or job.step


def check(engine_id: int) -> str:
    """Check an engine, and queue its mending when it is broken; return the kind of its answer."""
    found = check_engine(Engine.objects.get(pk=engine_id), enqueue=True)
    return str(found.kind or found.after)


def check_due_engines() -> int:
    """Queue the checks that are due; return how many."""
    return enqueue_due_checks()


def work_on_import(import_id: int) -> int:
    """Do an import that was uploaded, then begin to learn what it brought; return its number."""
    IMPORTS.work_slice(import_id)
    plan_next_proposals()
    return import_id


def work_on_engine_action(action_id: int) -> str:
    """Work a slice of an action on many engines off; queue the next slice while there is more."""
    row = ENGINE_ACTIONS.work_queued(action_id)
    return f"{row.done} of {row.total}"


def work_on_subscription(subscription_id: int) -> str:
    """Work a slice of an update off; queue the next while there is more, learn what it brought."""
    row = SUBSCRIPTIONS.work_queued(subscription_id)
    plan_next_proposals()
    return f"{row}: {row.problem or len(row.files)}"


def tend_proposals() -> int:
    """Begin updates that are due, queue imports whose worker died, plan the next proposals.

    Return how many were planned.
    """
    begin_due_updates()
    for import_id in EngineImport.objects.abandoned().values_list("pk", flat=True):
        IMPORTS.queue(import_id)
    return plan_next_proposals()


def work_on_collection(collection_id: int) -> str:
    """Work a slice of a collection's crawl off; what comes next is queued."""
    collection = work_on_crawl(collection_id)
    return f"{collection.downloads} downloads, {collection.found} found"


def read_collection(collection_id: int) -> bool:
    """Read items of a collection for a while; tell whether all are read."""
    return read_items_slice(collection_id)


def tend_collections() -> int:
    """Queue collections that a stop left behind, and those to be crawled again; return how many."""
    return queue_collections()


def take_up_abandoned_learning(patience: timedelta = QUEUE_PATIENCE) -> int:
    """Queue the jobs, actions on many engines and updates whose worker died; return how many.

    One that merely waits in the queue is queued again only after `patience`.
    """
    now = timezone.now()
    waiting = Q(lease_until__isnull=True, heartbeat_at__range=(now - patience, now + SET_BACK))
    taken_up = 0
    for kind, enqueue in (
        (LearningJob, enqueue_learning),
        (EngineAction, ENGINE_ACTIONS.queue),
        (Subscription, SUBSCRIPTIONS.queue),
    ):
        for row_id in kind.objects.abandoned().exclude(waiting).values_list("pk", flat=True):
            enqueue(row_id)
            taken_up += 1
    return taken_up


def plan_schedules() -> None:
    """Make the standing schedules that are missing, and take up what a stop left behind."""
    for task, name, minutes in (
        ("wrappers.tasks.take_up_abandoned_learning", "take up abandoned learning", 2),
        ("wrappers.tasks.tend_proposals", "tend proposals", 1),
        ("wrappers.tasks.check_due_engines", "check due engines", 1),
        ("wrappers.tasks.tend_collections", "tend collections", 2),
    ):
        plan_schedule(task, name, minutes)
    take_up_abandoned_learning(patience=timedelta(0))
