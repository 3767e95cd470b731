"""Learning with a browser: pages are rendered once, and what came of it is kept and used."""

import os

import pytest

from discovery.models import EngineState
from samples import SITES
from tests.discovery.web.rendering.test_rendering import browsers_of
from tests.wrappers.stored_engine import store_engine
from wrappers.extraction.wrapper import Wrapper
from wrappers.learning.work import add_engine
from wrappers.models import LearningJob, SamplePage, SampleRole
from wrappers.operations.correction import load_stored_samples

pytestmark = pytest.mark.django_db(transaction=True)


def outcome_of(job: LearningJob, step: str) -> str:
    return next(entry["outcome"] for entry in job.log if entry["name"] == step)


def test_pages_learned_from_are_rendered_and_kept(samples, monkeypatch, settings):
    settings.METASEARCH_BROWSER = ""
    # However busy the machine is.
    monkeypatch.setattr("wrappers.learning.rendering.RENDERING_TIME", 80.0)
    job = add_engine(samples[SITES[0].name])
    assert job.engine.state == EngineState.ACTIVE, job.log
    assert "pages rendered in" in outcome_of(job, "learn")
    assert not browsers_of(os.getpid())
    version = job.engine.wrapper_versions.get()
    results = version.samples.filter(role=SampleRole.RESULTS)
    assert results.count() >= 3
    for stored in results[:3]:
        page = stored.page()
        layout = stored.layout_of(page)
        assert len(layout.boxes) > 10
        assert stored.picture is not None
        assert len(bytes(stored.layout)) < 20 * len(stored.html())
    given = load_stored_samples(job.engine).samples()
    assert sum(sample.layout is not None for sample in given) >= 3


def test_with_a_browser_that_does_not_start_engines_are_learned_all_the_same(samples, settings):
    settings.METASEARCH_BROWSER = "/bin/false"
    job = add_engine(samples[SITES[0].name])
    assert job.engine.state == EngineState.ACTIVE, job.log
    assert "/bin/false does not start" in outcome_of(job, "learn")
    assert not SamplePage.objects.exclude(picture=None, layout=None).exists()
    styles = Wrapper.from_json(job.engine.wrapper_versions.get().wrapper).styles
    assert styles is not None and styles.sheet


def test_a_stored_layout_that_cannot_be_read_is_none():
    stored = store_engine().samples.first()
    page = stored.page()
    assert stored.layout_of(page) is None
    for data in (
        b"",
        b"not packed",
        SamplePage.compress(b"{}"),
        SamplePage.compress(b'{"version":9}'),
    ):
        stored.layout = data
        assert stored.layout_of(page) is None
