"""Sample pages as they are seen, and where things stand: found out once, kept."""

import time
from collections.abc import Sequence
from dataclasses import replace

from discovery.engines.form_survey import DiscoveryError
from discovery.engines.walls import PassedGate
from discovery.engines.watched_site import WATCHING_TIME
from discovery.models import EngineState
from discovery.pages.layout import Layout
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import RenderingError
from discovery.web.fetching import fetch_style_sheets
from discovery.web.rendering.renderer import Renderer
from wrappers.induction.samples import Sample, as_seen_by_sheets
from wrappers.learning.step_context import StepContext
from wrappers.models import SamplePage

# Pages rendered, their sheets read: what three of an engine's pages hide, all do.
MAX_PAGES = 3
# Seconds after which a step renders no further page. Guess: a tenth of the time of learning.
RENDERING_TIME = 10.0

StoredSample = tuple[SamplePage, Sample]


def with_layouts(context: StepContext, pairs: Sequence[StoredSample]) -> tuple[list[Sample], str]:
    """Return the samples with the layouts of their stored pages, and what rendering them cost."""
    renderer = context.renderer
    pairs = _as_seen(context, pairs)
    started = time.monotonic()
    samples, rendered, problems = [], 0, []
    for place, (stored, sample) in enumerate(pairs):
        layout = stored.layout_of(sample.page)
        in_time = time.monotonic() - started < RENDERING_TIME
        if layout is None and renderer is not None and place < MAX_PAGES and in_time:
            try:
                layout = _render(context, renderer, stored, sample)
                rendered += 1
            except RenderingError as error:
                problems.append(str(error))
                if error.reason is AnswerReason.NO_BROWSER:
                    renderer = None
        samples.append(replace(sample, layout=layout))
    told = f"; {rendered} pages rendered in {time.monotonic() - started:.1f} s" if rendered else ""
    return samples, "".join((told, *(f"; {problem}" for problem in problems[:1])))


def _as_seen(context: StepContext, pairs: Sequence[StoredSample]) -> list[StoredSample]:
    samples, sheets = [sample for _, sample in pairs], dict[str, str]()
    for sample in samples[:MAX_PAGES]:
        context.run(fetch_style_sheets(context.fetcher, sample.page, sheets))
    seen = as_seen_by_sheets(samples, sheets)
    return [(stored, sample) for (stored, _), sample in zip(pairs, seen, strict=True)]


def _render(context: StepContext, renderer: Renderer, stored: SamplePage, sample: Sample) -> Layout:
    """Render a stored page and keep what came of it. Raises `RenderingError`."""
    layout, stored.picture = context.run(renderer.render(sample.page))
    stored.layout = SamplePage.compress_layout(layout, sample.page)
    if stored.pk is not None:
        stored.save(update_fields=["layout", "picture"])
    return layout


def entrance_by_browser(context: StepContext) -> PassedGate:
    """Return what the site asks first that only a browser answers. Raises `DiscoveryError`."""
    if not context.state.entering:
        return PassedGate()
    context.update(entering=False, entered=True)
    assert context.renderer is not None
    url = context.job.engine.home_url
    try:
        visit = context.run(
            context.renderer.watch(url, lambda page: page.visit(""), seconds=WATCHING_TIME)
        )
    except RenderingError as error:
        raise DiscoveryError(EngineState.BLOCKED, str(error), {"url": url}) from error
    return PassedGate(visit.walls, visit.cookies)
