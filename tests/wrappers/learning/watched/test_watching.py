"""Sites whose results scripts fill: learned in a browser once, then asked without one."""

import asyncio
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from discovery.collections.crawls import prepare_next_crawl
from discovery.connection.description import BrowserSearch
from discovery.models import EngineState
from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.rendering import browsed_page, browser_pool
from discovery.web.rendering.browsed_page import SETTLING_TIME
from discovery.web.rendering.browser_pool import BrowserPool
from tests.discovery.web.rendering.test_rendering import browsers_of
from tests.small_server import Reply, Request
from tests.wrappers.indexed_site import IndexedSite, documents
from tests.wrappers.learned_engine import answer_of, answers_of
from tests.wrappers.scripted_site import PACKED, SITES, SUGGESTING, matches
from wrappers.collections.collection_jobs import collect_now
from wrappers.engines.answer import Answer
from wrappers.extraction.constraints import is_closed
from wrappers.items.searching import search_items
from wrappers.learning.work import add_engine
from wrappers.monitoring.checking import check_engine
from wrappers.operations.lifecycle import sample_to_collect

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("name", SITES)
def test_the_request_behind_the_page_is_learned(name, served, settings):
    site = SITES[name]
    job = add_engine(served(site))
    assert job.engine.state == EngineState.ACTIVE, (job.engine.reason, job.log)
    assert not browsers_of(os.getpid())
    assert job.engine.connection.exact
    settings.METASEARCH_BROWSER = "off"
    for query in ("lighthouse", "garden", "ancient cello"):
        answer = answer_of(job.engine, query)
        truth = [thing["title"] for thing in matches(query)]
        found = [record.title for record in answer.records]
        assert found == truth[: len(found)] and found, (query, answer.reason, answer.detail)
        assert len(found) >= min(len(truth), 10)
    assert answer_of(job.engine, "qzxwvkjhgf").kind is AnswerKind.NO_RESULTS
    if name in ("catalogue", "cursor"):
        second = answer_of(job.engine, "garden", 2)
        truth = [thing["title"] for thing in matches("garden")]
        assert [record.title for record in second.records] == truth[10:20]
    known, job = job.engine, add_engine(served(site))
    another = job.engine
    assert f"the template of {known.name} ({known.slug})" in another.reason, [
        each["outcome"] for each in job.log
    ]
    [cello] = answer_of(another, "ancient cello").records[:1]
    assert cello.title == matches("ancient cello")[0]["title"]
    assert str(cello.url).startswith(another.home_url)


def test_what_only_looks_like_a_known_program_is_learned_by_itself(served, settings):
    """Its page has the scripts of another; asked like that one it says nothing of the kind."""
    site = SITES["catalogue"]
    add_engine(served(site))
    settings.METASEARCH_BROWSER = "off"
    asked = []

    def elsewhere(request: Request) -> Reply:
        asked.append(request.path)
        return site(request) if request.path == "/" else Reply("<p>No such page.</p>", 404)

    job = add_engine(served(elsewhere))
    assert job.engine.state == EngineState.JAVASCRIPT_ONLY, job.log
    assert len([path for path in asked if path not in ("/", "/robots.txt")]) < 10, asked


def test_without_a_browser_scripts_are_named_at_once(served, settings):
    settings.METASEARCH_BROWSER = "off"
    job = add_engine(served(SITES["catalogue"]))
    assert job.engine.state == EngineState.JAVASCRIPT_ONLY, job.log
    assert "METASEARCH_BROWSER" in job.engine.reason


QUIET = browsed_page.QUIET


@pytest.fixture(autouse=True)
def with_browser(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METASEARCH_BROWSER = ""
    # Sites on this machine say what they have to say sooner than others.
    monkeypatch.setattr(browsed_page, "QUIET", 0.4)


@pytest.fixture
def address(served: Any) -> str:
    return served(PACKED)


def titles(answer: Answer) -> list[str]:
    return [record.title for record in answer.records]


def test_what_no_request_brings_is_searched_in_a_browser(address, settings):
    job = add_engine(address)
    engine = job.engine
    assert engine.state == EngineState.ACTIVE, (engine.reason, job.log)
    assert "searched in a browser" in engine.reason
    assert engine.connection.in_browser is BrowserSearch.SENT
    truth = [thing["title"] for thing in matches("garden")]
    first, none = answers_of(engine, "garden", "qzxwvkjhgf")
    second = answer_of(engine, "garden", 2)
    assert (titles(first), titles(second)) == (truth[:10], truth[10:20])
    assert none.kind is AnswerKind.NO_RESULTS
    assert not browsers_of(os.getpid())

    assert check_engine(engine).kind == AnswerKind.RESULTS
    settings.METASEARCH_BROWSER = "off"
    answer = answer_of(engine, "garden")
    assert answer.reason is AnswerReason.NO_BROWSER
    assert "METASEARCH_BROWSER" in answer.detail
    seen: list[Any] = []
    assert check_engine(engine, seen.append).after == EngineState.ACTIVE
    assert "METASEARCH_BROWSER" in seen[0]["outcome"]


def test_where_suggestions_lead_to_all_results_that_address_is_opened(served):
    job = add_engine(served(SUGGESTING))
    engine = job.engine
    assert engine.state == EngineState.ACTIVE, (engine.reason, job.log)
    assert engine.connection.in_browser is BrowserSearch.OPENED
    assert engine.connection.template.endswith("/?term={searchTerms}")
    found, none = answers_of(engine, "garden", "qzxwvkjhgf")
    assert titles(found) == [thing["title"] for thing in matches("garden")][:10]
    assert none.kind is AnswerKind.NO_RESULTS


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserPool]:
    monkeypatch.setattr(browser_pool, "BROWSERS", 1)
    monkeypatch.setattr(browser_pool, "MAX_WAITING", 1)
    monkeypatch.setattr(browsed_page, "QUIET", QUIET)
    pool = BrowserPool()
    yield pool
    pool.end()


def test_more_searches_than_browsers_can_do_are_refused_by_name(address, pool):
    async def search_thrice() -> list[Any]:
        searches = (
            pool.search(address, "trumpet", BrowserSearch.SENT, 1, seconds=40) for _ in range(3)
        )
        return await asyncio.gather(*searches, return_exceptions=True)

    found = asyncio.run(search_thrice())
    pool.end()
    refused = [each for each in found if isinstance(each, FetchError)]
    assert [each.reason for each in refused] == [AnswerReason.OVERLOADED]
    assert "busy" in str(refused[0])
    assert (
        sum(b"trumpet" in each.pages[0].body.lower() for each in found if each not in refused) == 2
    )
    assert not browsers_of(os.getpid())


# Its index is a script, fetched when one types, that takes long to run; then it waits for the next
# letter.
SLOW = """<!doctype html><title>Slow</title><input type=search><ul></ul><script>
const field = document.querySelector("input");
const show = () => {
  document.querySelector("ul").innerHTML = `<li>All about ${field.value}</li>`;
};
field.oninput = () => {
  field.oninput = null;
  const index = document.createElement("script");
  index.src = "/index.js";
  index.onload = () => setTimeout(show, 500);
  document.head.append(index);
};
</script>"""
INDEX = "const until = performance.now() + 1500; while (performance.now() < until);"


def test_a_page_is_waited_for_until_it_has_run_what_it_fetched(served, pool):
    def site(request: Request) -> Reply:
        if request.path == "/index.js":
            time.sleep(0.6)
            return Reply(INDEX, content_type="text/javascript")
        return Reply(SLOW)

    search = pool.search(served(site), "trumpet", BrowserSearch.TYPED, 1, seconds=40)
    (page,) = asyncio.run(search).pages
    assert b"All about trumpet" in page.body
    assert not page.is_cut


def test_a_page_that_is_still_loading_is_no_whole_answer(served, pool):
    def site(request: Request) -> Reply:
        if request.path == "/index.js":
            time.sleep(SETTLING_TIME + 1)
            return Reply(INDEX, content_type="text/javascript")
        return Reply(SLOW)

    search = pool.search(served(site), "trumpet", BrowserSearch.TYPED, 1, seconds=40)
    (page,) = asyncio.run(search).pages
    assert page.is_cut
    assert not is_closed(page.body)


def test_a_site_that_is_gone_is_named_as_such(settings, pool):
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.1:9"]
    with pytest.raises(FetchError) as raised:
        asyncio.run(pool.search("http://127.0.0.1:9/", "fish", BrowserSearch.TYPED, 1, seconds=40))
    assert raised.value.reason is AnswerReason.CONNECTION


def test_the_index_is_searched_and_asked_for_again_when_it_changed(served, settings):
    site = IndexedSite(documents())
    address = f"{served(site)}manual/"
    job = add_engine(address)
    engine = job.engine
    assert engine.collection_id is not None, (engine.reason, job.log)
    assert engine.state == EngineState.ACTIVE, (engine.reason, job.log)
    assert engine.home_url == address
    for word in ("violin", "garden", "ancient"):
        true = {
            f"{address}{each['location']}": each["title"]
            for each in site.documents
            if word in f"{each['title']} {each['text']}".lower()
        }
        pages = [search_items(engine.collection_id, word, number) for number in range(1, 9)]
        found = [hit for page in pages for hit in page.hits]
        assert pages[0].total == len(true)
        assert {hit.url: hit.title for hit in found} == true
    assert not search_items(engine.collection_id, "qzxwvkjhgf").hits
    assert add_engine(address).engine.pk == engine.pk

    settings.METASEARCH_BROWSER = "off"
    elsewhere = f"{served(IndexedSite(documents()[::2]))}manual/"
    another = add_engine(elsewhere).engine
    assert f"the template of {engine.name} ({engine.slug}) and searches" in another.reason
    assert another.collection_id is not None
    found = search_items(another.collection_id, "garden").hits
    assert found and all(hit.url.startswith(elsewhere) for hit in found)

    collection = engine.collection
    assert collection is not None
    prepare_next_crawl(collection)
    site.asked.clear()
    collection = collect_now(collection)
    assert ("/manual/search/documents.json", 304) in site.asked
    assert collection.found == len(site.documents)

    gone = site.documents.pop(0)
    site.documents[0]["text"] = "Now it says something about zeppelins and nothing else."
    site.documents.append({"location": "part/new/", "title": "A new one", "text": "Airships."})
    prepare_next_crawl(collection)
    collection = collect_now(collection)
    assert (collection.new_pages, collection.changed_pages, collection.gone_pages) == (1, 1, 1)
    [found_now] = search_items(collection.pk, "zeppelins").hits
    assert found_now.title == site.documents[0]["title"]
    assert search_items(collection.pk, "airships").hits
    assert not search_items(collection.pk, gone["title"]).hits

    site.documents = [{"other": "shape"}]
    prepare_next_crawl(collection)
    collection = collect_now(collection)
    assert collection.state == "FAILED" and "do not stand where they stood" in collection.reason
    assert search_items(collection.pk, "airships").hits


def test_an_index_without_texts_is_not_searched_by_us(served):
    titles = [{key: each[key] for key in ("location", "title")} for each in documents()]
    address = f"{served(IndexedSite(titles))}manual/"
    job = add_engine(address)
    engine = job.engine
    assert engine.collection_id is None
    by_browser = engine.state == EngineState.ACTIVE and "browser" in engine.reason
    assert by_browser or sample_to_collect(engine).startswith(f"{address}part/"), job.log
