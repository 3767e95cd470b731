"""Sites whose home page leads on, or has another form than the one that searches."""

import html
import json
import re
import time
from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from discovery.models import Engine, EngineState
from tests.wrappers.small_sites import entries
from tests.wrappers.small_sites.things import THINGS
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)
# Seconds within which a person hears why there is nothing.
REFUSED_WITHIN = 20.0


@pytest.mark.parametrize("home", entries.LEADS_ON.values(), ids=entries.LEADS_ON)
def test_a_home_page_that_only_leads_on_is_entered(home, served):
    job = add_engine(served(entries.behind(home)))
    assert job.engine.state == EngineState.ACTIVE, job.log


@pytest.mark.parametrize("site", entries.OTHER_FORMS.values(), ids=entries.OTHER_FORMS)
def test_links_are_followed_when_the_home_page_has_no_search(site, served):
    job = add_engine(served(site))
    assert job.engine.state == EngineState.ACTIVE, job.log


def test_a_page_that_its_scripts_search_is_told_and_offered_to_collect(served, admin_client):
    job = add_engine(served(entries.by_its_scripts))
    assert job.engine.state == EngineState.JAVASCRIPT_ONLY, job.log
    assert "cripts" in job.engine.reason
    engine = job.engine
    shown = admin_client.get(reverse("admin:discovery_engine_change", args=(engine.pk,)))
    link = re.search(r'href="([^"]+collection/add/[^"]+)"', shown.content.decode())
    assert link is not None
    form = admin_client.get(html.unescape(link[1])).content.decode()
    assert f"{engine.home_url}thing/" in form


def test_what_its_scripts_search_is_collected_when_asked_for(served):
    out, address = StringIO(), served(entries.by_its_scripts)
    call_command("add_engine", address, "--collect", "--json", stdout=out, stderr=StringIO())
    outcome = json.loads(out.getvalue())
    assert outcome["state"] == EngineState.ACTIVE, outcome
    engine = Engine.objects.get(slug=outcome["slug"])
    assert engine.collection is not None
    assert engine.collection.found == len(THINGS)


def test_a_slow_site_is_refused_in_time(served):
    started = time.monotonic()
    job = add_engine(served(entries.slow(0.9)))
    assert job.engine.state == EngineState.NO_RECORDS, job.log
    assert time.monotonic() - started < REFUSED_WITHIN
