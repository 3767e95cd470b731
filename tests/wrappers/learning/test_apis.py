"""APIs that a person gives: by a line of curl, a template, a document; keys are shown nowhere."""

from typing import Any

import pytest

from discovery.engines.registration import AddressError, register_engine
from discovery.models import EngineState
from tests.cases import cases
from tests.small_server import Reply, Request, as_json
from tests.wrappers.learned_engine import answer_of
from tests.wrappers.redesigned_engine import ADJECTIVES, NOUNS, search
from wrappers.engines.answer import ReadyEngine
from wrappers.engines.registry import ready_engine
from wrappers.learning.work import add_engine
from wrappers.models import LearningJob

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
    assert [value for _, value in ready.secrets] == ([KEY] if KEY in typed else [])
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
