"""Sites whose page searches by itself: their index is searched by us, or their pages collected."""

import pytest

from discovery.collections.crawls import prepare_next_crawl
from discovery.models import EngineState
from tests.wrappers.indexed_site import IndexedSite, documents, serve_indexed
from wrappers.collections.collection_jobs import collect_now
from wrappers.items.searching import search_items
from wrappers.operations.lifecycle import add_engine, sample_to_collect

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_index_is_searched_and_asked_for_again_when_it_changed(settings):
    site = IndexedSite(documents())
    with serve_indexed(site) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        settings.METASEARCH_BROWSER = ""
        job = add_engine(address)
        engine = job.engine
        assert engine.collection_id is not None, (engine.reason, job.log)
        assert engine.state == EngineState.ACTIVE, (engine.reason, job.log)
        assert engine.home_url == address
        for word in ("bridge", "music", "haven"):
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


def test_an_index_without_texts_is_not_searched_by_us(settings):
    titles = [{key: each[key] for key in ("location", "title")} for each in documents()]
    with serve_indexed(IndexedSite(titles)) as address:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [address.split("/")[2]]
        settings.METASEARCH_BROWSER = ""
        job = add_engine(address)
    engine = job.engine
    assert engine.collection_id is None
    by_browser = engine.state == EngineState.ACTIVE and "browser" in engine.reason
    assert by_browser or sample_to_collect(engine).startswith(f"{address}part/"), job.log
