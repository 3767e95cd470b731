"""Sites whose home page leads on, or has another form than the one that searches."""

import html
import json
import re
import time
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse

from discovery.models import Engine, EngineState
from tests.wrappers.small_sites import entries
from tests.wrappers.small_sites.serving import Site, serve
from tests.wrappers.small_sites.things import THINGS
from wrappers.models import LearningJob
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)
# Seconds within which a person hears why there is nothing.
REFUSED_WITHIN = 20.0


def learn(site: Site, settings: Any) -> LearningJob:
    with serve(site) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        return add_engine(address)


@pytest.mark.parametrize("home", entries.LEADS_ON.values(), ids=entries.LEADS_ON)
def test_a_home_page_that_only_leads_on_is_entered(home, settings):
    job = learn(entries.behind(home), settings)
    assert job.engine.state == EngineState.ACTIVE, job.log


@pytest.mark.parametrize("site", entries.OTHER_FORMS.values(), ids=entries.OTHER_FORMS)
def test_links_are_followed_when_the_home_page_has_no_search(site, settings):
    job = learn(site, settings)
    assert job.engine.state == EngineState.ACTIVE, job.log


def test_a_page_that_its_scripts_search_is_told_and_offered_to_collect(settings, admin_client):
    job = learn(entries.by_its_scripts, settings)
    assert job.engine.state == EngineState.JAVASCRIPT_ONLY, job.log
    assert "cripts" in job.engine.reason
    engine = job.engine
    shown = admin_client.get(reverse("admin:discovery_engine_change", args=(engine.pk,)))
    link = re.search(r'href="([^"]+collection/add/[^"]+)"', shown.content.decode())
    assert link is not None
    form = admin_client.get(html.unescape(link[1])).content.decode()
    assert f"{engine.home_url}thing/" in form


def test_what_its_scripts_search_is_collected_when_asked_for(settings):
    with serve(entries.by_its_scripts) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        out = StringIO()
        call_command("add_engine", address, "--collect", "--json", stdout=out, stderr=StringIO())
        outcome = json.loads(out.getvalue())
    assert outcome["state"] == EngineState.ACTIVE, outcome
    engine = Engine.objects.get(slug=outcome["slug"])
    assert engine.collection is not None
    assert engine.collection.found == len(THINGS)


def test_a_slow_site_is_refused_in_time(settings):
    started = time.monotonic()
    job = learn(entries.slow(0.9), settings)
    assert job.engine.state == EngineState.NO_RECORDS, job.log
    assert time.monotonic() - started < REFUSED_WITHIN
