"""Addresses typed without a scheme: by https, then by http; what was typed is never changed."""

from dataclasses import replace

import pytest
from django.core.management import CommandError

from discovery.connection.description import ConnectionDescription, Parameter, query_slot
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import engines_asked_alike, register_engine
from discovery.models import Engine, EngineState
from samples import SITES
from tests.programs import called
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.models import WrapperVersion

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def host(samples: dict[str, str]) -> str:
    return samples[SITES[0].name].removeprefix("http://").rstrip("/")


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
    with pytest.raises(CommandError, match=r"by https: .*; by http: "):
        called("collect", "127.0.0.1:9")


def test_an_engine_is_learned_by_http_where_https_cannot_be_connected(host):
    import_file(f"{host}\n".encode(), "list.txt")
    job = LEARNING.work_now(plan_learning(Engine.objects.get(), enqueue=False))
    assert (job.engine.state, job.engine.home_url) == (EngineState.ACTIVE, f"http://{host}/")
    engine = add_engine(host).engine
    assert engine.state == EngineState.ACTIVE
    assert engine.home_url.rstrip("/") == f"http://{host}"
    assert register_engine(host) == (engine, False)


def test_the_console_registers_what_was_typed(admin_client, host):
    admin_client.post("/admin/discovery/engine/add/", {"home_url": host})
    assert Engine.objects.get().scheme_is_assumed
    Engine.objects.all().delete()
    admin_client.post("/admin/discovery/engine/add/", {"home_url": f"https://{host}"})
    assert not Engine.objects.get().scheme_is_assumed


def test_forms_and_pages_are_found_by_http(host):
    assert "search form" in called("find_forms", host)[0]
    assert '"found"' in called("collect", host, "--max-downloads", "2", "--json")[0]


def described(
    action: str, *parameters: Parameter, method: str = "get", field: str = "q"
) -> ConnectionDescription:
    return ConnectionDescription(
        action=action, method=method, parameters=(query_slot(field), *parameters)
    )


def known(address: str, description: ConnectionDescription) -> Engine:
    engine, _ = register_engine(address)
    xml = to_xml(description).decode()
    Engine.objects.filter(pk=engine.pk).update(state=EngineState.ACTIVE, description=xml)
    return engine


@pytest.mark.parametrize(
    "description, is_same",
    [
        (described("http://www.a.example/find/"), True),
        (described("https://a.example/find", Parameter("csrf", "77", token=True)), True),
        (described("https://a.example/find", Parameter("lang", "de")), False),
        (described("https://a.example/other"), False),
        (described("https://b.example/find"), False),
        (described("https://a.example/find", field="p"), False),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_engines_are_the_same_by_address_and_parameters(description, is_same, method):
    first = known("https://a.example/", described("https://a.example/find", method=method))
    second, _ = register_engine("https://a.example/search")
    alike = engines_asked_alike(second, replace(description, method=method))
    assert alike == ([first] if is_same else [])


def test_another_address_of_a_learned_site_ends_by_name(learned, samples):
    other = f"{samples[SITES[0].name]}?from=elsewhere"
    assert learned.slug in called("add_engine", other, code=1)[0]
    second = Engine.objects.exclude(pk=learned.pk).get()
    assert second.state == EngineState.FAILED
    assert second.events.first().evidence["engine"] == learned.slug
    assert WrapperVersion.objects.count() == 1


def test_the_console_names_the_other(admin_client):
    first = known("https://a.example/", described("https://a.example/find"))
    second = known("https://a.example/search", described("https://www.a.example/find"))
    page = admin_client.get(f"/admin/discovery/engine/{second.pk}/change/").content.decode()
    assert f'<a href="/admin/discovery/engine/{first.pk}/change/">{first.name}</a>' in page
