"""Samples of earlier versions are retired once; engines of one's own at their addresses never."""

import pytest
from django.conf import settings
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth import get_user_model

from discovery.engines.registration import change_state, register_engine
from discovery.models import Engine, EngineState
from metasearch.presentation.sample_sites import retire_old_samples, sample_engines
from wrappers.learning.jobs import plan_learning
from wrappers.models import LearningJob, WrapperVersion
from wrappers.operations.lifecycle import resume

pytestmark = pytest.mark.django_db

# As an installation of 22 November 2026 had learned it.
LEARNED = """<?xml version='1.0' encoding='UTF-8'?>
<connection xmlns="urn:metasearch:connection:1">
  <site name="{name}" home="{home}" language="en"/>
  <form page="{home}" action="{home}search"/>
  <template url="{home}search?q={{searchTerms}}"/>
  <parameters>
    <query name="q"/>
  </parameters>
</connection>
"""
NAMES = (
    *("Modulary", "Glyphothek – Zeichen finden", "Esperluette - les entités HTML en français"),
    *("Buscador - Reinhardteca", "Phrasarium, il frasario delle interfacce"),
)


def learned(offset: int, name: str, state: EngineState = EngineState.ACTIVE) -> Engine:
    home = f"http://127.0.0.1:{settings.SAMPLES_PORT + offset}/"
    engine, _ = register_engine(home)
    engine.name, engine.state = name, state
    engine.description = LEARNED.format(home=home, name=name)
    engine.save()
    version = {
        "number": 1,
        "is_active": True,
        "wrapper": {},
        "support": 1,
        "description": engine.description,
    }
    WrapperVersion.objects.create(engine=engine, **version)
    return engine


def states() -> list[str]:
    return list(Engine.objects.order_by("pk").values_list("state", flat=True))


def test_old_samples_are_paused_with_a_reason_and_keep_all_they_have():
    in_use, broken, away, *_ = (
        learned(number, name, state)
        for number, (name, state) in enumerate(
            zip(NAMES, ("ACTIVE", "BROKEN", "SUSPENDED", "ACTIVE", "PAUSED"), strict=True)
        )
    )
    plan_learning(in_use, enqueue=False)
    assert retire_old_samples() == 4
    assert states() == [EngineState.PAUSED] * 5
    assert not LearningJob.objects.unfinished().exists()
    for engine in (in_use, broken, away):
        engine.refresh_from_db()
        assert "no longer comes with the product" in engine.reason
        assert engine.wrapper_versions.filter(is_active=True).exists()
    assert retire_old_samples() == 0


def test_who_resumes_a_retired_sample_keeps_it():
    engine = learned(0, NAMES[0])
    retire_old_samples()
    engine.refresh_from_db()
    resume(engine)
    assert retire_old_samples() == 0
    assert states() == [EngineState.ACTIVE]


def test_an_engine_of_ones_own_at_such_an_address_stays():
    """Whether its site is another, or a person added it in the console, or nothing is learned."""
    learned(0, "Our wiki")
    added = learned(1, NAMES[1])
    LogEntry.objects.log_actions(
        get_user_model().objects.create_superuser("x").pk, [added], ADDITION, "Added.",
        single_object=True,
    )  # fmt: skip
    register_engine(f"http://127.0.0.1:{settings.SAMPLES_PORT + 2}/")
    renamed = learned(3, NAMES[3])
    Engine.objects.filter(pk=renamed.pk).update(name="Called otherwise by a person")
    assert retire_old_samples() == 1
    assert states() == ["ACTIVE", "ACTIVE", "PROPOSED", "PAUSED"]


def test_the_samples_of_this_version_stay():
    for port in settings.SAMPLES_PORTS:
        engine, _ = register_engine(f"http://127.0.0.1:{port}/")
        engine.description = LEARNED.format(home=engine.home_url, name="Modulary")
        engine.state = EngineState.ACTIVE
        engine.save()
    assert sample_engines().count() == len(settings.SAMPLES_PORTS)
    assert retire_old_samples() == 0
    change_state(engine, EngineState.PAUSED, "by hand")
    assert states().count(EngineState.ACTIVE) == len(settings.SAMPLES_PORTS) - 1
