"""The whole way on a sample site: collected by structure, wrapped, searched, crawled again."""

import asyncio

import pytest
from django.urls import reverse

from discovery.collections.crawls import prepare_collection
from discovery.jobs.crawls import CrawlState
from discovery.models import CollectingMethod, Collection, Engine
from samples.standard_library import MODULES
from wrappers.collections.collection_jobs import collect_now
from wrappers.engines.registry import ask_collection, ready_engine

pytestmark = pytest.mark.django_db(transaction=True)


def collect(samples: dict[str, str], method: CollectingMethod) -> Collection:
    home = samples["modulary"]
    wanted = Collection(samples=[f"{home}module/abc"], entry_url=home, method=method)
    return collect_now(prepare_collection(wanted))


def test_modules_are_collected_and_found_and_later_crawls_follow_the_pattern(samples, client):
    collection = collect(samples, CollectingMethod.AUTO)
    assert collection.state == CrawlState.DONE
    members = set(collection.pages.members().values_list("final_url", flat=True))
    wanted = {f"{samples['modulary']}module/{module}" for module in MODULES}
    assert len(members & wanted) >= 0.95 * len(wanted)
    assert len(members & wanted) >= 0.98 * len(members)
    assert collection.downloads <= 1.5 * len(wanted) + 150
    engine = Engine.objects.get(collection=collection)
    answer = asyncio.run(ask_collection(ready_engine(engine.slug), "calendar"))
    assert answer.records[0].url == f"{samples['modulary']}module/calendar"
    found = client.get(reverse("api_search"), {"q": "calendar"}).json()
    assert found["results"][0]["url"] == f"{samples['modulary']}module/calendar"
    assert [each["kind"] for each in found["engines"]] == ["RESULTS"]
    assert collection.name in client.get(reverse("engines")).content.decode()
    assert collection.pattern is not None
    again = collect(samples, CollectingMethod.AUTO)
    assert again == collection
    assert again.found >= collection.found
    assert again.downloads <= collection.found + 20 < collection.downloads
    assert (again.new_pages, again.gone_pages) == (0, 0)


@pytest.mark.parametrize("method", ["structure", "indesit", "example"])
def test_each_method_collects_and_is_crawled_again(samples, method):
    first = collect(samples, CollectingMethod(method))
    again = collect(samples, CollectingMethod(method))
    assert (first.state, again.state) == (CrawlState.DONE, CrawlState.DONE)
    assert first.method == again.method == method
    assert again.found >= first.found >= 0.95 * len(MODULES)
    assert (again.pattern is not None) == (method == "example")
