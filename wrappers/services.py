"""What commands, tasks, views and admin do with wrappers: learn, check, pause, go back."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone
from django_q.tasks import async_task

from discovery.connection import ConnectionDescription, to_xml
from discovery.fetching import FetchError, open_fetcher
from discovery.leases import Lease, LeaseLostError
from discovery.models import Engine
from discovery.services import change_state, log_event, register_engine
from discovery.states import LEARNING_FAILURES, EngineState, ForbiddenChangeError
from wrappers.learning import STEPS
from wrappers.learning_work import Ending, Move, TimeUpError, Work, last_evidence
from wrappers.mending import MENDING_STEPS, first_progress
from wrappers.models import LearningJob, SamplePage, WrapperVersion
from wrappers.monitoring import note_mended
from wrappers.proposed_connection import GIVEN

# Seconds a worker spends on one job before the next gets its turn (DESIGN.md: slices ≤ 60 s).
SLICE_SECONDS = 40.0
# Seconds after which learning is given up, asked for or not: an engine that needs longer would
# not be learned by asking further.
LEARNING_LIMIT = 110.0

# Slices of work on one job: an ordinary one takes three. More means that workers die of it.
MAX_ATTEMPTS = 12

# Ends of mending that tell nothing of an engine's pages.
OUT_OF_REACH = frozenset({EngineState.UNREACHABLE, EngineState.BLOCKED})

logger = logging.getLogger(__name__)


class LearningUnderWayError(RuntimeError):
    """What was asked for has to wait until the engine's learning has ended."""


Report = Callable[[dict[str, Any]], None]


def plan_learning(engine: Engine, *, enqueue: bool = True, given: str = "") -> LearningJob:
    """Return the engine's learning job, a new one unless one is under way.

    `given` is the XML of a connection description that a new job shall try, and no other. An engine
    in use keeps its state and its wrapper until the new one has passed its check. Raises
    `ForbiddenChangeError` for the engine of a collection: there is nothing to learn.
    """
    if engine.collection_id is not None:
        raise ForbiddenChangeError(engine.state, EngineState.LEARNING)
    try:
        with transaction.atomic():
            job = LearningJob.objects.create(
                engine=engine, progress={GIVEN: given} if given else {}
            )
            if engine.state in LEARNING_FAILURES | {EngineState.PROPOSED}:
                change_state(engine, EngineState.LEARNING, "Learning has begun.")
    except IntegrityError:
        job = LearningJob.objects.unfinished().get(engine=engine)
    if enqueue:
        enqueue_learning(job.pk)
    return job


def plan_mending(
    version: WrapperVersion, *, enqueue: bool = True, step: str = "ask_again"
) -> LearningJob:
    """Return the job that mends the engine of `version`, or the one that is under way.

    It begins with `step`. The engine keeps its state and this version until another has passed its
    check.
    """
    try:
        with transaction.atomic():
            job = LearningJob.objects.create(
                engine=version.engine, step=step, progress=first_progress(version)
            )
            _drop_pages_of_failures(version.engine, job)
    except IntegrityError:
        job = LearningJob.objects.unfinished().get(engine=version.engine)
    if enqueue:
        enqueue_learning(job.pk)
    return job


def _drop_pages_of_failures(engine: Engine, job: LearningJob) -> None:
    """Delete the pages of earlier jobs that came to no version: one that cannot be mended is tried
    again and again."""
    SamplePage.objects.filter(job__engine=engine, version__isnull=True).exclude(job=job).delete()


def recheck_connection(engine: Engine, description: ConnectionDescription) -> LearningJob:
    """Learn `engine` through this description and no other; return the job.

    What is in use stays in use until the new version has passed its check. Raises
    `LearningUnderWayError`.
    """
    given = to_xml(description).decode()
    with transaction.atomic():
        job = plan_learning(engine, enqueue=False, given=given)
        if job.progress.get(GIVEN) != given or job.log:
            raise LearningUnderWayError("This engine is being learned: try again when it is done.")
        reason = "A changed connection description was uploaded; the engine is learned with it."
        log_event(engine, engine.state, engine.state, reason)
    enqueue_learning(job.pk)
    return job


class NothingUnderWayError(RuntimeError):
    """There is no learning and no mending to be stopped."""


def stop_learning(engine: Engine) -> None:
    """End the engine's learning or mending; what is in use stays in use.

    A worker that is in the midst of it finds its lease gone, and drops what it has. Raises
    `NothingUnderWayError`.
    """
    reason = "Stopped by a person."
    with transaction.atomic():
        stopped = LearningJob.objects.unfinished().filter(engine=engine)
        if not stopped.update(
            outcome=EngineState.FAILED,
            reason=reason,
            finished_at=timezone.now(),
            lease_until=None,
            lease_holder="",
        ):
            raise NothingUnderWayError("nothing is being learned or mended.")
        engine.refresh_from_db()
        if engine.state == EngineState.LEARNING:
            change_state(engine, EngineState.FAILED, reason)
        else:
            log_event(engine, engine.state, engine.state, f"Learning: {reason}")


def enqueue_learning(job_id: int) -> None:
    """Put a slice of work on a job into the queue; harmless when it is there already."""
    LearningJob.objects.filter(pk=job_id).update(heartbeat_at=timezone.now())
    async_task("wrappers.tasks.work_on_learning", job_id, task_name=f"learning {job_id}")


def plan_learning_of_new(addresses: Iterable[str]) -> int:
    """Register the addresses not known yet and plan their learning; return how many."""
    planned = 0
    for address in addresses:
        engine, is_new = register_engine(address)
        if is_new:
            plan_learning(engine)
            planned += 1
    return planned


def add_engine(address: str, report: Report = lambda _step: None) -> LearningJob:
    """Register the site at `address` and learn it here and now, reporting each step.

    Returns the finished job. Raises `AddressError`.
    """
    engine, _ = register_engine(address)
    return learn_now(plan_learning(engine, enqueue=False), report)


def learn_now(job: LearningJob, report: Report = lambda _step: None) -> LearningJob:
    """Work on a job until it is finished, waiting for a worker that already holds it."""
    while True:
        job = work_on_job(job.pk, LEARNING_LIMIT, report)
        if job.finished_at:
            return job
        time.sleep(0.5)


def work_on_job(
    job_id: int, seconds: float = SLICE_SECONDS, report: Report = lambda _step: None
) -> LearningJob:
    """Do steps of a job for about `seconds`, if no other worker holds it; return its row.

    Running it twice is harmless: each step is stored with the move to the next in one
    transaction, and only by the worker that holds the lease.
    """
    lease = Lease.claim(LearningJob, job_id)
    if lease is None:
        return LearningJob.objects.select_related("engine").get(pk=job_id)
    until = time.monotonic() + seconds
    try:
        with asyncio.Runner() as runner:
            fetcher = runner.run(open_fetcher().__aenter__())
            try:
                while time.monotonic() < until and _do_step(lease, runner, fetcher, report):
                    pass
            finally:
                runner.run(fetcher.__aexit__(None, None, None))
    except LeaseLostError:
        pass
    finally:
        lease.release()
    return LearningJob.objects.select_related("engine").get(pk=job_id)


def _do_step(lease: Lease, runner: asyncio.Runner, fetcher: Any, report: Report) -> bool:
    """Do the job's next step and store what it found; tell whether there is another."""
    lease.renew()
    job = LearningJob.objects.select_related("engine").get(pk=lease.row_id)
    spent = sum(step["seconds"] for step in job.log)
    work = Work(job, runner, fetcher, LEARNING_LIMIT - spent)
    started = time.monotonic()
    try:
        step = STEPS.get(job.step) or MENDING_STEPS[job.step]
        move = step(work) if job.attempts <= MAX_ATTEMPTS else _given_up(job)
    except TimeUpError:
        move = _time_is_up(job)
    except FetchError as error:
        move = Move(str(error), ending=Ending(EngineState.UNREACHABLE, str(error)))
    except Exception as error:
        # A fault of ours must end in a named state too, not in a job that is tried for ever.
        logger.exception("step %s of learning %s failed", job.step, job.engine)
        reason = f"An internal error in step {job.step}: {type(error).__name__}: {error}"
        move = Move(reason, ending=Ending(EngineState.FAILED, reason))
    seconds = round(time.monotonic() - started, 3)
    if move.ending is None and spent + seconds > LEARNING_LIMIT:
        move = _time_is_up(job)
    entry = {"name": job.step, "seconds": seconds, "outcome": move.outcome}
    _store(lease, work, move, entry)
    report(entry)
    return move.ending is None


def _given_up(job: LearningJob) -> Move:
    """Return the end of a job at which one worker after the other died."""
    reason = f"Given up after {MAX_ATTEMPTS} attempts, the last in step {job.step}."
    return Move(reason, ending=Ending(EngineState.FAILED, reason))


def _time_is_up(job: LearningJob) -> Move:
    """End a job whose time is used up."""
    reason = f"Learning took longer than {LEARNING_LIMIT:g} seconds; it had come to {job.step}."
    return Move(reason, ending=Ending(EngineState.FAILED, reason))


def _store(lease: Lease, work: Work, move: Move, entry: dict[str, Any]) -> None:
    """Write a step's results and the move to the next step, all or nothing."""
    job = work.job
    with transaction.atomic():
        lease.update(
            step=move.next_step or job.step,
            progress=work.progress,
            log=[*job.log, entry],
            **_ending_values(move),
        )
        if move.drop_samples:
            job.samples.all().delete()
        for sample in move.samples:
            sample.save()
        if move.ending is not None:
            _finish(work, move.ending)


def _ending_values(move: Move) -> dict[str, Any]:
    """Return the columns that end a job, none when it goes on."""
    if move.ending is None:
        return {}
    return {
        "outcome": move.ending.state,
        "reason": move.ending.reason,
        "finished_at": timezone.now(),
    }


def _finish(work: Work, ending: Ending) -> None:
    """Bring the engine where learning left it; an engine in use keeps working when it failed."""
    engine = Engine.objects.select_for_update().get(pk=work.job.engine_id)
    if not ending.evidence:
        ending = replace(ending, evidence=last_evidence(work))
    if ending.state == EngineState.ACTIVE:
        _activate(work, engine, ending)
    elif engine.state == EngineState.LEARNING:
        change_state(engine, ending.state, ending.reason, ending.evidence)
    else:
        what = "Mending" if work.progress.get("mending") else "Learning anew"
        reason = f"{what} failed ({ending.state}), the wrapper in use is kept: {ending.reason}"
        if ending.state in OUT_OF_REACH and engine.state == EngineState.BROKEN:
            change_state(engine, EngineState.SUSPENDED, reason, ending.evidence)
        else:
            log_event(engine, engine.state, engine.state, reason, ending.evidence)


def _activate(work: Work, engine: Engine, ending: Ending) -> None:
    """Make what was learned the engine's active version; the old version stays in store."""
    progress = work.progress
    number = engine.wrapper_versions.aggregate(last=Max("number"))["last"] or 0
    engine.wrapper_versions.filter(is_active=True).update(is_active=False)
    version = WrapperVersion.objects.create(
        engine=engine,
        number=number + 1,
        wrapper=progress["wrapper"],
        no_result=progress["no_result"],
        start_pages=progress["start_pages"],
        constraints=progress["constraints"],
        strategy=progress["strategy"],
        score=progress["score"],
        tree_grams=progress["tree_grams"],
        description=progress["candidates"][progress["candidate"]]["xml"],
        formula=progress["formula"],
        inducer=progress["inducer"],
        support=progress["support"],
        reason=_reason_of(work, number),
        is_active=True,
        last_checked_at=timezone.now(),
    )
    work.job.samples.update(version=version)
    Engine.objects.filter(pk=engine.pk).update(
        description=version.description,
        language=work.description.language or "",
        name=(progress.get("name") or engine.name)[:200],
        version=F("version") + 1,
        broken_queries=[],
    )
    note_mended(engine)
    if engine.state == EngineState.PAUSED:
        log_event(engine, engine.state, engine.state, ending.reason, ending.evidence)
    else:
        change_state(engine, EngineState.ACTIVE, ending.reason, ending.evidence)


def _reason_of(work: Work, number: int) -> str:
    """Return why a version is made; `number` is that of the version before, 0 for none."""
    mended = WrapperVersion.objects.filter(pk=work.progress.get("mending")).first()
    if mended is not None:
        return f"mends version {mended.number} ({work.progress['strategy']})"
    return "learned anew" if number else "learned"


def pause(engine: Engine) -> None:
    """Stop asking an engine until a person resumes it. Raises `ForbiddenChangeError`."""
    change_state(engine, EngineState.PAUSED, "Paused by a person.")


def resume(engine: Engine) -> None:
    """Ask a paused engine again, or learn it when it has no wrapper yet.

    Raises `ForbiddenChangeError` when it is not paused.
    """
    if engine.state != EngineState.PAUSED:
        raise ForbiddenChangeError(engine.state, EngineState.ACTIVE)
    has_wrapper = engine.wrapper_versions.filter(is_active=True).exists()
    if has_wrapper or engine.collection_id is not None:
        change_state(engine, EngineState.ACTIVE, "Resumed by a person.")
    else:
        change_state(engine, EngineState.LEARNING, "Resumed by a person.")
        plan_learning(engine)


def roll_back(version: WrapperVersion) -> None:
    """Make an older version the active one."""
    engine = version.engine
    with transaction.atomic():
        engine.wrapper_versions.filter(is_active=True).update(is_active=False)
        WrapperVersion.objects.filter(pk=version.pk).update(is_active=True)
        Engine.objects.filter(pk=engine.pk).update(
            description=version.description, version=F("version") + 1
        )
        reason = f"Rolled back to version {version.number} by a person."
        log_event(engine, engine.state, engine.state, reason)


def enqueue_check(engine: Engine) -> None:
    """Queue a check of an engine, which mends it when it is broken."""
    async_task("wrappers.tasks.check", engine.pk, task_name=f"check {engine.slug}")
