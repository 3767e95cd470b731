"""Addresses that a person gives: of APIs, by curl, a template, a document; without a scheme."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection

from discovery.connection.description import ConnectionDescription, Parameter, query_slot
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import AddressError, engines_asked_alike, register_engine
from discovery.models import Engine, EngineState
from samples import SITES
from tests.cases import cases
from tests.programs import called
from tests.small_server import Reply, Request, as_json
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import ADJECTIVES, NOUNS, search
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.registry import ready_engine
from wrappers.imports.importing import import_file
from wrappers.learning.jobs import plan_learning
from wrappers.learning.work import LEARNING, add_engine
from wrappers.models import LearningJob, WrapperVersion

CASES = cases(__file__)

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "k3y-of-a-person"
WORDS = f"<html><title>Shelf</title><p>{' '.join((*ADJECTIVES, *NOUNS))}</p></html>"
PAGE_SIZE = 10


def answer(request: Request) -> Reply:
    """Answer as a site that searches by JSON alone; with a key below `/closed`."""
    if request.path == "/":
        return Reply(WORDS)
    if request.path == "/openapi.json":
        return Reply(CASES["openapi"], content_type="application/json")
    if request.path == "/opensearch.xml":
        told = CASES["opensearch"].replace("{host}", request.headers["host"])
        return Reply(told, content_type="application/opensearchdescription+xml")
    if request.path == "/closed/search" and request.headers.get("x-api-key") != KEY:
        return as_json({"error": "no key"}, 401)
    documents = search(request.query)
    first = PAGE_SIZE * (int(request.fields.get("page", "1")) - 1)
    items = [
        {"headline": d.title, "href": d.url, "about": d.text, "rank": n}
        for n, d in enumerate(documents[first : first + PAGE_SIZE])
    ]
    return as_json({"response": {"found": len(documents), "items": items}})


@pytest.fixture
def api(served: Any) -> str:
    return served(answer).rstrip("/")


@pytest.mark.parametrize("given", CASES["given"])
def test_an_api_is_learned_as_it_is_given(api, given):
    typed = given.replace("{api}", api).replace("{KEY}", KEY)
    job = add_engine(typed)
    assert job.engine.state == EngineState.ACTIVE, (job.reason, job.log)
    version = job.engine.wrapper_versions.get(is_active=True)
    told = f"{version.description}{version.wrapper}{job.engine.description}{job.log}{job.progress}"
    kept = [f"{page.url}{page.html()!r}" for page in LearningJob.objects.get().samples.all()]
    assert KEY not in told + "".join(kept)
    ready = ready_engine(job.engine.slug)
    assert isinstance(ready, ReadyEngine)
    assert [value for _, value in ready.access.secrets] == ([KEY] if KEY in typed else [])
    assert KEY not in repr(ready)
    found = [record.url for record in answer_of(job.engine, "candle").records]
    assert found == [f"{api}{document.url}" for document in search("candle")[:PAGE_SIZE]]


def test_a_key_given_anew_or_in_the_console_is_shown_nowhere(api, admin_client):
    line = f"curl '{api}/closed/search?q=x' -H 'X-Api-Key: %s'"
    engine, is_new = register_engine(line % "old")
    again, is_new_again = register_engine(line % KEY)
    assert (is_new, is_new_again, again.pk) == (True, False, engine.pk)
    assert list(again.secrets.values()) == [KEY]
    assert KEY not in again.description
    with connection.cursor() as cursor:
        cursor.execute("SELECT secrets FROM discovery_engine")
        assert KEY not in str(cursor.fetchall())
    line = f"curl '{api}/closed/search?q=tea' \\\n -H 'X-Api-Key: {KEY}'"
    page = admin_client.post("/admin/discovery/engine/add/", {"home_url": line}, follow=True)
    assert page.status_code == 200
    assert LearningJob.objects.get().engine == engine
    assert KEY not in page.content.decode()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("curl https://a.example/x -d 'foo=bar'", "write {searchTerms}"),
        ("curl 'https://a.example/x?q=1", "not whole"),
        ("curl -H 'A: b'", "no address"),
        ("curl -X DELETE https://a.example/?q=1", "GET or POST"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(line, told):
    with pytest.raises(AddressError, match=told):
        register_engine(line)


SIZE = 5


@pytest.mark.parametrize(
    "number", [("offset", 0, SIZE), ("startRecord", 1, SIZE), ("page", 0, 1), ("page", 1, 1), None]
)
def test_what_counts_pages_is_found_by_trying(number, served):
    def api(request: Request) -> Reply:
        if request.path == "/":
            return Reply(WORDS)
        documents, place = search(request.query), 0
        if number is not None:
            parameter, start, step = number
            place = (int(request.fields.get(parameter, start)) - start) * SIZE // step
        items = [{"headline": d.title, "href": d.url, "about": d.text} for d in documents]
        return as_json({"found": len(items), "items": items[place : place + SIZE]})

    more = f"&maximumRecords={SIZE}" if number and number[0] == "startRecord" else ""
    job = add_engine(f"{served(api)}search?q={{searchTerms}}{more}")
    assert job.engine.state == EngineState.ACTIVE, job.log
    paging = job.engine.connection.paging
    if number is None:
        assert paging is None
        return
    assert paging is not None, [each["outcome"] for each in job.log]
    [found] = paging.numbers
    assert (found.parameter, found.first, found.step) == number
    titles = [each.title for each in answer_of(job.engine, NOUNS[0], 2).records]
    assert titles == [each.title for each in search(NOUNS[0])[SIZE : 2 * SIZE]]


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
