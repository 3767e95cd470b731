"""One engine under two addresses: the second is not learned, and does not vote."""

from io import StringIO

import pytest
from django.core.management import call_command

from discovery.connection.description import ConnectionDescription, Parameter
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import engines_asked_alike, register_engine
from discovery.models import Engine, EngineState
from samples import SITES
from wrappers.models import WrapperVersion

pytestmark = pytest.mark.django_db(transaction=True)


def described(action: str, *parameters: Parameter, method: str = "get") -> ConnectionDescription:
    return ConnectionDescription(
        action=action, query_field="q", method=method, parameters=parameters
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
        (ConnectionDescription(action="https://a.example/find", query_field="p"), False),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_engines_are_the_same_by_address_and_parameters(description, is_same, method):
    from dataclasses import replace

    first = known("https://a.example/", described("https://a.example/find", method=method))
    second, _ = register_engine("https://a.example/search")
    alike = engines_asked_alike(second, replace(description, method=method))
    assert alike == ([first] if is_same else [])


def test_another_address_of_a_learned_site_ends_by_name(learned, samples):
    other = f"{samples[SITES[0].name]}?from=elsewhere"
    with pytest.raises(SystemExit) as ended:
        call_command("add_engine", other, stdout=(told := StringIO()), stderr=StringIO())
    assert ended.value.code == 1
    assert learned.slug in told.getvalue()
    second = Engine.objects.exclude(pk=learned.pk).get()
    assert second.state == EngineState.FAILED
    assert second.events.first().evidence["engine"] == learned.slug
    assert WrapperVersion.objects.count() == 1


def test_the_console_names_the_other(admin_client):
    first = known("https://a.example/", described("https://a.example/find"))
    second = known("https://a.example/search", described("https://www.a.example/find"))
    page = admin_client.get(f"/admin/discovery/engine/{second.pk}/change/").content.decode()
    assert f'<a href="/admin/discovery/engine/{first.pk}/change/">{first.name}</a>' in page
