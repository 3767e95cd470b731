"""Where everything stands on sample pages: found out once, kept with the page.

A browser tells it, where there is one; else it is estimated, with the page's external style sheets.
Texts that only a style sheet hides are no items of records.
"""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from discovery.engines import Entrance, enter_in_browser
from discovery.pages import Layout, estimate_layout, keep_styles
from discovery.web import Fetcher, fetch_style_sheets
from discovery.web.rendering import Renderer, RenderFailure, RenderingError, open_renderer
from wrappers.induction import Sample, as_seen
from wrappers.learning.step_context import StepContext
from wrappers.models import SamplePage

# Pages of a step that are rendered or estimated: what is hidden on three of an engine's pages is so
# on all.
MAX_PAGES = 3
# Seconds after which a step begins no further page: those left are learned from without. Guess: a
# tenth of the time that learning has.
RENDERING_TIME = 10.0
# Elements of a page that is estimated: as many as inducers that go by looks take.
MAX_ESTIMATED = 30_000


StoredSample = tuple[SamplePage, Sample]


@contextmanager
def open_rendering(runner: asyncio.Runner, fetcher: Fetcher) -> Iterator[Renderer | None]:
    """Open what renders pages on an event loop, None where nothing can; no browser is left."""
    renderer = open_renderer(fetcher)
    try:
        yield renderer
    finally:
        if renderer is not None:
            runner.run(renderer.close())


def with_layouts(context: StepContext, pairs: Sequence[StoredSample]) -> tuple[list[Sample], str]:
    """Return the samples with the layouts of their stored pages, and what rendering them cost.

    The first `MAX_PAGES` that have none yet are rendered now, or estimated where no browser starts.
    A page that a browser breaks off is learned from without; why is said.
    """
    renderer, sheets = context.renderer, dict[str, str]()
    pairs = _as_seen(context, sheets, pairs)
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
                if error.reason is RenderFailure.NO_BROWSER:
                    renderer = None
        if layout is None and renderer is None and place < MAX_PAGES and in_time:
            layout = _estimate(context, sheets, stored, sample)
        samples.append(replace(sample, layout=layout))
    told = f"; {rendered} pages rendered in {time.monotonic() - started:.1f} s" if rendered else ""
    return samples, "".join((told, *(f"; {problem}" for problem in problems[:1])))


def _as_seen(
    context: StepContext, sheets: dict[str, str], pairs: Sequence[StoredSample]
) -> list[StoredSample]:
    """Return the samples with what is seen of their pages; their style sheets come to `sheets`."""
    samples = [sample for _, sample in pairs]
    for sample in samples[:MAX_PAGES]:
        context.run(fetch_style_sheets(context.fetcher, sample.page, sheets))
    kept = keep_styles([(each.page.root, each.page.base_url) for each in samples], sheets)
    seen = as_seen(samples, kept)
    return [(stored, sample) for (stored, _), sample in zip(pairs, seen, strict=True)]


def _estimate(
    context: StepContext, sheets: dict[str, str], stored: SamplePage, sample: Sample
) -> Layout | None:
    """Estimate where everything stands on a stored page, and keep it; None for one too large.

    `sheets` are the style sheets of the pages.
    """
    if sum(1 for _ in sample.page.root.iter()) > MAX_ESTIMATED:
        return None
    layout = estimate_layout(sample.page, sheets)
    stored.layout = SamplePage.compress_layout(layout, sample.page)
    if stored.pk is not None:
        stored.save(update_fields=["layout"])
    return layout


def _render(context: StepContext, renderer: Renderer, stored: SamplePage, sample: Sample) -> Layout:
    """Render a stored page and keep what came of it. Raises `RenderingError`."""
    found = context.run(renderer.render(sample.page))
    stored.layout = SamplePage.compress_layout(found.layout, sample.page)
    stored.picture = found.picture
    if stored.pk is not None:
        stored.save(update_fields=["layout", "picture"])
    return found.layout


def entrance_by_browser(context: StepContext) -> Entrance:
    """Return what the site asks first where only a browser can answer it; else nothing.

    Raises `DiscoveryError`.
    """
    if not context.state.entering:
        return Entrance()
    context.update(entering=False, entered=True)
    assert context.renderer is not None
    return context.run(enter_in_browser(context.renderer, context.job.engine.home_url))
