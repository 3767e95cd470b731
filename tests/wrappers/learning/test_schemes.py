"""Addresses typed without a scheme: by https, then by http; what was typed is never changed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from discovery.engines.registration import register_engine
from discovery.models import Engine, EngineState
from samples import SITES
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import LEARNING, plan_learning
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host(samples: dict[str, str]) -> str:
    return samples[SITES[0].name].removeprefix("http://").rstrip("/")


def test_an_engine_is_learned_by_http_where_https_cannot_be_connected(host):
    engine = add_engine(host).engine
    assert engine.state == EngineState.ACTIVE
    assert engine.home_url.rstrip("/") == f"http://{host}"
    assert register_engine(host) == (engine, False)


def test_https_that_was_typed_is_not_taken_back(host):
    job = add_engine(f"https://{host}/")
    assert job.engine.state == EngineState.UNREACHABLE
    assert job.engine.home_url == f"https://{host}/"
    assert "by http:" not in job.reason


def test_where_both_fail_both_are_named(settings):
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.1:9"]
    job = add_engine("127.0.0.1:9")
    assert job.engine.state == EngineState.UNREACHABLE
    assert "by https:" in job.reason
    assert "by http:" in job.reason


def test_an_imported_host_is_learned_by_http_too(host):
    import_file(f"{host}\n".encode(), "list.txt")
    job = LEARNING.work_now(plan_learning(Engine.objects.get(), enqueue=False))
    assert (job.engine.state, job.engine.home_url) == (EngineState.ACTIVE, f"http://{host}/")


def test_the_console_registers_what_was_typed(admin_client, host):
    admin_client.post("/admin/discovery/engine/add/", {"home_url": host})
    assert Engine.objects.get().scheme_is_assumed
    Engine.objects.all().delete()
    admin_client.post("/admin/discovery/engine/add/", {"home_url": f"https://{host}"})
    assert not Engine.objects.get().scheme_is_assumed


def test_forms_are_found_by_http(host, capsys):
    call_command("find_forms", host)
    assert "search form" in capsys.readouterr().out


def test_pages_are_collected_by_http(host):
    told = StringIO()
    call_command("collect", host, "--max-downloads", "2", "--json", stdout=told, stderr=StringIO())
    assert '"found"' in told.getvalue()


def test_a_sample_that_answers_by_neither_is_named(settings):
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.1:9"]
    with pytest.raises(CommandError, match=r"by https: .*; by http: "):
        call_command("collect", "127.0.0.1:9", stdout=StringIO(), stderr=StringIO())
