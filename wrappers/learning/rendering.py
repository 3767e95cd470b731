"""Sample pages as a browser shows them, where there is one: kept with the page for people to see.

They are rendered when the engine is in use already and nothing else waits: nobody waits for them.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import replace

from django_q.tasks import async_task

from discovery.jobs import open_line
from discovery.web.rendering import (
    Renderer,
    RenderFailure,
    RenderingError,
    open_renderer,
    rendering_obstacle,
)
from wrappers.induction import Sample
from wrappers.models import LearningJob, SamplePage, SampleRole

# Result pages of an engine that are rendered. Guess: a person looks at one, and at another for
# comparison.
MAX_PAGES = 3
# Seconds after which no further page of an engine is begun.
RENDERING_TIME = 20.0

StoredSample = tuple[SamplePage, Sample]


def with_layouts(pairs: Sequence[StoredSample]) -> list[Sample]:
    """Return the samples with the layouts that are stored with their pages."""
    return [replace(sample, layout=stored.layout_of(sample.page)) for stored, sample in pairs]


def enqueue_rendering(job: LearningJob) -> None:
    """Have pages of a job rendered after all that waits, where a browser is installed."""
    if not rendering_obstacle():
        async_task("wrappers.tasks.render_samples", job.pk, task_name=f"pictures {job.pk}")


def render_samples(job_id: int) -> str:
    """Render the first result pages of a job, and keep what comes of it; no browser is left.

    Returns what that came to, which the job's log says too: nothing without a browser.
    """
    started = time.monotonic()
    with open_line() as (runner, fetcher):
        renderer = open_renderer(fetcher)
        if renderer is None:
            return ""
        try:
            outcome = _render_pages(job_id, runner, renderer)
        finally:
            runner.run(renderer.close())
    job = LearningJob.objects.get(pk=job_id)
    seconds = round(time.monotonic() - started, 3)
    job.log = [*job.log, {"name": "render", "seconds": seconds, "outcome": outcome}]
    job.save(update_fields=["log"])
    return outcome


def _render_pages(job_id: int, runner: asyncio.Runner, renderer: Renderer) -> str:
    """Render pages one after the other; return how many, and why not more."""
    until = time.monotonic() + RENDERING_TIME
    rendered, problem = 0, ""
    pages = SamplePage.objects.filter(job=job_id, role=SampleRole.RESULTS, layout=None)
    for stored in pages[:MAX_PAGES]:
        if time.monotonic() > until:
            break
        try:
            page = stored.page()
            found = runner.run(renderer.render(page))
        except RenderingError as error:
            problem = f"; {error}"
            if error.reason is RenderFailure.NO_BROWSER:
                break
            continue
        stored.layout = SamplePage.compress_layout(found.layout, page)
        stored.picture = found.picture
        stored.save(update_fields=["layout", "picture"])
        rendered += 1
    return f"{rendered} pages rendered{problem}"
